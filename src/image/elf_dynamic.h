// What the dynamic loader reads of an ELF file, found through the program headers alone: a loader never looks
// at sections, and stripped files have none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"
#include "image/elf_header.h"

namespace gpuenv::image {

// e_machine of the architectures that CUDA and its hosts have had.
namespace elf {
inline constexpr std::uint16_t type_executable = 2;
inline constexpr std::uint16_t machine_i386 = 3, machine_ppc64 = 21, machine_arm = 40, machine_x86_64 = 62,
                               machine_aarch64 = 183, machine_riscv = 243;
}  // namespace elf

/// Bytes of the file that a table may take: they end where its segment or the file does.
struct ElfRange {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  bool operator==(const ElfRange&) const = default;
};

/// Where the tables for binding symbols lie. What PT_DYNAMIC does not name, or names outside of the file, is
/// not there.
struct ElfTables {
  std::optional<ElfRange> strings, symbols, gnu_hash, sysv_hash, versions, version_needs, version_definitions;
  std::uint64_t version_need_count = 0;
  std::uint64_t version_definition_count = 0;
};

struct ElfDynamic {
  ElfHeader header;
  std::vector<ElfSegment> segments;
  std::string interpreter;  ///< PT_INTERP: the loader that a program asks for; "" for most libraries
  bool dynamic = false;     ///< has PT_DYNAMIC with something in it; without it nothing else below is set
  std::vector<std::string> needed;
  std::string soname;
  std::optional<std::string> rpath, runpath;
  bool no_default_folders = false;            ///< DF_1_NODEFLIB
  bool position_independent_program = false;  ///< DF_1_PIE; with no interpreter it is a static one
  bool no_open = false;                       ///< DF_1_NOOPEN
  std::string build_id;                       ///< in hexadecimal digits
  std::uint64_t least_size = 0;  ///< where the last mapped segment ends: a shorter file has been cut off
  ElfTables tables;
};

/// Where the last mapped segment ends.
std::uint64_t elf_least_size(const std::vector<ElfSegment>& segments);

/// Reads what the loader wants to know of an ELF file; `header` comes from read_elf_header. A file that is
/// cut off behind these parts is read all the same (see least_size).
[[nodiscard]] base::Result<ElfDynamic> read_elf_dynamic(base::ByteSource& source, const ElfHeader& header);

/// The same with the header.
[[nodiscard]] base::Result<ElfDynamic> read_elf_dynamic(base::ByteSource& source);

}  // namespace gpuenv::image
