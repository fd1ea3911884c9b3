// A window over a source: what it gives, and how much it reads for that.
#include "image/window.h"

#include <gtest/gtest.h>

namespace gpuenv::image {
namespace {

/// Zeros, of which it counts how many are read.
class Zeros final : public base::ByteSource {
 public:
  explicit Zeros(std::uint64_t size) : size_(size) {}
  std::uint64_t size() const override { return size_; }
  base::Result<void> read(std::span<base::Piece> pieces) override {
    for (base::Piece& piece : pieces) {
      const std::uint64_t rest = piece.offset < size_ ? size_ - piece.offset : 0;
      piece.filled = static_cast<std::size_t>(std::min<std::uint64_t>(rest, piece.into.size()));
      read_ += piece.filled;
    }
    return {};
  }
  std::uint64_t size_, read_ = 0;
};

constexpr std::uint64_t mib = 1 << 20;

TEST(Window, GivesAtLeastWhatIsAskedForUntilTheEnd) {
  Zeros source(10 * mib);
  Window window(source, 4 * mib);
  EXPECT_GE(window.from(0, 100)->size(), 100u);
  EXPECT_GE(window.from(50, 2 * mib)->size(), 2 * mib);
  EXPECT_EQ(window.from(4 * mib - 3, 100)->size(), 3u);
  EXPECT_EQ(window.from(4 * mib, 1)->size(), 0u);
  EXPECT_EQ(window.from(9 * mib, 1)->size(), 0u);
}

TEST(Window, WhatIsInMemoryIsNotReadAgain) {
  Zeros source(mib);
  Window window(source, mib);
  for (std::uint64_t at = 0; at < mib; at += 1000) EXPECT_TRUE(window.from(at, 8));
  EXPECT_LT(source.read_, mib + mib / 50);
}

TEST(Window, LittleIsReadAfterAJump) {
  Zeros source(1000 * mib);
  Window window(source, 1000 * mib);
  for (std::uint64_t at = 0; at < 1000 * mib; at += mib) EXPECT_TRUE(window.from(at, 24));
  EXPECT_LT(source.read_, 20 * mib);
}

TEST(Window, AFileThatShrinksEndsTheStretch) {
  Zeros source(mib);
  Window window(source, 2 * mib);
  std::uint64_t at = 0;
  while (true) {
    const auto bytes = window.from(at, 8);
    ASSERT_TRUE(bytes);
    if (bytes->empty()) break;
    at += bytes->size();
  }
  EXPECT_EQ(at, mib);
}

}  // namespace
}  // namespace gpuenv::image
