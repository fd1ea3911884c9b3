// What makes an environment from a list of packages of its own, and so has to change them: conda, pixi,
// poetry, pdm.
#include <algorithm>

#include "base/text.h"
#include "parse/conda_record.h"
#include "parse/json_text.h"
#include "probe/environment.h"

namespace gpuenv::probe {
namespace {

using model::Environment;

/// pixi leaves a file that names the manifest of the workspace (github.com/prefix-dev/pixi/pull/1495); before
/// that only the place tells: <workspace>/.pixi/envs/<name>. Its global environments lie in the same way
/// below the home folder and have no workspace.
bool is_pixis(Machine& machine, Environment& environment) {
  const auto& paths = machine.traits().paths;
  const auto told = machine.read_file(machine.join(environment.path, "conda-meta/pixi"), small_file);
  const auto manifest = told.known() ? parse::json_text(*told, "manifest_path") : std::nullopt;
  if (!manifest && environment.keeper != "pixi") return false;
  environment.manager = "pixi";
  if (manifest) {
    if (base::file_name(paths, *manifest) != "pixi-global.toml")
      environment.project = base::parent_path(paths, *manifest);
    return true;
  }
  std::string folder = environment.path;
  for (int up = 0; up < 3; ++up) folder = base::parent_path(paths, folder);
  for (const char* list : {"pixi.toml", "pyproject.toml"})
    if (is_there(machine, machine.join(folder, list)).value_or(false)) environment.project = folder;
  return true;
}

/// The beginning of the record is enough: what follows are lists of files.
void read_channels(Machine& machine, Environment& environment, const FrameworkRows& rows) {
  const std::string folder = environment.conda_packages.origin();
  for (auto& package : *environment.conda_packages) {
    const bool concerned = std::any_of(rows.all().begin(), rows.all().end(), [&](const auto& row) {
      const auto& names = row.conda_packages;
      return std::find(names.begin(), names.end(), package.name) != names.end();
    });
    if (!concerned) continue;
    const std::string name = package.name + "-" + package.version + "-" + package.build + ".json";
    const auto record = machine.read_file(machine.join(folder, name), small_file);
    if (record.known()) package.channel = parse::conda_channel(*record);
  }
}

void read_condas(Machine& machine, Environment& environment, const FrameworkRows& rows) {
  if (!is_pixis(machine, environment)) {
    const auto history = machine.read_file(machine.join(environment.path, "conda-meta/history"), small_file);
    environment.manager = history.known() ? parse::conda_program(*history) : "";
    if (environment.manager.empty()) environment.manager = "conda";
  }
  if (environment.conda_packages.known()) read_channels(machine, environment, rows);
}

/// poetry and pdm sign what they install (INSTALLER: "Poetry 2.1.3", "pdm"). The list is beside a folder
/// .venv; for environments in their own stores its place is not written down.
void read_signed(Machine& machine, Environment& environment) {
  if (!environment.distributions.known()) return;
  for (const auto& distribution : *environment.distributions) {
    const bool poetry = distribution.installer.starts_with("Poetry ");
    if (!poetry && distribution.installer != "pdm") continue;
    environment.manager = poetry ? "poetry" : "pdm";
    const auto& paths = machine.traits().paths;
    const std::string folder = base::parent_path(paths, environment.path);
    if (base::file_name(paths, environment.path) == ".venv" &&
        is_there(machine, machine.join(folder, "pyproject.toml")).value_or(false))
      environment.project = folder;
    return;
  }
}

}  // namespace

void read_manager(Machine& machine, Environment& environment, const FrameworkRows& rows) {
  if (environment.frameworks.empty() && environment.companions.empty()) return;  // nothing to give steps for
  if (environment.kind == "conda") return read_condas(machine, environment, rows);
  read_signed(machine, environment);
}

}  // namespace gpuenv::probe
