// Paths as text; see path.h.
#include "base/path.h"

#include "base/text.h"

namespace gpuenv::base {
namespace {

bool is_separator(const PathStyle& style, char c) {
  return c == style.separator || (style.separator == '\\' && c == '/');
}

bool has_drive(const PathStyle& style, std::string_view path) {
  return style.separator == '\\' && path.size() >= 2 && path[1] == ':' &&
         ((path[0] >= 'A' && path[0] <= 'Z') || (path[0] >= 'a' && path[0] <= 'z'));
}

/// How much of the path is its root: "/", "C:\", "C:", "\\" or nothing.
size_t root_length(const PathStyle& style, std::string_view path) {
  if (has_drive(style, path)) return path.size() > 2 && is_separator(style, path[2]) ? 3 : 2;
  if (path.empty() || !is_separator(style, path[0])) return 0;
  return style.separator == '\\' && path.size() > 1 && is_separator(style, path[1]) ? 2 : 1;
}

std::string normal_root(const PathStyle& style, std::string_view root) {
  std::string result(root);
  for (char& c : result)
    if (is_separator(style, c)) c = style.separator;
  return result;
}

}  // namespace

bool is_absolute(const PathStyle& style, std::string_view path) {
  const size_t root = root_length(style, path);
  return root > 0 && !(has_drive(style, path) && root == 2);
}

std::string join_path(const PathStyle& style, std::string_view dir, std::string_view name) {
  if (dir.empty() || is_absolute(style, name)) return std::string(name);
  std::string result(dir);
  if (!is_separator(style, result.back())) result += style.separator;
  return result += name;
}

std::string parent_path(const PathStyle& style, std::string_view path) {
  const size_t root = root_length(style, path);
  size_t end = path.size();
  while (end > root && is_separator(style, path[end - 1])) --end;
  while (end > root && !is_separator(style, path[end - 1])) --end;
  while (end > root && is_separator(style, path[end - 1])) --end;
  return std::string(path.substr(0, end));
}

std::string file_name(const PathStyle& style, std::string_view path) {
  const size_t root = root_length(style, path);
  size_t end = path.size();
  while (end > root && is_separator(style, path[end - 1])) --end;
  size_t begin = end;
  while (begin > root && !is_separator(style, path[begin - 1])) --begin;
  return std::string(path.substr(begin, end - begin));
}

std::string normal_path(const PathStyle& style, std::string_view path) {
  const size_t root = root_length(style, path);
  std::vector<std::string_view> names;
  for (size_t pos = root; pos < path.size();) {
    size_t end = pos;
    while (end < path.size() && !is_separator(style, path[end])) ++end;
    const std::string_view name = path.substr(pos, end - pos);
    if (name == ".." && !names.empty() && names.back() != "..")
      names.pop_back();
    else if (!name.empty() && name != "." && !(name == ".." && root > 0))
      names.push_back(name);
    pos = end + 1;
  }
  std::string result = normal_root(style, path.substr(0, root));
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) result += style.separator;
    result += names[i];
  }
  return result.empty() && !path.empty() ? "." : result;
}

std::string path_key(const PathStyle& style, std::string_view path) {
  std::string key = normal_path(style, path);
  return style.ignores_case ? lower(key) : key;
}

bool path_within(const PathStyle& style, std::string_view path, std::string_view dir) {
  const std::string inner = path_key(style, path), outer = path_key(style, dir);
  if (outer.empty() || !inner.starts_with(outer)) return false;
  return inner.size() == outer.size() || is_separator(style, outer.back()) ||
         is_separator(style, inner[outer.size()]);
}

std::vector<std::string> path_list(const PathStyle& style, std::string_view list) {
  std::vector<std::string> result;
  for (std::string_view entry : split(list, style.list_separator))
    if (!entry.empty()) result.emplace_back(entry);
  return result;
}

}  // namespace gpuenv::base
