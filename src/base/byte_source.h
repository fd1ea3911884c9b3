// Bytes that are too many to be read whole: size, and pieces read where they are wanted.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/result.h"

namespace gpuenv::base {

/// A stretch of a ByteSource, and the place that its bytes go to.
struct Piece {
  std::uint64_t offset = 0;
  std::span<char> into;
  std::size_t filled = 0;  ///< how many were there; fewer than into.size() only where the source ends

  /// What was read.
  std::string_view bytes() const { return {into.data(), filled}; }
};

/// A file or a part of one. Readers of binaries follow chains of headers through gigabytes; one that asks for
/// the pieces of a round together pays the latency of a cold disk once a round and not once a piece.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// In bytes, when the source was opened. A file may shrink afterwards: what is read tells.
  virtual std::uint64_t size() const = 0;
  /// True when going back costs much, because what comes before has to be unpacked again. Otherwise several
  /// threads may read at the same time.
  virtual bool in_order() const { return false; }
  /// Fills every piece. Beyond the end nothing is filled, which is no error.
  [[nodiscard]] virtual Result<void> read(std::span<Piece> pieces) = 0;

  /// One piece.
  [[nodiscard]] Result<std::string_view> read_at(std::uint64_t offset, std::span<char> into) {
    Piece piece{offset, into};
    if (auto done = read(std::span(&piece, 1)); !done) return std::unexpected(done.error());
    return piece.bytes();
  }
};

/// Bytes in memory, which have to live as long as the source.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t size() const override { return bytes_.size(); }
  [[nodiscard]] Result<void> read(std::span<Piece> pieces) override;

 private:
  std::string_view bytes_;
};

/// `size` bytes of another source from `start` on, such as a member of an archive. The other has to live as
/// long.
class PartSource final : public ByteSource {
 public:
  /// A part that reaches beyond the end of the whole ends there.
  PartSource(ByteSource& whole, std::uint64_t start, std::uint64_t size);
  std::uint64_t size() const override { return size_; }
  bool in_order() const override { return whole_.in_order(); }
  [[nodiscard]] Result<void> read(std::span<Piece> pieces) override;

 private:
  ByteSource& whole_;
  std::uint64_t start_, size_;
};

}  // namespace gpuenv::base
