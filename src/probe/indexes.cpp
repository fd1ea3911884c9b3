// The files in which pip and uv are told where packages come from. Of an environment only the active one's
// counts.
#include "parse/index_settings.h"
#include "parse/url_secrets.h"
#include "probe/surroundings.h"

namespace gpuenv::probe {
namespace {

struct Place {
  std::string path;
  bool uv = false;
};

/// pip: "Configuration" (pip.pypa.io), from the whole machine to the environment. uv: "Configuration files".
std::vector<Place> places(Machine& machine, const model::Facts& facts) {
  std::vector<Place> list;
  const auto add = [&](const std::string& folder, const char* name, bool uv) {
    if (!folder.empty()) list.push_back({below(machine, folder, name), uv});
  };
  const auto folder = [&](const char* variable) { return machine.variable(variable).value_or(""); };
  const auto system = machine.system();
  const std::string home = system.known() ? system->home : "";
  const bool windows = facts.os.family == base::OsFamily::windows;
  if (windows) {
    add(folder("ProgramData"), "pip/pip.ini", false);
    add(folder("ProgramData"), "uv/uv.toml", true);
    add(folder("APPDATA"), "pip/pip.ini", false);
    add(folder("APPDATA"), "uv/uv.toml", true);
    add(home, "pip/pip.ini", false);
  } else {
    add("/etc", "pip.conf", false);
    add("/etc", "xdg/pip/pip.conf", false);
    add("/etc", "uv/uv.toml", true);
    add(home, ".config/pip/pip.conf", false);
    add(home, ".pip/pip.conf", false);
    add(home, ".config/uv/uv.toml", true);
  }
  for (const auto& environment : facts.environments)
    if (environment.selection != model::Selection::found)
      add(environment.path, windows ? "pip.ini" : "pip.conf", false);
  return list;
}

}  // namespace

Known<std::vector<model::IndexSetting>> read_indexes(Machine& machine, const model::Facts& facts) {
  std::vector<model::IndexSetting> settings;
  std::optional<Unknown> open;
  for (const auto& [path, uv] : places(machine, facts)) {
    const auto text = machine.read_file(path, small_file);
    if (text.undecided() && !open) open = text.why();
    if (!text.known()) continue;
    for (auto& [key, value] : uv ? parse::uv_indexes(*text) : parse::pip_indexes(*text))
      settings.push_back({path, std::move(key), parse::without_secrets(value)});
  }
  if (settings.empty() && open) return *open;
  return {std::move(settings), "files of pip and uv"};
}

}  // namespace gpuenv::probe
