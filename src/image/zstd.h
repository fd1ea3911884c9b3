// zstd frames: where their blocks lie, and the bytes at their beginning. A reader of our own, because Debian
// has no libzstd for mingw; it unpacks no more than is asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gpuenv::image {

inline constexpr std::uint32_t zstd_magic = 0xFD2FB528;

/// The head of a frame, before its first block.
struct ZstdHead {
  std::uint64_t size = 0;                 ///< of the head itself
  std::optional<std::uint64_t> unpacked;  ///< bytes that the frame becomes, where it says so
  bool checksum = false;                  ///< four bytes follow the last block
};
inline constexpr std::size_t largest_zstd_head = 18;

/// Nothing where no frame begins, or one that needs a dictionary.
std::optional<ZstdHead> zstd_head(std::string_view beginning);

struct ZstdBlock {
  enum class Kind { raw, repeated, packed, invalid };
  Kind kind = Kind::invalid;
  bool last = false;
  std::uint64_t size = 0;    ///< in the file, behind the three bytes that say this
  std::uint64_t number = 0;  ///< that the three bytes hold: of a byte that is repeated, how often it is
};
inline constexpr std::uint64_t zstd_block_head = 3, largest_zstd_block = 128 << 10;

/// From the first three bytes of a block.
ZstdBlock zstd_block(std::string_view head);

/// The first `limit` bytes of what a frame holds, or all of them where there are fewer; nothing when it is
/// damaged, or cut off before the end of the blocks that they come from. The checksum is not looked at.
std::optional<std::string> unpack_zstd(std::string_view packed, std::size_t limit);

}  // namespace gpuenv::image
