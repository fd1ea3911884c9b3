// A deflated stretch of a source, read as if it were unpacked.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/byte_source.h"

namespace gpuenv::image {

/// Unpacks small stretches once and keeps them. Of others it keeps the state of the unpacker every few
/// megabytes, unpacks from the nearest place before what is asked for, and never keeps the bytes: reads are
/// cheap in the order of the stream. The source has to live as long.
class InflatedSource final : public base::ByteSource {
 public:
  /// `packed` bytes at `begin`, which become `size` bytes.
  InflatedSource(base::ByteSource& source, std::uint64_t begin, std::uint64_t packed, std::uint64_t size);
  ~InflatedSource() override;
  InflatedSource(const InflatedSource&) = delete;
  InflatedSource& operator=(const InflatedSource&) = delete;

  std::uint64_t size() const override { return size_; }
  bool in_order() const override;
  [[nodiscard]] base::Result<void> read(std::span<base::Piece> pieces) override;

 private:
  class Unpacker;
  [[nodiscard]] base::Result<void> unpack_whole();
  base::ByteSource& source_;
  std::uint64_t begin_, packed_, size_;
  std::unique_ptr<Unpacker> unpacker_;
  std::string whole_;  ///< what was unpacked, where that is kept
  bool unpacked_ = false;
};

}  // namespace gpuenv::image
