// Whether a program is made for 32 or 64 bits, from its first bytes (ELF, PE).
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace gpuenv::parse {

/// Enough bytes for both formats.
inline constexpr std::size_t executable_bytes = 1024;

/// 32 or 64; nothing for bytes that are no program, such as a script.
std::optional<int> executable_bits(std::string_view bytes);

}  // namespace gpuenv::parse
