// Replaces identities in one text.
#pragma once

#include <string>
#include <string_view>

#include "machine/recorded/scrub/identities.h"

namespace gpuenv::machine::recorded {

enum class TextKind {
  text,     ///< anything: paths stand between blanks, quotes, colons
  path,     ///< one path as a whole, blanks included
  network,  ///< text in which four numbers with dots are an address and no version
};

/// `text` with user names in the places of home folders, known host names, GPU UUIDs, serial numbers, MAC and
/// IP addresses, tokens, passwords and account SIDs replaced. What it meets for the first time is added to
/// `identities`.
std::string scrub_text(std::string_view text, TextKind kind, Identities& identities);

/// Whether a value under this name is secret: HF_TOKEN, db.password, api_key; not TOKENIZERS_PARALLELISM.
bool is_secret_name(std::string_view name);

}  // namespace gpuenv::machine::recorded
