// Numbers and texts inside binary headers: the one bounds-checked reader that all formats go through.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>

namespace gpuenv::image {

enum class ByteOrder { little, big };

/// Reads fields of a header that lies in memory. What lies beyond its end is no number and no text.
class Fields {
 public:
  explicit Fields(std::string_view bytes, ByteOrder order = ByteOrder::little)
      : bytes_(bytes), order_(order) {}

  std::size_t size() const { return bytes_.size(); }

  template <std::unsigned_integral T>
  std::optional<T> number(std::uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) return std::nullopt;
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      const std::size_t at = order_ == ByteOrder::little ? sizeof(T) - 1 - i : i;
      value = static_cast<T>(static_cast<T>(value << 8) | static_cast<unsigned char>(bytes_[offset + at]));
    }
    return value;
  }
  std::optional<std::uint8_t> u8(std::uint64_t offset) const { return number<std::uint8_t>(offset); }
  std::optional<std::uint16_t> u16(std::uint64_t offset) const { return number<std::uint16_t>(offset); }
  std::optional<std::uint32_t> u32(std::uint64_t offset) const { return number<std::uint32_t>(offset); }
  std::optional<std::uint64_t> u64(std::uint64_t offset) const { return number<std::uint64_t>(offset); }

  /// The text that begins at `offset` and ends before the next NUL; none when no NUL follows.
  std::optional<std::string_view> text(std::uint64_t offset) const {
    if (offset >= bytes_.size()) return std::nullopt;
    const std::string_view rest = bytes_.substr(offset);
    const std::size_t end = rest.find('\0');
    if (end == std::string_view::npos) return std::nullopt;
    return rest.substr(0, end);
  }

  /// `count` bytes from `offset` on, all of them or none.
  std::optional<std::string_view> bytes(std::uint64_t offset, std::uint64_t count) const {
    if (offset > bytes_.size() || count > bytes_.size() - offset) return std::nullopt;
    return bytes_.substr(offset, count);
  }

 private:
  std::string_view bytes_;
  ByteOrder order_;
};

}  // namespace gpuenv::image
