// Terminal columns; see width.h.
#include "report/width.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/text.h"

namespace gpuenv::report {
namespace {

struct Range {
  char32_t first, last;
};

// Unicode 15, EastAsianWidth.txt: the blocks in which (nearly) everything is W or F.
constexpr Range wide_ranges[] = {
    {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},
    {0xA000, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF},
    {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD},
};

constexpr Range zero_ranges[] = {
    {0x0300, 0x036F}, {0x200B, 0x200F}, {0x2060, 0x2060},
    {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF},
};

// Marks that reorder or break the line they stand in (UAX 9, UAX 14).
constexpr Range hostile_ranges[] = {
    {0x0000, 0x001F}, {0x007F, 0x009F}, {0x061C, 0x061C},
    {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069},
};

template <size_t N>
bool in(const Range (&ranges)[N], char32_t c) {
  return std::any_of(std::begin(ranges), std::end(ranges),
                     [c](const Range& range) { return c >= range.first && c <= range.last; });
}

bool is_wide(char32_t c) {
  return in(wide_ranges, c);
}

int columns_of(char32_t c) {
  return in(zero_ranges, c) ? 0 : is_wide(c) ? 2 : 1;
}

/// One character of a text and the bytes it takes.
struct Char {
  char32_t code;
  std::string_view bytes;
};

/// The character at `pos` of valid UTF-8; other bytes are taken singly.
Char char_at(std::string_view text, size_t pos) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[pos + i]); };
  const unsigned char first = byte(0);
  const size_t length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
  if (length == 1 || pos + length > text.size()) return {first, text.substr(pos, 1)};
  char32_t code = first & (0x7FU >> length);
  for (size_t i = 1; i < length; ++i) code = (code << 6) | (byte(i) & 0x3FU);
  return {code, text.substr(pos, length)};
}

template <class Each>
void for_each_char(std::string_view text, Each each) {
  for (size_t pos = 0; pos < text.size();) {
    const Char c = char_at(text, pos);
    each(c);
    pos += c.bytes.size();
  }
}

bool is_one_of(char32_t c, std::u32string_view list) {
  return list.find(c) != std::u32string_view::npos;
}

/// True when a line may end between two characters that stand side by side.
bool may_break(char32_t before, char32_t after) {
  if (!is_wide(before) && !is_wide(after)) return false;
  return !is_one_of(after, U"，。；：！？、）】》」』〉”’…·,.;:!?)]}%") &&
         !is_one_of(before, U"（【《「『〈“‘([{");
}

/// A piece that stays together, with the blanks in front of it.
struct Piece {
  std::string text;
  bool blank_before = false;
};

std::vector<Piece> pieces(std::string_view text) {
  std::vector<Piece> result;
  char32_t before = U' ';
  for_each_char(text, [&](const Char& c) {
    if (c.code != U' ') {
      if (before == U' ' || may_break(before, c.code))
        result.push_back({"", before == U' ' && !result.empty()});
      result.back().text += c.bytes;
    }
    before = c.code;
  });
  return result;
}

}  // namespace

std::string shortened(std::string text, int columns) {
  if (display_width(text) <= columns) return text;
  size_t kept = 0;
  int width = 1;  // of the "…"
  bool full = columns < 1;
  for_each_char(text, [&](const Char& c) {
    full = full || width + columns_of(c.code) > columns;
    if (full) return;
    width += columns_of(c.code);
    kept += c.bytes.size();
  });
  text.resize(kept);
  return columns < 1 ? "" : text + "…";
}

int display_width(std::string_view text) {
  int width = 0;
  bool in_color = false;
  for_each_char(text, [&](const Char& c) {
    if (c.code == 0x1B) in_color = true;
    if (!in_color) width += columns_of(c.code);
    if (c.code == U'm') in_color = false;
  });
  return width;
}

std::vector<std::string> wrap(std::string_view text, int columns) {
  std::vector<std::string> lines(1);
  int used = 0;
  for (const Piece& piece : pieces(text)) {
    const int width = display_width(piece.text);
    const int gap = piece.blank_before && used > 0 ? 1 : 0;
    if (used > 0 && used + gap + width > columns) {
      lines.emplace_back();
      used = 0;
    } else if (gap > 0) {
      lines.back() += ' ';
      ++used;
    }
    lines.back() += piece.text;
    used += width;
  }
  return lines;
}

std::string padded(std::string text, int columns) {
  const int missing = columns - display_width(text);
  if (missing > 0) text.append(static_cast<size_t>(missing), ' ');
  return text;
}

std::string printable(std::string_view text) {
  std::string result;
  const std::string valid = base::valid_utf8(text);
  for_each_char(valid, [&](const Char& c) {
    if (c.code == U'\n' || c.code == U'\r' || c.code == U'\t')
      result += ' ';
    else if (in(hostile_ranges, c.code))
      result += c.code < 0x100 ? fmt::format("\\x{:02x}", static_cast<unsigned>(c.code))
                               : fmt::format("\\u{:04x}", static_cast<unsigned>(c.code));
    else
      result += c.bytes;
  });
  return result;
}

}  // namespace gpuenv::report
