// Addresses without the passwords that may stand in them.
#pragma once

#include <string>
#include <string_view>

namespace gpuenv::parse {

/// The text with "***" in place of user, password or token in every address: of "https://user:pass@host/x"
/// remains "https://***@host/x", of "?token=abc" "?token=***".
std::string without_secrets(std::string_view text);

}  // namespace gpuenv::parse
