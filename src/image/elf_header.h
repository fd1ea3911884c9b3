// The beginning of an ELF file: what kind it is, its segments and its sections; 32 and 64 bits, both byte
// orders.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"
#include "image/fields.h"

namespace gpuenv::image {

// Numbers of the ELF specification (https://refspecs.linuxfoundation.org/elf/gabi4+/contents.html).
namespace elf {
inline constexpr std::uint16_t type_relocatable = 1, type_shared = 3;
inline constexpr std::uint16_t machine_cuda = 190;  ///< EM_CUDA: a cubin
inline constexpr std::uint32_t section_no_bits = 8;
inline constexpr std::uint64_t section_allocated = 2, section_executable = 4;
inline constexpr std::uint32_t segment_load = 1, segment_dynamic = 2, segment_interpreter = 3;
inline constexpr std::uint32_t segment_executable = 1;
}  // namespace elf

/// What a file says of itself, and where its tables lie.
struct ElfHeader {
  bool wide = true;  ///< 64 bits
  ByteOrder order = ByteOrder::little;
  std::uint8_t os_abi = 0;
  std::uint8_t abi_version = 0;
  std::uint16_t type = 0;
  std::uint16_t machine = 0;
  std::uint32_t flags = 0;
  std::uint64_t segments_at = 0;
  std::uint64_t segment_count = 0;
  std::uint64_t sections_at = 0;  ///< 0: the file has no section table, as after sstrip
  std::uint64_t section_count = 0;
  std::uint64_t names_section = 0;
};

/// A stretch of the file that the loader maps, or tells the loader something.
struct ElfSegment {
  std::uint32_t type = 0;
  std::uint32_t flags = 0;
  std::uint64_t offset = 0;
  std::uint64_t address = 0;
  std::uint64_t file_size = 0;
  std::uint64_t memory_size = 0;
};

/// A named stretch of the file.
struct ElfSection {
  std::string name;
  std::uint32_t type = 0;
  std::uint64_t flags = 0;
  std::uint64_t address = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint32_t link = 0;
};

/// True when these first bytes of a file are those of an ELF file.
bool is_elf(std::string_view beginning);

/// Reads and checks the header of an ELF file.
[[nodiscard]] base::Result<ElfHeader> read_elf_header(base::ByteSource& source);

/// The program headers. They may describe bytes that a cut-off file no longer has.
[[nodiscard]] base::Result<std::vector<ElfSegment>> read_elf_segments(base::ByteSource& source,
                                                                      const ElfHeader& header);

/// The section headers with their names; none where the file has no section table. They may describe bytes
/// that a cut-off file no longer has.
[[nodiscard]] base::Result<std::vector<ElfSection>> read_elf_sections(base::ByteSource& source,
                                                                      const ElfHeader& header);

/// Where the bytes of an address lie in the file; none when no segment brings them from it.
std::optional<std::uint64_t> elf_offset(const std::vector<ElfSegment>& segments, std::uint64_t address);

}  // namespace gpuenv::image
