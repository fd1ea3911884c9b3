// Looking through much of a source from its beginning to its end, with jumps.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/byte_source.h"
#include "base/result.h"

namespace gpuenv::image {

/// Holds a stretch of the source in memory. What is read at once grows while the reader goes on without jumps
/// and begins small after a jump, so that what is jumped over is not read.
class Window {
 public:
  /// Nothing at `end` or beyond is read. The source has to live as long.
  Window(base::ByteSource& source, std::uint64_t end) : source_(source), end_(end) {}

  /// The bytes from `offset` on that are in memory, at least `least` of them; fewer only where the stretch or
  /// the file ends. They stay until the next call.
  [[nodiscard]] base::Result<std::string_view> from(std::uint64_t offset, std::uint64_t least);

 private:
  base::ByteSource& source_;
  std::uint64_t end_;
  std::uint64_t at_ = 0, filled_ = 0;  ///< what is in memory
  std::uint64_t next_ = 0;             ///< bytes to be read next
  std::string buffer_;
};

}  // namespace gpuenv::image
