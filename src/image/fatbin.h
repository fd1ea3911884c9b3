// Fatbin containers: the form in which compilers put device code into programs. Only headers are read, never
// the code.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"
#include "base/sm.h"

namespace gpuenv::image {

// The format is not documented; the layout was taken from files that nvcc 11.8 to 13.0 made and holds for the
// libraries of CUDA 11 to 13: a container of 16 bytes (magic, version 1, header size, size of all entries) at
// a multiple of 8, and in it entries of at least 64 bytes, each followed by its code.
inline constexpr std::uint32_t fatbin_magic = 0xBA55ED50;
/// The first eight bytes of a container: magic, version 1, header of 16 bytes.
inline constexpr std::uint64_t fatbin_word = 0x00100001BA55ED50;

/// Other kinds are known by their number alone.
enum class CodeKind { cubin, ptx, lto, other };
enum class Packing { none, lz4, zstd };

/// One piece of device code.
struct FatbinEntry {
  CodeKind kind = CodeKind::other;
  std::uint16_t kind_number = 0;  ///< as the file has it
  base::Sm sm;
  int isa_major = 0, isa_minor = 0;  ///< of PTX
  Packing packing = Packing::none;
  std::uint64_t container_at = 0;  ///< where the container of this entry begins, or a cubin outside of any
  std::uint64_t code_at = 0;       ///< where its bytes lie in the source
  std::uint64_t bytes = 0;         ///< that it takes in the file, with padding
  std::uint64_t packed = 0;        ///< bytes without padding; 0 where it is not packed
  std::uint64_t unpacked = 0;
};

/// A stretch of a source.
struct Stretch {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// The entries of all containers within `where`, in the order of the file. `starts` are places in it where
/// containers are known to begin, in order: with them the chains of headers are followed side by side, a
/// round of reads for each link. They may be incomplete. What lies between containers is skipped where it is
/// short, as padding is.
[[nodiscard]] base::Result<std::vector<FatbinEntry>> read_fatbins(base::ByteSource& source, Stretch where,
                                                                  std::span<const std::uint64_t> starts = {});

/// The entries of containers that begin at exactly these places and end before `end`; a place that holds no
/// whole container, as random bytes may look like one, gives none.
[[nodiscard]] base::Result<std::vector<FatbinEntry>> read_fatbins_at(base::ByteSource& source,
                                                                     std::uint64_t end,
                                                                     std::span<const std::uint64_t> starts);

/// Adds the entries of a container that lies in memory as a whole, `at` in its source; false, and nothing
/// added, when it is none.
bool read_container(std::string_view bytes, std::uint64_t at, std::vector<FatbinEntry>& entries);

/// 90 is 9.0, 121 is 12.1.
base::Sm sm_of_number(std::uint32_t number, char suffix = ' ');

}  // namespace gpuenv::image
