// What the first bytes of a program or library tell (ELF, PE): whether it is made for 32 or 64 bits, and how
// long the file has to be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace gpuenv::parse {

/// Enough bytes for both formats.
inline constexpr std::size_t executable_bytes = 1024;

/// 32 or 64; nothing for bytes that are no program, such as a script.
std::optional<int> executable_bits(std::string_view bytes);

/// Enough bytes for the headers of usual libraries.
inline constexpr std::size_t library_header_bytes = 4096;

/// The size that the headers of a 64-bit ELF or a PE library ask for: where its last segment or section ends.
/// Nothing when the bytes are no library, or when the headers lie outside of them.
std::optional<std::uint64_t> least_library_size(std::string_view bytes);

}  // namespace gpuenv::parse
