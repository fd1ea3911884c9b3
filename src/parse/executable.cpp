// Headers of programs; see executable.h. Layouts: ELF e_ident (System V ABI), COFF file header (Microsoft PE
// format).
#include "parse/executable.h"

#include <algorithm>

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

/// Little-endian number of `width` bytes; those past the end are 0.
std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = width; i-- > 0;)
    value = value << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
  return value;
}

/// The end of a piece of the file; 0 when the numbers cannot be meant.
std::uint64_t end_of(std::uint64_t offset, std::uint64_t length) {
  constexpr std::uint64_t most = std::uint64_t{1} << 48;
  return offset < most && length < most ? offset + length : 0;
}

std::optional<std::uint64_t> elf_size(std::string_view bytes) {
  constexpr std::size_t elf64_header = 64;
  constexpr std::size_t program_header = 56;
  if (bytes.size() < elf64_header || bytes[4] != 2 || bytes[5] != 1) return std::nullopt;
  const std::uint64_t table = number(bytes, 32, 8);  // e_phoff
  const std::uint64_t count = number(bytes, 56, 2);  // e_phnum
  if (table > bytes.size() || count * program_header > bytes.size() - table) return std::nullopt;
  // e_shoff, e_shentsize, e_shnum
  std::uint64_t end = end_of(number(bytes, 40, 8), number(bytes, 58, 2) * number(bytes, 60, 2));
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::size_t at = table + i * program_header;
    end = std::max(end, end_of(number(bytes, at + 8, 8), number(bytes, at + 32, 8)));  // p_offset, p_filesz
  }
  return end;
}

std::optional<std::uint64_t> pe_size(std::string_view bytes) {
  constexpr std::size_t section_header = 40;
  const std::uint64_t header = number(bytes, 0x3C, 4);
  if (header > bytes.size() || bytes.substr(header, 4) != std::string_view("PE\0\0", 4)) return std::nullopt;
  const std::uint64_t count = number(bytes, header + 6, 2);
  const std::uint64_t table = header + 24 + number(bytes, header + 20, 2);  // behind the optional header
  if (table > bytes.size() || count * section_header > bytes.size() - table) return std::nullopt;
  std::uint64_t end = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::size_t at = table + i * section_header;
    end = std::max(end, end_of(number(bytes, at + 20, 4), number(bytes, at + 16, 4)));
  }
  return end;
}

}  // namespace

std::optional<std::uint64_t> least_library_size(std::string_view bytes) {
  if (bytes.starts_with("MZ")) return pe_size(bytes);
  if (bytes.starts_with("\x7F"
                        "ELF"))
    return elf_size(bytes);
  return std::nullopt;
}

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
