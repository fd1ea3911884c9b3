// Replacing identities in a text: the recognisers one after another at each place; see scrub_text.h.
#include "machine/recorded/scrub/scrub_text.h"

#include "machine/recorded/scrub/recognise.h"

namespace gpuenv::machine::recorded {
namespace {

constexpr Recogniser recognisers[] = {find_known_secret, find_url_credentials,
                                      find_token,        find_gpu,
                                      find_assignment,   find_serial,
                                      find_account,      find_mac,
                                      find_ipv4,         find_ipv6,
                                      find_user,         find_host};

}  // namespace

std::string scrub_text(std::string_view text, TextKind kind, Identities& identities) {
  std::string result;
  result.reserve(text.size());
  for (Cursor cursor{text}; cursor.at < text.size();) {
    Found found;
    for (const Recogniser recogniser : recognisers)
      if (found = recogniser(cursor, kind, identities); found.length > 0) break;
    if (found.length > 0)
      result += found.replacement;
    else
      result += text[cursor.at];
    cursor.at += found.length > 0 ? found.length : 1;
  }
  return result;
}

}  // namespace gpuenv::machine::recorded
