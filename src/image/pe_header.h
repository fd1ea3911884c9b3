// The sections of Windows programs and libraries (PE) and of the objects that they are linked from (COFF).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"

namespace gpuenv::image {

namespace pe {
inline constexpr std::uint32_t section_executable = 0x20000000, section_discardable = 0x02000000;
}

/// A named stretch of the file. Names are cut at eight bytes unless the file has a string table.
struct PeSection {
  std::string name;
  std::uint32_t flags = 0;
  std::uint64_t address = 0;  ///< relative to where the file is loaded
  std::uint64_t offset = 0;
  std::uint64_t size = 0;  ///< in the file
};

/// Where its code is for, where it wants to be loaded, and its sections.
struct PeSections {
  std::uint16_t machine = 0;
  std::uint64_t base = 0;  ///< 0 for objects
  std::vector<PeSection> list;
};

/// True when these first bytes of a file are those of a DOS or Windows program.
bool is_pe(std::string_view beginning);

/// True when these first bytes of a file may be those of a COFF object for x86-64 or arm64.
bool is_coff(std::string_view beginning);

/// Reads the sections of a PE file or of a COFF object.
[[nodiscard]] base::Result<PeSections> read_pe_sections(base::ByteSource& source);

}  // namespace gpuenv::image
