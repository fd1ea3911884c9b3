// Unpacks LZ4 blocks: runs of literal bytes, each followed by a copy of earlier output.
#include "image/lz4.h"

#include <algorithm>

namespace gpuenv::image {
namespace {

class Input {
 public:
  explicit Input(std::string_view bytes) : bytes_(bytes) {}
  bool empty() const { return at_ == bytes_.size(); }
  std::optional<unsigned> byte() {
    if (empty()) return std::nullopt;
    return static_cast<unsigned char>(bytes_[at_++]);
  }
  std::optional<std::string_view> take(std::size_t count) {
    if (count > bytes_.size() - at_) return std::nullopt;
    at_ += count;
    return bytes_.substr(at_ - count, count);
  }
  /// A length of which four bits are known: 15 of them say that bytes follow to be added, up to one that is
  /// not 255.
  std::optional<std::size_t> length(unsigned bits) {
    std::size_t length = bits;
    if (bits != 15) return length;
    while (true) {
      const auto more = byte();
      if (!more) return std::nullopt;
      length += *more;
      if (*more != 255) return length;
    }
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<std::string> unpack_lz4(std::string_view packed, std::size_t limit) {
  Input input(packed);
  std::string out;
  while (!input.empty() && out.size() < limit) {
    const auto token = input.byte();
    const auto literals = input.length(*token >> 4);
    if (!literals) return std::nullopt;
    const auto bytes = input.take(*literals);
    if (!bytes) return std::nullopt;
    out += bytes->substr(0, limit - out.size());
    if (input.empty() || out.size() >= limit) break;  // the last run has no copy
    const auto low = input.byte(), high = input.byte();
    if (!high) return std::nullopt;
    const std::size_t distance = *low | *high << 8;
    const auto length = input.length(*token & 15);
    if (!length || distance == 0 || distance > out.size()) return std::nullopt;
    for (std::size_t left = std::min(*length + 4, limit - out.size()); left > 0; --left)
      out += out[out.size() - distance];
  }
  return out;
}

}  // namespace gpuenv::image
