// Base64 (RFC 4648), for file contents that are no text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gpuenv::machine::recorded {

std::string to_base64(std::string_view bytes);

/// Nothing for anything that to_base64 does not write.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace gpuenv::machine::recorded
