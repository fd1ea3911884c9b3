// Names of conda's records; see conda_record.h.
#include "parse/conda_record.h"

#include <algorithm>

#include "base/text.h"

namespace gpuenv::parse {
namespace {

std::string_view after(std::string_view text, std::string_view mark) {
  const size_t at = text.find(mark);
  return at == std::string_view::npos ? std::string_view() : text.substr(at + mark.size());
}

/// The folder of a channel that holds the packages of one platform.
bool is_platform(std::string_view name) {
  return name == "noarch" || name.starts_with("linux-") || name.starts_with("win-") ||
         name.starts_with("osx-");
}

}  // namespace

std::optional<model::CondaPackage> conda_record(std::string_view file_name) {
  if (!file_name.ends_with(".json")) return std::nullopt;
  file_name.remove_suffix(5);
  // Neither version nor build may hold a '-'.
  const size_t build = file_name.rfind('-');
  if (build == std::string_view::npos || build == 0) return std::nullopt;
  const size_t version = file_name.rfind('-', build - 1);
  if (version == std::string_view::npos || version == 0) return std::nullopt;
  return model::CondaPackage{base::valid_utf8(file_name.substr(0, version)),
                             base::valid_utf8(file_name.substr(version + 1, build - version - 1)),
                             base::valid_utf8(file_name.substr(build + 1))};
}

std::string conda_channel(std::string_view record) {
  // The records of big packages list thousands of files, so only their beginning is read, which is no whole
  // JSON document.
  std::string_view value = after(record, "\"channel\"");
  value = value.substr(std::min(value.find_first_not_of(" \t:"), value.size()));
  if (!value.starts_with('"') || value.find('"', 1) == std::string_view::npos) return "";
  value = value.substr(1, value.find('"', 1) - 1);
  while (value.ends_with('/')) value.remove_suffix(1);
  if (is_platform(value.substr(value.rfind('/') + 1)))
    value = value.substr(0, std::min(value.rfind('/'), value.size()));
  if (value.contains('@') || value.contains("/t/") || value.contains('\\')) return "";
  if (value.starts_with("https://repo.anaconda.com/pkgs/") || value.starts_with("pkgs/")) return "defaults";
  constexpr std::string_view public_host = "https://conda.anaconda.org/";
  return base::valid_utf8(value.starts_with(public_host) ? value.substr(public_host.size()) : value);
}

std::string conda_program(std::string_view history) {
  std::string_view line = after(history, "# cmd: ");
  line = line.substr(0, line.find_first_of("\r\n"));
  // The path may hold blanks ("C:\\Program Files\\..."), so the name is looked for, not the first word.
  for (const std::string_view name : {"micromamba", "mamba", "conda"})
    for (const std::string_view ending : {" ", ".exe ", "-script.py "})
      for (const std::string_view before : {"/", "\\", ""}) {
        const std::string program = std::string(before) + std::string(name) + std::string(ending);
        if (before.empty() ? line.starts_with(program) : line.contains(program)) return std::string(name);
      }
  return "";
}

}  // namespace gpuenv::parse
