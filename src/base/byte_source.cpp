// Sources over memory and over a part of another source.
#include "base/byte_source.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace gpuenv::base {

Result<void> MemorySource::read(std::span<Piece> pieces) {
  for (Piece& piece : pieces) {
    piece.filled = 0;
    if (piece.offset >= bytes_.size() || piece.into.empty()) continue;
    piece.filled =
        std::min<std::size_t>(piece.into.size(), bytes_.size() - static_cast<std::size_t>(piece.offset));
    std::memcpy(piece.into.data(), bytes_.data() + piece.offset, piece.filled);
  }
  return {};
}

PartSource::PartSource(ByteSource& whole, std::uint64_t start, std::uint64_t size)
    : whole_(whole), start_(std::min(start, whole.size())), size_(std::min(size, whole.size() - start_)) {}

Result<void> PartSource::read(std::span<Piece> pieces) {
  std::vector<Piece> within(pieces.begin(), pieces.end());
  for (Piece& piece : within) {
    const std::uint64_t rest = piece.offset < size_ ? size_ - piece.offset : 0;
    piece.into = piece.into.first(static_cast<std::size_t>(std::min<std::uint64_t>(piece.into.size(), rest)));
    piece.offset = start_ + std::min(piece.offset, size_);
  }
  if (auto done = whole_.read(within); !done) return done;
  for (std::size_t i = 0; i < pieces.size(); ++i) pieces[i].filled = within[i].filled;
  return {};
}

}  // namespace gpuenv::base
