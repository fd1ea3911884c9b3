// Base64; see base64.h.
#include "machine/recorded/base64.h"

#include <cstdint>
#include <utility>

namespace gpuenv::machine::recorded {
namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text;
  for (size_t pos = 0; pos < bytes.size(); pos += 3) {
    const size_t count = bytes.size() - pos < 3 ? bytes.size() - pos : 3;
    std::uint32_t group = 0;
    for (size_t i = 0; i < 3; ++i)
      group = group << 8 | (i < count ? static_cast<unsigned char>(bytes[pos + i]) : 0U);
    for (size_t i = 0; i < 4; ++i) text += i <= count ? alphabet[group >> (18 - 6 * i) & 63] : '=';
  }
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  size_t padding = 0;
  while (padding < 2 && !text.empty() && text.ends_with('=')) text.remove_suffix(1), ++padding;
  std::string bytes;
  std::uint32_t group = 0;
  unsigned bits = 0;
  for (const char c : text) {
    const size_t value = alphabet.find(c);
    if (value == std::string_view::npos) return std::nullopt;
    group = (group << 6 | static_cast<std::uint32_t>(value)) & 0xFFFFFF;
    bits += 6;
    if (bits >= 8) bits -= 8, bytes += static_cast<char>(group >> bits & 0xFF);
  }
  const bool whole = padding * 2 == bits && (group & ((1U << bits) - 1)) == 0;
  return whole ? std::optional(std::move(bytes)) : std::nullopt;
}

}  // namespace gpuenv::machine::recorded
