// Small questions; see ask.h.
#include "probe/ask.h"

#include <algorithm>

namespace gpuenv::probe {
namespace {

constexpr int most_links = 40;  // path_resolution(7)

}  // namespace

std::string below(const Machine& machine, std::string_view dir, std::string_view relative) {
  std::string path = machine.join(dir, relative);
  const char separator = machine.traits().paths.separator;
  if (separator != '/') std::replace(path.begin(), path.end(), '/', separator);
  return path;
}

Known<bool> is_there(Machine& machine, std::string_view path) {
  const auto status = machine.status(path);
  if (status.known()) return Known<bool>(true, std::string(path));
  if (status.absent()) return Known<bool>(false, std::string(path));
  return status.no_value<bool>();
}

Known<bool> is_folder(Machine& machine, std::string_view path) {
  const auto status = machine.status(path);
  if (status.known()) return Known<bool>(status->kind == machine::FileKind::directory, std::string(path));
  if (status.absent()) return Known<bool>(false, std::string(path));
  return status.no_value<bool>();
}

Known<std::vector<std::string>> program_folders(Machine& machine) {
  const auto path = machine.variable("PATH");
  if (!path.known()) return path.no_value<std::vector<std::string>>();
  std::vector<std::string> folders = base::path_list(machine.traits().paths, *path);
  std::erase_if(folders, [](const std::string& folder) {
    return folder.starts_with("/mnt/") && folder.size() > 6 && folder[6] == '/';
  });
  return {std::move(folders), path.origin()};
}

std::string real_path(Machine& machine, std::string_view path) {
  const auto& style = machine.traits().paths;
  std::string rest = base::normal_path(style, path);
  if (machine.traits().os == base::OsFamily::windows || !rest.starts_with('/')) return rest;
  std::string done = "/";
  int links = 0;
  for (rest.erase(0, 1); !rest.empty();) {
    const size_t end = std::min(rest.find('/'), rest.size());
    const std::string next = base::join_path(style, done, rest.substr(0, end));
    rest.erase(0, std::min(end + 1, rest.size()));
    const auto target = links < most_links ? machine.link_target(next) : Known<std::string>();
    if (!target.known()) {
      done = next;
      continue;
    }
    ++links;
    const std::string whole =
        base::normal_path(style, base::join_path(style, done, *target) + (rest.empty() ? "" : "/" + rest));
    done = "/";
    rest = whole.substr(1);
  }
  return done;
}

}  // namespace gpuenv::probe
