// Constants in Python files; see python_literals.h.
#include "parse/python_literals.h"

#include <algorithm>

#include "base/text.h"

namespace gpuenv::parse {
namespace {

bool is_quote(char c) {
  return c == '\'' || c == '"';
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string_view skip_blanks(std::string_view text) {
  while (!text.empty() && (text[0] == ' ' || text[0] == '\t' || text[0] == '\r' || text[0] == '\n'))
    text.remove_prefix(1);
  return text;
}

/// Takes a quoted string off the front; nothing when it does not end on its line.
std::optional<std::string> take_string(std::string_view& text) {
  if (text.empty() || !is_quote(text[0])) return std::nullopt;
  const char quote = text[0];
  std::string value;
  for (size_t i = 1; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == quote) {
      text.remove_prefix(i + 1);
      return base::valid_utf8(value);
    }
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    value += text[i];
  }
  return std::nullopt;
}

/// What stands after a string makes it a part of code: 'a' + b, 'a'.join(c).
bool ends_value(std::string_view rest) {
  while (!rest.empty() && (rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r')) rest.remove_prefix(1);
  return rest.empty() || rest[0] == '\n' || rest[0] == '#' || rest[0] == ',' || rest[0] == ')' ||
         rest[0] == ']' || rest[0] == '}' || rest[0] == ';';
}

PythonValue read_list(std::string_view text) {
  PythonValue value{PythonValue::Kind::list, "", {}, 0};
  for (;;) {
    text = skip_blanks(text);
    if (text.starts_with(']')) return value;
    auto item = take_string(text);
    if (!item) return {};
    value.list.push_back(*std::move(item));
    text = skip_blanks(text);
    if (text.starts_with(','))
      text.remove_prefix(1);
    else if (!text.starts_with(']'))
      return {};
  }
}

PythonValue read_value(std::string_view text) {
  using Kind = PythonValue::Kind;
  text = skip_blanks(text);
  if (text.starts_with('[')) return read_list(text.substr(1));
  if (!text.empty() && is_quote(text[0])) {
    auto string = take_string(text);
    return string && ends_value(text) ? PythonValue{Kind::text, *std::move(string), {}, 0} : PythonValue{};
  }
  const auto end = std::find_if_not(text.begin(), text.end(), [](char c) { return is_word(c) || c == '.'; });
  const std::string_view word(text.begin(), end);
  text.remove_prefix(word.size());
  if (!ends_value(text)) return {};
  if (word == "None") return {Kind::none, "", {}, 0};
  if (word == "True") return {Kind::yes, "", {}, 0};
  if (word == "False") return {Kind::no, "", {}, 0};
  return {Kind::other, std::string(word), {}, 0};
}

/// Where the value stands in "name = value" or "name: Type = value"; npos when the line assigns something
/// else.
size_t value_position(std::string_view line, std::string_view name) {
  if (!line.starts_with(name) || line.size() == name.size() || is_word(line[name.size()]))
    return std::string_view::npos;
  const std::string_view rest = line.substr(name.size());
  const size_t first = rest.find_first_not_of(" \t");
  if (first == std::string_view::npos || (rest[first] != '=' && rest[first] != ':'))
    return std::string_view::npos;
  const size_t equals = rest.find('=', first);
  if (equals == std::string_view::npos || (equals + 1 < rest.size() && rest[equals + 1] == '='))
    return std::string_view::npos;
  return name.size() + equals + 1;
}

int line_of(std::string_view text, size_t position) {
  return 1 + static_cast<int>(
                 std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
}

}  // namespace

std::optional<PythonValue> assignment(std::string_view text, std::string_view name) {
  std::optional<PythonValue> found;
  if (name.empty()) return found;
  int number = 1;
  for (size_t at = 0; at < text.size(); ++number) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const size_t value = value_position(text.substr(at, end - at), name);
    if (value != std::string_view::npos) {
      found = read_value(text.substr(at + value));
      found->line = number;
    }
    at = end + 1;
  }
  return found;
}

std::optional<PythonValue> entry(std::string_view text, std::string_view key) {
  if (key.empty()) return std::nullopt;
  for (size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + key.size())) {
    const size_t after = at + key.size();
    if (at == 0 || after >= text.size() || !is_quote(text[at - 1]) || text[after] != text[at - 1]) continue;
    const std::string_view rest = skip_blanks(text.substr(after + 1));
    if (rest.empty() || (rest[0] != ',' && rest[0] != ':')) continue;
    PythonValue value = read_value(rest.substr(1));
    value.line = line_of(text, at);
    return value;
  }
  return std::nullopt;
}

}  // namespace gpuenv::parse
