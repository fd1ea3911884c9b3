// Finds environments; see search.h. Links to folders are not followed and the depth is bounded, so loops end.
#include "probe/search.h"

#include <map>
#include <set>

#include "base/text.h"
#include "parse/condarc.h"
#include "probe/keeper.h"
#include "probe/mounts.h"

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
                                        ".local/share/uv/python",
                                        ".pyenv/versions",
                                        ".conda/envs",
                                        ".local/share/mamba/envs",
                                        ".pixi/envs"};
constexpr const char* windows_stores[] = {".virtualenvs",
                                          "AppData/Local/pypoetry/Cache/virtualenvs",
                                          "pipx/venvs",
                                          "AppData/Local/pipx/venvs",
                                          "AppData/Roaming/uv/tools",
                                          "AppData/Roaming/uv/python",
                                          ".pyenv/pyenv-win/versions",
                                          ".conda/envs",
                                          ".pixi/envs"};
/// Variables that name such a folder: itself, or one in it.
struct StoreVariable {
  const char* name;
  const char* below;
};
constexpr StoreVariable store_variables[] = {{"WORKON_HOME", ""},
                                             {"PIPX_HOME", "venvs"},
                                             {"UV_TOOL_DIR", ""},
                                             {"UV_PYTHON_INSTALL_DIR", ""},
                                             {"PYENV_ROOT", "versions"}};
constexpr const char* lists_of_pythons[] = {
    R"(HKCU\SOFTWARE\Python\PythonCore)", R"(HKLM\SOFTWARE\Python\PythonCore)",
    R"(HKCU\SOFTWARE\Python\ContinuumAnalytics)", R"(HKLM\SOFTWARE\Python\ContinuumAnalytics)"};

class Search {
 public:
  explicit Search(Machine& machine)
      : machine_(machine), mounts_(machine), windows_(machine.traits().os == base::OsFamily::windows) {
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
    add_conda_roots();
    add_system();
    add_below_home();
    if (questions_ >= most_search_questions)
      result_.left_out.push_back("the search for environments ended after " + std::to_string(questions_) +
                                 " folders and files; name others with --env");
    if (too_many_ > 0)
      result_.left_out.push_back(std::to_string(too_many_) + " environments beyond the first " +
                                 std::to_string(most_environments));
    if (!unread_.empty()) {
      std::string words = unread_.front();
      if (unread_.size() > 1) words += " and " + std::to_string(unread_.size() - 1) + " more";
      result_.left_out.push_back(words + ": could not be read, so environments there were not found");
    }
    for (const auto& [folder, type] : on_network_) {
      std::string words = folder + ": environments on a network file system (";
      words.append(type).append(") are looked at only when named with --env");
      result_.left_out.push_back(std::move(words));
    }
    return std::move(result_);
  }

 private:
  /// Whether a path lies on a network mount, which is then said and not entered.
  bool left_out(const std::string& path) {
    if (windows_) return false;
    const base::Mount* mount = mounts_.network(path);
    if (mount != nullptr) on_network_.emplace(mount->path, mount->type);
    return mount != nullptr;
  }

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
  bool there(const std::string& path) {
    return may_ask() && !left_out(path) && (++questions_, machine_.exists(path));
  }
  std::vector<DirectoryEntry> entries(const std::string& path) {
    if (!may_ask() || left_out(path)) return {};
    ++questions_;
    auto listing = machine_.list(path);
    if (listing.undecided()) unread_.push_back(path);
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
      const std::string pixi = below(machine_, folder, ".pixi/envs");
      if (there(pixi)) add_each(pixi);
      std::string above = base::parent_path(machine_.traits().paths, folder);
      if (above == folder) return;
      folder = std::move(above);
    }
  }

  /// conda keeps a list of its environments.
  void add_listed() {
    if (home_.empty()) return;
    const auto text = machine_.read_file(below(machine_, home_, ".conda/environments.txt"), small_file);
    if (text.undecided()) unread_.push_back(below(machine_, home_, ".conda/environments.txt"));
    if (!text.known()) return;
    for (std::string_view line : base::lines(*text)) {
      const std::string folder(base::trim(line));
      if (base::is_absolute(machine_.traits().paths, folder)) add_if_environment(folder);
    }
  }

  bool has_python(const std::string& folder) {
    return there(windows_ ? machine_.join(folder, "python.exe") : below(machine_, folder, "bin/python3"));
  }

  void add_each(const std::string& store) {
    for (const auto& entry : entries(store)) {
      if (entry.kind == FileKind::file) continue;
      const std::string folder = machine_.join(store, entry.name);
      if (there(machine_.join(folder, "pyvenv.cfg")) || has_python(folder)) add_found(folder);
    }
  }

  void add_stores() {
    for (const auto& [name, relative] : store_variables) {
      const auto chosen = machine_.variable(name);
      if (chosen.known() && base::is_absolute(machine_.traits().paths, *chosen))
        add_each(*relative == '\0' ? *chosen : machine_.join(*chosen, relative));
    }
    if (home_.empty()) return;
    if (windows_)
      for (const char* store : windows_stores) add_each(below(machine_, home_, store));
    else
      for (const char* store : linux_stores) add_each(below(machine_, home_, store));
  }

  /// A whole installation of conda or mamba, with the environments in it.
  void add_conda_root(const std::string& folder) {
    if (has_python(folder)) add_found(folder);
    add_each(machine_.join(folder, "envs"));
  }

  void add_conda_roots() {
    const auto root = machine_.variable("MAMBA_ROOT_PREFIX");
    if (root.known() && base::is_absolute(machine_.traits().paths, *root)) add_conda_root(*root);
    const auto program = machine_.variable("CONDA_EXE");  // ROOT/bin/conda, ROOT\Scripts\conda.exe
    if (program.known() && base::is_absolute(machine_.traits().paths, *program))
      add_conda_root(parent(parent(*program)));
    if (home_.empty()) return;
    const auto config = machine_.read_file(machine_.join(home_, ".condarc"), small_file);
    if (!config.known()) return;
    for (std::string folder : parse::condarc_envs(*config)) {
      if (folder.starts_with("~/")) folder = below(machine_, home_, folder.substr(2));
      if (base::is_absolute(machine_.traits().paths, folder)) add_each(folder);
    }
  }

  std::string parent(const std::string& path) const {
    return base::parent_path(machine_.traits().paths, path);
  }

  /// The Pythons of the system: Windows has a list of them (PEP 514).
  void add_system() {
    if (!windows_) {
      for (const char* folder : {"/usr", "/usr/local"})
        if (has_python(folder)) add_found(folder);
      for (const auto& entry : entries("/opt")) {
        if (entry.kind == FileKind::file) continue;
        const std::string folder = machine_.join("/opt", entry.name);
        if (!has_python(folder)) continue;
        add_found(folder);
        if (there(machine_.join(folder, "conda-meta"))) add_each(machine_.join(folder, "envs"));
      }
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

  /// The Python that an application keeps in its folder.
  void add_application(const std::string& folder) {
    for (const char* place : application_pythons) {
      const std::string path = below(machine_, folder, place);
      if (there(machine_.join(path, "pyvenv.cfg")) || has_python(path)) add_found(path);
    }
  }

  void add_project(const std::string& folder) {
    const bool application = is_application(base::file_name(machine_.traits().paths, folder));
    if (application) add_application(folder);
    for (const auto& entry : entries(folder)) {
      const std::string path = machine_.join(folder, entry.name);
      if (entry.name == "pyvenv.cfg") {
        add_found(folder);
      } else if (entry.name == "conda-meta") {
        add_found(folder);
        add_each(machine_.join(folder, "envs"));
      } else if (entry.name == ".venv" || entry.name == "venv") {
        if (!application) add_if_venv(path);
      } else if (entry.name == ".pixi") {
        add_each(machine_.join(path, "envs"));
      } else if (worth_entering(entry)) {
        add_if_venv(path);
        if (is_application(entry.name)) {
          add_application(path);
        } else {
          add_if_venv(machine_.join(path, ".venv"));
          add_if_venv(machine_.join(path, "venv"));
        }
      }
    }
  }

  Machine& machine_;
  Mounts mounts_;
  bool windows_;
  std::string home_, working_directory_;
  std::set<std::string> seen_;
  SearchResult result_;
  std::map<std::string, std::string> on_network_;  ///< mounts that were not entered, with their type
  std::vector<std::string> unread_;  ///< folders and lists that may hold environments and could not be read
  int questions_ = 0;
  int too_many_ = 0;
};

}  // namespace

SearchResult search_environments(Machine& machine, const Options& options) {
  Search search(machine);
  return options.environments.empty() ? search.all() : search.named(options.environments);
}

}  // namespace gpuenv::probe
