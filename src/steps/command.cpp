// Quoting for shells; see command.h.
#include "steps/command.h"

#include <algorithm>

namespace gpuenv::steps {
namespace {

/// Characters that neither a shell nor a reader can take for anything else. '=', '[' and '<' would be safe in
/// bash alone, but zsh globs on brackets and a version such as a>=1 must never be typed bare.
bool plain(std::string_view word, std::string_view also) {
  const auto is_plain = [&](char c) {
    const bool letter_or_digit = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return letter_or_digit || std::string_view("_-./:+").contains(c) || also.contains(c);
  };
  return !word.empty() && std::all_of(word.begin(), word.end(), is_plain);
}

bool contains_any(std::string_view word, std::string_view characters) {
  return word.find_first_of(characters) != std::string_view::npos;
}

std::string replaced(std::string_view word, std::string_view from, std::string_view to) {
  std::string result(word);
  for (size_t at = 0; (at = result.find(from, at)) != std::string::npos; at += to.size())
    result.replace(at, from.size(), to);
  return result;
}

/// PowerShell takes typographic quotes for quotes: U+2018..U+201B end a '...' text, U+201C..U+201E a "..."
/// text. In UTF-8 they are E2 80 98..9E.
constexpr std::string_view typographic_single[] = {"\xE2\x80\x98", "\xE2\x80\x99", "\xE2\x80\x9A",
                                                   "\xE2\x80\x9B"};
constexpr std::string_view typographic_double[] = {"\xE2\x80\x9C", "\xE2\x80\x9D", "\xE2\x80\x9E"};

}  // namespace

std::string quote_posix(std::string_view word) {
  if (plain(word, "")) return std::string(word);
  if (!contains_any(word, "\"$`\\!")) return "\"" + std::string(word) + "\"";
  return "'" + replaced(word, "'", "'\\''") + "'";
}

std::string quote_powershell(std::string_view word) {
  if (plain(word, "\\")) return std::string(word);
  bool literal = contains_any(word, "\"$`");
  for (const auto quote : typographic_double) literal = literal || word.contains(quote);
  if (!literal) return "\"" + std::string(word) + "\"";
  std::string text = replaced(word, "'", "''");
  for (const auto quote : typographic_single)
    text = replaced(text, quote, std::string(quote) + std::string(quote));
  return "'" + text + "'";
}

std::string command_line(const std::vector<std::string>& words, bool powershell) {
  std::string line;
  for (const auto& word : words) {
    const std::string quoted = powershell ? quote_powershell(word) : quote_posix(word);
    if (line.empty() && powershell && quoted != word) line = "& ";
    line += (line.empty() || line == "& " ? "" : " ") + quoted;
  }
  return line;
}

}  // namespace gpuenv::steps
