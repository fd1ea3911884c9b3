// .condarc; see condarc.h. Of YAML only the two ways of writing a list are read.
#include "parse/condarc.h"

#include "base/text.h"

namespace gpuenv::parse {
namespace {

std::string unquoted(std::string_view item) {
  item = base::trim(item.substr(0, item.find(" #")));
  if (item.size() >= 2 && (item[0] == '"' || item[0] == '\'') && item.back() == item[0])
    item = item.substr(1, item.size() - 2);
  return std::string(item);
}

}  // namespace

std::vector<std::string> condarc_envs(std::string_view text) {
  std::vector<std::string> folders;
  const auto add = [&](std::string_view item) {
    if (std::string folder = unquoted(item); !folder.empty()) folders.push_back(std::move(folder));
  };
  bool inside = false;
  for (std::string_view line : base::lines(text)) {
    const std::string_view words = base::trim(line);
    if (words.empty() || words[0] == '#') continue;
    if (words[0] == '-') {
      if (inside) add(words.substr(1));
      continue;
    }
    inside = words.starts_with("envs_dirs:") || words.starts_with("envs_path:");
    if (!inside) continue;
    std::string_view list = base::trim(words.substr(10));
    if (!list.starts_with('[')) continue;
    list = list.substr(1, list.find(']') - 1);
    for (std::string_view item : base::split(list, ',')) add(item);
  }
  return folders;
}

}  // namespace gpuenv::parse
