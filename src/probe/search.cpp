// Finds environments; see search.h. Links to folders are not followed and the depth is bounded, so loops end.
#include "probe/search.h"

#include <set>

#include "base/text.h"

namespace gpuenv::probe {
namespace {

using machine::DirectoryEntry;
using machine::FileKind;
using model::Selection;

constexpr int most_parents = 20;

/// Folders in which tools keep environments, below the home folder.
constexpr const char* linux_stores[] = {".virtualenvs",
                                        ".local/share/virtualenvs",
                                        ".cache/pypoetry/virtualenvs",
                                        ".local/share/hatch/env/virtual",
                                        ".local/share/pipx/venvs",
                                        ".local/pipx/venvs",
                                        ".local/share/uv/tools",
                                        ".pyenv/versions",
                                        ".conda/envs"};
constexpr const char* windows_stores[] = {".virtualenvs", "AppData/Local/pypoetry/Cache/virtualenvs",
                                          "pipx/venvs", "AppData/Roaming/uv/tools",
                                          ".pyenv/pyenv-win/versions"};
constexpr const char* lists_of_pythons[] = {
    R"(HKCU\SOFTWARE\Python\PythonCore)", R"(HKLM\SOFTWARE\Python\PythonCore)",
    R"(HKCU\SOFTWARE\Python\ContinuumAnalytics)", R"(HKLM\SOFTWARE\Python\ContinuumAnalytics)"};

class Search {
 public:
  explicit Search(Machine& machine)
      : machine_(machine), windows_(machine.traits().os == base::OsFamily::windows) {
    const auto system = machine.system();
    if (!system.known()) return;
    home_ = system->home;
    working_directory_ = system->working_directory;
  }

  SearchResult named(const std::vector<std::string>& paths) {
    for (const auto& path : paths) add(locate(machine_, path));
    return std::move(result_);
  }

  SearchResult all() {
    add_active();
    add_around(working_directory_);
    add_listed();
    add_stores();
    add_system();
    add_below_home();
    if (questions_ >= most_search_questions)
      result_.left_out.push_back("the search for environments ended after " + std::to_string(questions_) +
                                 " folders and files; name others with --env");
    if (too_many_ > 0)
      result_.left_out.push_back(std::to_string(too_many_) + " environments beyond the first " +
                                 std::to_string(most_environments));
    return std::move(result_);
  }

 private:
  void add(Place place) {
    place.path = base::normal_path(machine_.traits().paths, place.path);
    if (!seen_.insert(base::path_key(machine_.traits().paths, real_path(machine_, place.path))).second)
      return;
    if (result_.places.size() >= most_environments)
      ++too_many_;
    else
      result_.places.push_back(std::move(place));
  }
  void add_found(const std::string& path) { add({path, Selection::found, {}}); }

  bool may_ask() { return questions_ < most_search_questions; }
  bool there(const std::string& path) { return may_ask() && (++questions_, machine_.exists(path)); }
  std::vector<DirectoryEntry> entries(const std::string& path) {
    if (!may_ask()) return {};
    ++questions_;
    auto listing = machine_.list(path);
    return listing.known() ? *std::move(listing) : std::vector<DirectoryEntry>();
  }

  void add_if_environment(const std::string& folder) {
    if (there(machine_.join(folder, "pyvenv.cfg")) || there(machine_.join(folder, "conda-meta")))
      add_found(folder);
  }
  void add_if_venv(const std::string& folder) {
    if (there(machine_.join(folder, "pyvenv.cfg"))) add_found(folder);
  }

  /// The one that the user works in: an activated one, else that of the first python on PATH.
  void add_active() {
    std::optional<Unknown> open;
    bool active = false;
    for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
      const auto folder = machine_.variable(name);
      if (folder.undecided() && !open) open = folder.why();
      if (!folder.known() || folder->empty()) continue;
      const auto environment = is_environment(machine_, *folder);
      if (environment.known() && !*environment) {
        result_.left_out.push_back(std::string(name) + " names " + *folder + ", where no environment is");
        continue;
      }
      add({*folder, active ? Selection::found : Selection::active, {}});
      active = true;
    }
    if (active) return;
    if (auto place = python_on_path(machine_))
      add(*std::move(place));
    else if (open)
      add({"VIRTUAL_ENV", Selection::active, open});
  }

  /// .venv and venv beside the user's files.
  void add_around(std::string folder) {
    for (int up = 0; up < most_parents && !folder.empty(); ++up) {
      add_if_venv(folder);
      for (const char* name : {".venv", "venv"}) add_if_venv(machine_.join(folder, name));
      if (there(below(machine_, folder, ".pixi/envs/default/conda-meta")))
        add_found(below(machine_, folder, ".pixi/envs/default"));
      std::string above = base::parent_path(machine_.traits().paths, folder);
      if (above == folder) return;
      folder = std::move(above);
    }
  }

  /// conda keeps a list of its environments.
  void add_listed() {
    if (home_.empty()) return;
    const auto text = machine_.read_file(below(machine_, home_, ".conda/environments.txt"), small_file);
    if (!text.known()) return;
    for (std::string_view line : base::lines(*text)) {
      const std::string folder(base::trim(line));
      if (base::is_absolute(machine_.traits().paths, folder)) add_if_environment(folder);
    }
  }

  void add_each(const std::string& store) {
    for (const auto& entry : entries(store)) {
      if (entry.kind == FileKind::file) continue;
      const std::string folder = machine_.join(store, entry.name);
      const std::string interpreter =
          windows_ ? machine_.join(folder, "python.exe") : below(machine_, folder, "bin/python3");
      if (there(machine_.join(folder, "pyvenv.cfg")) || there(interpreter)) add_found(folder);
    }
  }

  void add_stores() {
    const auto chosen = machine_.variable("WORKON_HOME");
    if (chosen.known() && base::is_absolute(machine_.traits().paths, *chosen)) add_each(*chosen);
    if (home_.empty()) return;
    if (windows_)
      for (const char* store : windows_stores) add_each(below(machine_, home_, store));
    else
      for (const char* store : linux_stores) add_each(below(machine_, home_, store));
  }

  /// The Pythons of the system: Windows has a list of them (PEP 514).
  void add_system() {
    if (!windows_) {
      if (there("/usr/bin/python3")) add_found("/usr");
      return;
    }
    for (const char* list : lists_of_pythons) {
      const auto tags = machine_.registry_keys(list);
      if (!tags.known()) continue;
      for (const auto& tag : *tags) {
        const auto folder = machine_.registry_value(std::string(list) + "\\" + tag + "\\InstallPath", "");
        if (folder.known() && !folder->empty() && there(machine_.join(*folder, "python.exe")))
          add_found(base::normal_path(machine_.traits().paths, *folder));
      }
    }
  }

  static bool worth_entering(const DirectoryEntry& entry) {
    if (entry.kind != FileKind::directory || entry.name.empty() || entry.name[0] == '.') return false;
    for (const char* name : {"node_modules", "__pycache__", "snap", "AppData", "go"})
      if (entry.name == name) return false;
    return true;
  }

  /// Home two levels deep, and .venv or venv in the folders of the second level.
  void add_below_home() {
    if (home_.empty()) return;
    for (const auto& first : entries(home_)) {
      if (!worth_entering(first)) continue;
      const std::string folder = machine_.join(home_, first.name);
      add_project(folder);
    }
  }

  void add_project(const std::string& folder) {
    for (const auto& entry : entries(folder)) {
      const std::string path = machine_.join(folder, entry.name);
      if (entry.name == "pyvenv.cfg" || entry.name == "conda-meta") {
        add_found(folder);
      } else if (entry.name == ".venv" || entry.name == "venv") {
        add_if_venv(path);
      } else if (worth_entering(entry)) {
        add_if_venv(path);
        add_if_venv(machine_.join(path, ".venv"));
        add_if_venv(machine_.join(path, "venv"));
      }
    }
  }

  Machine& machine_;
  bool windows_;
  std::string home_, working_directory_;
  std::set<std::string> seen_;
  SearchResult result_;
  int questions_ = 0;
  int too_many_ = 0;
};

}  // namespace

SearchResult search_environments(Machine& machine, const Options& options) {
  Search search(machine);
  return options.environments.empty() ? search.all() : search.named(options.environments);
}

}  // namespace gpuenv::probe
