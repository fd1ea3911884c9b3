// Text helpers; see text.h.
#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace gpuenv::base {
namespace {

char lower_letter(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
}

/// Length of the valid UTF-8 sequence at `pos`, or 0 (RFC 3629: no overlong forms, no surrogates, at most
/// U+10FFFF).
size_t sequence_length(std::string_view s, size_t pos) {
  const auto at = [&](size_t i) { return static_cast<unsigned char>(s[i]); };
  const unsigned char first = at(pos);
  if (first < 0x80) return 1;
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || s.size() - pos < length) return 0;
  for (size_t i = 1; i < length; ++i)
    if ((at(pos + i) & 0xC0) != 0x80) return 0;
  const unsigned char second = at(pos + 1);
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool outside = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
  return overlong || outside ? 0 : length;
}

}  // namespace

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  if (text.empty()) return parts;
  for (;;) {
    const size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> lines(std::string_view text) {
  std::vector<std::string_view> result = split(text, '\n');
  if (!result.empty() && result.back().empty()) result.pop_back();
  for (auto& line : result)
    if (line.ends_with('\r')) line.remove_suffix(1);
  return result;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower_letter);
  return result;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower_letter(x) == lower_letter(y); });
}

bool contains_ignoring_case(std::string_view text, std::string_view piece) {
  return lower(text).find(lower(piece)) != std::string::npos;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string result;
  for (const auto& part : parts) {
    if (&part != &parts.front()) result += separator;
    result += part;
  }
  return result;
}

long long number(std::string_view text, int base) {
  text = trim(text);
  if (base == 16 && (text.starts_with("0x") || text.starts_with("0X"))) text.remove_prefix(2);
  long long value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return error == std::errc{} && end == text.data() + text.size() && value >= 0 ? value : -1;
}

int small_number(std::string_view text) {
  const long long value = number(text);
  return value <= std::numeric_limits<int>::max() ? static_cast<int>(value) : -1;
}

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const int changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row[b.size()];
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  int best_distance = std::max<int>(2, static_cast<int>(word.size()) / 3) + 1;
  for (const auto& candidate : candidates) {
    const int distance = edit_distance(word, candidate);
    if (distance < best_distance) best_distance = distance, best = candidate;
  }
  return best;
}

std::string valid_utf8(std::string_view bytes) {
  std::string result;
  for (size_t pos = 0; pos < bytes.size();) {
    const size_t length = sequence_length(bytes, pos);
    if (length == 0) {
      result += "\xEF\xBF\xBD";
      ++pos;
    } else {
      result += bytes.substr(pos, length);
      pos += length;
    }
  }
  return result;
}

}  // namespace gpuenv::base
