// Version numbers; see version.h. Pre-release order follows PEP 440.
#include "base/version.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace gpuenv::base {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Takes a number off the front; nine digits are kept, longer ones (dates, hashes) are cut.
int take_number(std::string_view& text) {
  int value = 0;
  size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits])) {
    if (digits < 9) value = value * 10 + (text[digits] - '0');
    ++digits;
  }
  text.remove_prefix(digits);
  return value;
}

int prerelease_kind(std::string_view& text, int released) {
  struct Word {
    std::string_view word;
    int kind;
  };
  static constexpr std::array<Word, 7> words{
      {{"dev", 0}, {"alpha", 1}, {"a", 1}, {"beta", 2}, {"b", 2}, {"rc", 3}, {"c", 3}}};
  std::string_view rest = text;
  if (!rest.empty() && (rest[0] == '.' || rest[0] == '-' || rest[0] == '_')) rest.remove_prefix(1);
  for (const auto& [word, kind] : words)
    if (rest.starts_with(word)) {
      text = rest.substr(word.size());
      return kind;
    }
  return released;
}

}  // namespace

Version::Version(std::string_view text) : text_(trim(text)) {
  std::string_view rest = text_;
  if (rest.starts_with('v') || rest.starts_with('V')) rest.remove_prefix(1);
  const size_t plus = rest.find('+');
  if (plus != std::string_view::npos) {
    local_ = rest.substr(plus + 1);
    rest = rest.substr(0, plus);
  }
  while (!rest.empty() && is_digit(rest[0])) {
    numbers_.push_back(take_number(rest));
    if (rest.size() < 2 || rest[0] != '.' || !is_digit(rest[1])) break;
    rest.remove_prefix(1);
  }
  pre_kind_ = prerelease_kind(rest, released);
  if (pre_kind_ < released) pre_number_ = take_number(rest);
}

bool Version::begins_with(const Version& prefix) const {
  if (!prefix.valid()) return false;
  for (size_t i = 0; i < prefix.numbers_.size(); ++i)
    if (at(i) != prefix.at(i)) return false;
  return true;
}

std::strong_ordering Version::operator<=>(const Version& other) const {
  const size_t places = std::max(numbers_.size(), other.numbers_.size());
  for (size_t i = 0; i < places; ++i)
    if (at(i) != other.at(i)) return at(i) <=> other.at(i);
  if (pre_kind_ != other.pre_kind_) return pre_kind_ <=> other.pre_kind_;
  return pre_number_ <=> other.pre_number_;
}

}  // namespace gpuenv::base
