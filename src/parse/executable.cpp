// Bits of a program; see executable.h. Layouts: ELF e_ident (System V ABI), COFF file header (Microsoft PE
// format).
#include "parse/executable.h"

#include <cstdint>

namespace gpuenv::parse {
namespace {

/// Little-endian number of two bytes; 0 past the end.
unsigned number16(std::string_view bytes, std::size_t at) {
  if (at > bytes.size() || bytes.size() - at < 2) return 0;
  return static_cast<unsigned char>(bytes[at]) | static_cast<unsigned char>(bytes[at + 1]) << 8;
}

std::optional<int> pe_bits(std::string_view bytes) {
  const std::size_t header = number16(bytes, 0x3C) | static_cast<std::size_t>(number16(bytes, 0x3E)) << 16;
  if (header > bytes.size() || bytes.substr(header, 4) != std::string_view("PE\0\0", 4)) return std::nullopt;
  switch (number16(bytes, header + 4)) {
    case 0x8664:  // IMAGE_FILE_MACHINE_AMD64
    case 0xAA64:  // ARM64
      return 64;
    case 0x14C:  // I386
      return 32;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<int> executable_bits(std::string_view bytes) {
  if (bytes.starts_with("MZ")) return pe_bits(bytes);
  if (!bytes.starts_with("\x7F"
                         "ELF") ||
      bytes.size() < 5)
    return std::nullopt;
  if (bytes[4] == 2) return 64;
  return bytes[4] == 1 ? std::optional<int>(32) : std::nullopt;
}

}  // namespace gpuenv::parse
