// What is imported in place of an environment's packages; see shadows.h.
#include "probe/shadows.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "parse/distribution_names.h"

namespace gpuenv::probe {
namespace {

using By = model::Shadow::By;
using machine::FileKind;
using model::Environment;
using model::Shadow;

/// Files that packaging tools put into every environment; no folder is added by them.
bool is_tools_own(std::string_view name) {
  return name.starts_with("__editable__") || name.starts_with("_virtualenv") ||
         name.starts_with("distutils-precedence") || name.ends_with("-nspkg.pth");
}

class ShadowReader {
 public:
  ShadowReader(Machine& machine, const std::vector<SiteFolder>& folders, const Environment& environment,
               const FrameworkRows& rows)
      : machine_(machine), folders_(folders), environment_(environment), rows_(rows) {
    for (const auto& row : rows.all())
      for (const auto& framework : environment.frameworks)
        if (framework.name == row.name) modules_.push_back(row.import_name);
    if (!modules_.empty()) modules_.emplace_back("numpy");
  }

  Known<std::vector<Shadow>> read() {
    if (environment_.selection != model::Selection::found) {
      from_shell();
      from_pth_files();
    }
    from_other_sites();
    if (shadows_.empty() && open_) return *open_;
    return {std::move(shadows_), environment_.path};
  }

 private:
  std::string key(const std::string& path) const { return base::path_key(machine_.traits().paths, path); }

  bool is_site(const std::string& folder) const {
    return std::any_of(folders_.begin(), folders_.end(),
                       [&](const SiteFolder& site) { return key(site.path) == key(folder); });
  }

  /// Where the environment has a module itself; "" when it has none.
  std::string own_copy(const std::string& module) const {
    for (const auto& site : folders_) {
      if (!site.own || !site.entries.known()) continue;
      for (const auto& entry : *site.entries)
        if (entry.name == module || entry.name == module + ".py") return machine_.join(site.path, entry.name);
    }
    return "";
  }

  /// A folder without __init__.py counts only when nothing else of that name is found (PEP 420).
  std::string module_in(const std::string& folder, const std::string& module) {
    for (const auto& [file, result] :
         {std::pair{below(machine_, folder, module + "/__init__.py"), machine_.join(folder, module)},
          std::pair{machine_.join(folder, module + ".py"), machine_.join(folder, module + ".py")}}) {
      const auto status = machine_.status(file);
      if (status.known()) return result;
      if (status.undecided() && !open_) open_ = status.why();
    }
    return "";
  }

  /// PYTHONSAFEPATH keeps the working folder out.
  bool safe_path() {
    const auto safe = machine_.variable("PYTHONSAFEPATH");
    return safe.known() && !safe->empty();
  }

  std::string version_in(const std::string& folder, const std::string& module) {
    const auto entries = machine_.list(folder);
    if (!entries.known()) return "";
    for (const auto& entry : *entries)
      if (const auto named = parse::distribution_folder(entry.name);
          named && parse::normal_name(named->name) == module)
        return named->version;
    return "";
  }

  void add(By by, const std::string& module, std::string path, std::string version, std::string source = "") {
    shadows_.push_back(
        {by, module, std::move(path), std::move(version), own_copy(module), std::move(source)});
  }

  /// Modules of a folder that is searched before the environment's own.
  void from_folder(By by, const std::string& folder) {
    if (is_site(folder)) return;
    for (const auto& module : modules_) {
      if (own_copy(module).empty()) continue;
      std::string path = module_in(folder, module);
      if (!path.empty() && !(by == By::working_directory && safe_path()))
        add(by, module, std::move(path), version_in(folder, module));
    }
  }

  void from_shell() {
    if (modules_.empty()) return;
    const auto system = machine_.system();
    const std::string here = system.known() ? system->working_directory : "";
    if (!here.empty()) from_folder(By::working_directory, here);
    const auto variable = machine_.variable("PYTHONPATH");
    if (variable.undecided() && !open_) open_ = variable.why();
    if (!variable.known()) return;
    const auto& style = machine_.traits().paths;
    for (const auto& entry : base::path_list(style, *variable)) {
      const std::string folder = base::normal_path(style, base::join_path(style, here, entry));
      if (base::is_absolute(style, folder) && key(folder) != key(here)) from_folder(By::pythonpath, folder);
    }
  }

  /// What a *.pth file adds comes last, so it only brings what the environment lacks.
  void from_pth_file(const std::string& site, const std::string& file) {
    const auto text = machine_.read_file(file, small_file);
    if (!text.known()) return;
    const auto& style = machine_.traits().paths;
    for (std::string_view line : base::lines(*text)) {
      line = base::trim(line);
      if (line.empty() || line.starts_with('#') || line.starts_with("import ") ||
          line.starts_with("import\t"))
        continue;
      const std::string folder = base::normal_path(style, base::join_path(style, site, line));
      if (is_site(folder)) continue;
      for (const auto& row : rows_.all()) {
        std::string path = own_copy(row.import_name).empty() ? module_in(folder, row.import_name) : "";
        if (!path.empty())
          add(By::pth, row.import_name, std::move(path), version_in(folder, row.import_name), file);
      }
    }
  }

  void from_pth_files() {
    for (const auto& site : folders_) {
      if (!site.own || !site.entries.known()) continue;
      for (const auto& entry : *site.entries)
        if (entry.name.ends_with(".pth") && !is_tools_own(entry.name))
          from_pth_file(site.path, machine_.join(site.path, entry.name));
    }
  }

  /// The user's folder comes before that of conda or the system, the base's after that of a venv.
  void from_other_sites() {
    const bool venv = environment_.kind == "venv";
    // Without it nobody has looked into the user's folder.
    if (const auto system = machine_.system(); !venv && system.undecided() && !open_) open_ = system.why();
    for (const auto& module : modules_) {
      const SiteFolder* site = site_with(machine_, folders_, module);
      if (site == nullptr || site->own || (!venv && own_copy(module).empty())) continue;
      if (venv && module == "numpy") continue;  // where it comes from matters to nobody
      add(venv ? By::base_site : By::user_site, module, machine_.join(site->path, module),
          version_in(site->path, module));
    }
  }

  Machine& machine_;
  const std::vector<SiteFolder>& folders_;
  const Environment& environment_;
  const FrameworkRows& rows_;
  std::vector<std::string> modules_;
  std::vector<Shadow> shadows_;
  std::optional<Unknown> open_;
};

}  // namespace

Known<std::vector<Shadow>> read_shadows(Machine& machine, const std::vector<SiteFolder>& folders,
                                        const Environment& environment, const FrameworkRows& rows) {
  return ShadowReader(machine, folders, environment, rows).read();
}

}  // namespace gpuenv::probe
