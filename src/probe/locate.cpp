// From paths to environments; see locate.h.
#include "probe/locate.h"

#include "base/text.h"

namespace gpuenv::probe {
namespace {

bool on_windows(const Machine& machine) {
  return machine.traits().os == base::OsFamily::windows;
}

std::string parent(const Machine& machine, std::string_view path) {
  return base::parent_path(machine.traits().paths, path);
}

std::string name_of(const Machine& machine, std::string_view path) {
  return base::lower(base::file_name(machine.traits().paths, path));
}

bool holds_programs(const Machine& machine, std::string_view folder) {
  const std::string name = name_of(machine, folder);
  return name == "bin" || name == "scripts";
}

/// The folders that may be meant by a folder, the likeliest first. Windows' Scripts folder holds a
/// python.exe, as the root of an installation does, so the folder above goes first there.
std::vector<std::string> meant_by(const Machine& machine, const std::string& folder) {
  std::vector<std::string> folders;
  if (holds_programs(machine, folder)) folders.push_back(parent(machine, folder));
  folders.insert(folders.end(), {folder, machine.join(folder, ".venv"), machine.join(folder, "venv")});
  const std::string name = name_of(machine, folder);
  if (name == "site-packages" || name == "dist-packages")
    for (std::string up = parent(machine, folder); up != parent(machine, up); up = parent(machine, up))
      folders.push_back(up);
  return folders;
}

Place locate_folder(Machine& machine, const std::string& folder) {
  std::optional<Unknown> open;
  for (const auto& candidate : meant_by(machine, folder)) {
    const auto answer = is_environment(machine, candidate);
    if (answer.known() && *answer) return {candidate, model::Selection::named, {}};
    if (answer.undecided() && !open) open = answer.why();
  }
  if (!open) open = Unknown{Why::failed, folder + ": no Python environment there"};
  return {folder, model::Selection::named, open};
}

/// The version that pyenv's shims would start: PYENV_VERSION, .python-version, or the global one.
std::string pyenv_prefix(Machine& machine, const std::string& root) {
  auto version = machine.variable("PYENV_VERSION");
  const auto system = machine.system();
  std::string folder = system.known() ? system->working_directory : "";
  for (int up = 0; !version.known() && !folder.empty() && up < 20; ++up) {
    version = machine.read_file(machine.join(folder, ".python-version"), small_file);
    const std::string above = parent(machine, folder);
    if (above == folder) break;
    folder = above;
  }
  if (!version.known()) version = machine.read_file(machine.join(root, "version"), small_file);
  if (!version.known()) return "";
  const std::string_view first = base::trim(std::string_view(*version).substr(0, version->find('\n')));
  return first.empty() || first == "system" ? "" : machine.join(machine.join(root, "versions"), first);
}

}  // namespace

Known<bool> is_environment(Machine& machine, std::string_view folder) {
  std::optional<Known<bool>> open;
  const bool windows = on_windows(machine);
  for (const char* mark : {"pyvenv.cfg", "conda-meta", windows ? "python.exe" : "bin/python3",
                           windows ? "Scripts/python.exe" : "bin/python"}) {
    const auto answer = is_there(machine, below(machine, folder, mark));
    if (answer.known() && *answer) return answer;
    if (!answer.known() && !open) open = answer;
  }
  return open.value_or(Known<bool>(false, std::string(folder)));
}

std::string prefix_of(Machine& machine, const std::string& interpreter) {
  const auto top = [&](const std::string& program) {
    const std::string folder = parent(machine, program);
    return holds_programs(machine, folder) ? parent(machine, folder) : folder;
  };
  // Only a pyvenv.cfg or conda's folder keeps Python from following the links of its own program.
  std::string here = top(interpreter);
  for (const char* mark : {"pyvenv.cfg", "conda-meta"})
    if (!machine.status(machine.join(here, mark)).absent()) return here;
  return top(real_path(machine, interpreter));
}

std::optional<Place> python_on_path(Machine& machine) {
  const auto folders = program_folders(machine);
  if (folders.undecided()) return Place{"PATH", model::Selection::active, folders.why()};
  if (!folders.known()) return std::nullopt;
  for (const auto& folder : *folders) {
    // The programs there only open Microsoft's store.
    if (name_of(machine, folder) == "windowsapps") continue;
    for (const char* name : {"python", "python3"}) {
      if (on_windows(machine) && std::string_view(name) == "python3") continue;
      const std::string program = machine.join(folder, on_windows(machine) ? "python.exe" : name);
      const auto there = is_there(machine, program);
      // What this user may not look at, this user's shell passes over too.
      if (!there.known() && there.why().why != Why::denied)
        return Place{folder, model::Selection::active, there.why()};
      if (!there.value_or(false)) continue;
      std::string prefix;
      if (name_of(machine, folder) == "shims") prefix = pyenv_prefix(machine, parent(machine, folder));
      if (prefix.empty() && name_of(machine, folder) == "shims")
        break;  // pyenv's "system": what follows on PATH
      return Place{prefix.empty() ? prefix_of(machine, program) : prefix, model::Selection::active, {}};
    }
  }
  return std::nullopt;
}

Place locate(Machine& machine, std::string_view path) {
  const auto& style = machine.traits().paths;
  std::string whole(path);
  const auto system = machine.system();
  if (!base::is_absolute(style, path) && system.known() && !system->working_directory.empty())
    whole = machine.join(system->working_directory, path);
  whole = base::normal_path(style, whole);
  const auto status = machine.status(whole);
  if (status.absent())
    return {whole, model::Selection::named, Unknown{Why::failed, whole + ": no such folder"}};
  if (!status.known()) return {whole, model::Selection::named, status.why()};
  if (status->kind == machine::FileKind::directory) return locate_folder(machine, whole);
  if (name_of(machine, whole).starts_with("python") || name_of(machine, whole).starts_with("pypy"))
    return {prefix_of(machine, whole), model::Selection::named, {}};
  return {whole, model::Selection::named,
          Unknown{Why::failed, whole + ": is a file and no Python interpreter"}};
}

}  // namespace gpuenv::probe
