// Site folders; see site.h.
#include "probe/site.h"

#include <algorithm>

#include "base/text.h"

namespace gpuenv::probe {
namespace {

using base::Version;
using machine::DirectoryEntry;

bool is_python_folder(std::string_view name) {
  for (std::string_view beginning : {"python3.", "python2.", "pypy3."})
    if (name.size() > beginning.size() && name.starts_with(beginning)) return true;
  return false;
}

class SiteFinder {
 public:
  SiteFinder(Machine& machine, std::vector<SiteFolder>& folders) : machine_(machine), folders_(folders) {}

  bool add(const std::string& path, bool own) {
    auto entries = machine_.list(path);
    if (entries.absent()) return false;
    const auto& style = machine_.traits().paths;
    for (const auto& folder : folders_)
      if (base::path_key(style, folder.path) == base::path_key(style, path)) return true;
    folders_.push_back({path, std::move(entries), own});
    return true;
  }

  /// lib/pythonX.Y/site-packages of a prefix; when there is no such folder for the version, what stands
  /// there.
  void add_below(const std::string& prefix, const Version& python, bool own) {
    const std::string lib = machine_.join(prefix, "lib");
    if (python.valid() && add(below(machine_, lib, "python" + python.series() + "/site-packages"), own))
      return;
    const auto entries = machine_.list(lib);
    if (entries.undecided()) folders_.push_back({lib, entries, own});
    if (!entries.known()) return;
    for (const auto& entry : *entries)
      if (is_python_folder(entry.name)) add(below(machine_, lib, entry.name + "/site-packages"), own);
  }

  /// Python of the distribution: Debian has dist-packages, Fedora a second folder in lib64.
  void add_system(const Version& python) {
    const std::string folder = "python" + python.series();
    for (const std::string& path :
         {"/usr/local/lib/" + folder + "/dist-packages", "/usr/local/lib/" + folder + "/site-packages",
          "/usr/local/lib64/" + folder + "/site-packages", std::string("/usr/lib/python3/dist-packages"),
          "/usr/lib/" + folder + "/site-packages", "/usr/lib64/" + folder + "/site-packages"})
      add(path, true);
  }

  /// pip install --user; a venv does not see it.
  void add_user(const Version& python) {
    const auto off = machine_.variable("PYTHONNOUSERSITE");
    if (off.known() && !off->empty()) return;
    if (machine_.traits().os == base::OsFamily::windows) {
      const auto roaming = machine_.variable("APPDATA");
      std::string digits = python.series();
      std::erase(digits, '.');
      if (roaming.known()) add(below(machine_, *roaming, "Python/Python" + digits + "/site-packages"), false);
      return;
    }
    const auto system = machine_.system();
    if (system.known() && !system->home.empty())
      add(below(machine_, system->home, ".local/lib/python" + python.series() + "/site-packages"), false);
  }

 private:
  Machine& machine_;
  std::vector<SiteFolder>& folders_;
};

}  // namespace

std::vector<SiteFolder> site_folders(Machine& machine, const model::Environment& environment) {
  std::vector<SiteFolder> folders;
  SiteFinder finder(machine, folders);
  const Version python = environment.python.value_or(Version());
  const bool sees_user = environment.kind == "system" || environment.kind == "conda";
  if (sees_user && python.valid()) finder.add_user(python);
  if (machine.traits().os == base::OsFamily::windows)
    finder.add(below(machine, environment.path, "Lib/site-packages"), true);
  else if (environment.kind == "system" && environment.path == "/usr" && python.valid())
    finder.add_system(python);
  else
    finder.add_below(environment.path, python, true);
  return folders;
}

std::vector<SiteFolder> base_site_folders(Machine& machine, const std::string& home, const Version& python) {
  model::Environment base;
  const auto& style = machine.traits().paths;
  base.kind = "system";
  base.path = machine.traits().os == base::OsFamily::windows ? home : base::parent_path(style, home);
  if (python.valid()) base.python = Known<Version>(python, "pyvenv.cfg");
  std::vector<SiteFolder> folders = site_folders(machine, base);
  for (auto& folder : folders) folder.own = false;
  return folders;
}

const SiteFolder* site_with(const Machine& machine, const std::vector<SiteFolder>& folders,
                            std::string_view name) {
  const bool fold = machine.traits().paths.ignores_case;
  for (const auto& folder : folders) {
    if (!folder.entries.known()) continue;
    for (const auto& entry : *folder.entries)
      if (fold ? base::equal_ignoring_case(entry.name, name) : entry.name == name) return &folder;
  }
  return nullptr;
}

}  // namespace gpuenv::probe
