// Recognisers: each looks at one place of a text for one kind of thing that has to be replaced.
#pragma once

#include "machine/recorded/scrub/cursor.h"
#include "machine/recorded/scrub/identities.h"
#include "machine/recorded/scrub/scrub_text.h"

namespace gpuenv::machine::recorded {

using Recogniser = Found (*)(const Cursor& cursor, TextKind kind, Identities& identities);

/// "/home/NAME", "C:\Users\NAME", and a known user's name as a component of a path in a place where people
/// keep their own files.
Found find_user(const Cursor& cursor, TextKind kind, Identities& identities);
Found find_host(const Cursor& cursor, TextKind kind, Identities& identities);

/// "GPU-" and a UUID, whole or shortened; the UUID of a known GPU alone.
Found find_gpu(const Cursor& cursor, TextKind kind, Identities& identities);
/// "serial=123", "Serial Number : 123".
Found find_serial(const Cursor& cursor, TextKind kind, Identities& identities);
Found find_account(const Cursor& cursor, TextKind kind, Identities& identities);
Found find_mac(const Cursor& cursor, TextKind kind, Identities& identities);
/// Versions look like IPv4 addresses too, so only private networks and places that ask for an address count.
Found find_ipv4(const Cursor& cursor, TextKind kind, Identities& identities);
Found find_ipv6(const Cursor& cursor, TextKind kind, Identities& identities);

/// "://user:password@".
Found find_url_credentials(const Cursor& cursor, TextKind kind, Identities& identities);
/// Tokens that are known by how they begin: "hf_...", "ghp_...".
Found find_token(const Cursor& cursor, TextKind kind, Identities& identities);
/// "password = ...", "\"api_key\": \"...\"".
Found find_assignment(const Cursor& cursor, TextKind kind, Identities& identities);
/// Values of secret variables, wherever they stand.
Found find_known_secret(const Cursor& cursor, TextKind kind, Identities& identities);

inline constexpr const char* hidden = "hidden";

}  // namespace gpuenv::machine::recorded
