// LZ4 blocks, as fatbins of CUDA 11 and 12 are packed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace gpuenv::image {

/// The unpacked bytes of an LZ4 block, at most `limit` of them: a longer block is unpacked that far. None for
/// bytes that are no such block (https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md).
std::optional<std::string> unpack_lz4(std::string_view packed, std::size_t limit);

}  // namespace gpuenv::image
