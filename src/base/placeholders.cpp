// Placeholders; see placeholders.h.
#include "base/placeholders.h"

#include <algorithm>

namespace gpuenv::base {
namespace {

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/// The placeholder that begins at the '{' at `open`: its name, or "" when this is no placeholder.
std::string_view name_at(std::string_view text, size_t open) {
  size_t end = open + 1;
  while (end < text.size() && is_name_char(text[end])) ++end;
  return end < text.size() && text[end] == '}' ? text.substr(open + 1, end - open - 1) : std::string_view();
}

}  // namespace

std::string fill(std::string_view text, const std::map<std::string, std::string>& values) {
  std::string result;
  for (size_t pos = 0; pos < text.size();) {
    const std::string_view name = text[pos] == '{' ? name_at(text, pos) : std::string_view();
    const auto found = values.find(std::string(name));
    if (name.empty() || found == values.end()) {
      result += text[pos++];
      continue;
    }
    result += found->second;
    pos += name.size() + 2;
    const bool blank_before = result.empty() || result.back() == ' ';
    if (found->second.empty() && blank_before && pos < text.size() && text[pos] == ' ') ++pos;
  }
  return result;
}

std::vector<std::string_view> placeholders(std::string_view text) {
  std::vector<std::string_view> names;
  for (size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{', open + 1)) {
    const std::string_view name = name_at(text, open);
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

bool has_stray_brace(std::string_view text) {
  for (size_t pos = 0; pos < text.size(); ++pos) {
    if (text[pos] == '}') return true;
    if (text[pos] != '{') continue;
    const std::string_view name = name_at(text, pos);
    if (name.empty()) return true;
    pos += name.size() + 1;
  }
  return false;
}

}  // namespace gpuenv::base
