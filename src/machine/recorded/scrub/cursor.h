// A place in a text that is being scrubbed, with the small questions that recognisers ask of it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gpuenv::machine::recorded {

inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
inline bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
inline bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
inline bool is_word(char c) {
  return is_letter(c) || is_digit(c) || c == '_';
}
inline bool is_slash(char c) {
  return c == '/' || c == '\\';
}
inline bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
}

struct Cursor {
  std::string_view text;
  std::size_t at = 0;

  std::string_view rest() const { return text.substr(at); }
  /// The character at a distance, '\0' outside the text.
  char peek(std::ptrdiff_t distance) const {
    const std::ptrdiff_t place = static_cast<std::ptrdiff_t>(at) + distance;
    return place < 0 || place >= static_cast<std::ptrdiff_t>(text.size())
               ? '\0'
               : text[static_cast<std::size_t>(place)];
  }
  /// The characters from `distance` on, at most `length`; fewer at the end of the text.
  std::string_view piece(std::size_t distance, std::size_t length) const {
    return at + distance >= text.size() ? std::string_view() : text.substr(at + distance, length);
  }
  /// How many characters from `distance` on satisfy the condition.
  template <class Condition>
  std::size_t run(std::size_t distance, Condition condition) const {
    std::size_t end = at + distance;
    while (end < text.size() && condition(text[end])) ++end;
    return end <= at + distance ? 0 : end - at - distance;
  }
};

/// What a recogniser found: so many characters, and what to put in their place. Length 0 = nothing.
struct Found {
  std::size_t length = 0;
  std::string replacement;
};

}  // namespace gpuenv::machine::recorded
