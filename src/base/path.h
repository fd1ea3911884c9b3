// Paths as text, in the way of the machine they belong to (which may not be the one we run on).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpuenv::base {

/// How a machine writes paths.
struct PathStyle {
  char separator = '/';
  bool ignores_case = false;  ///< Windows: names differing in case only are the same file
  char list_separator = ':';  ///< between the entries of PATH and the like
};

inline constexpr PathStyle posix_paths{'/', false, ':'};
inline constexpr PathStyle windows_paths{'\\', true, ';'};

/// dir + name with one separator between; an absolute `name` wins.
std::string join_path(const PathStyle& style, std::string_view dir, std::string_view name);

/// True for "/x", and on Windows for "C:\x", "C:/x", "\\server\share" and "\x".
bool is_absolute(const PathStyle& style, std::string_view path);

/// The folder of a path ("/" and "C:\" are their own).
std::string parent_path(const PathStyle& style, std::string_view path);

/// The last name of a path.
std::string file_name(const PathStyle& style, std::string_view path);

/// Without "." and ".." where they can be taken away as text, without doubled or trailing separators, with
/// the style's separator.
std::string normal_path(const PathStyle& style, std::string_view path);

/// The form in which two spellings of the same path are equal: normal, and in lower case where case is
/// ignored.
std::string path_key(const PathStyle& style, std::string_view path);

/// True when `path` is `dir` or lies below it; nothing lies in "".
bool path_within(const PathStyle& style, std::string_view path, std::string_view dir);

/// The non-empty entries of a PATH-like list.
std::vector<std::string> path_list(const PathStyle& style, std::string_view list);

}  // namespace gpuenv::base
