// Reads one Python environment: kind, interpreter, packages, frameworks.
#include "probe/environment.h"

#include "base/text.h"
#include "probe/frameworks.h"
#include "probe/integrity.h"
#include "probe/keeper.h"
#include "probe/libraries.h"
#include "probe/requirements.h"
#include "probe/shadows.h"
#include "probe/site.h"

namespace gpuenv::probe {
namespace {

using base::Version;
using model::Environment;

bool named_by_conda(Machine& machine, const std::string& folder) {
  const auto prefix = machine.variable("CONDA_PREFIX");
  const auto& style = machine.traits().paths;
  return prefix.known() && base::path_key(style, *prefix) == base::path_key(style, folder);
}

/// pyvenv.cfg marks a venv, conda-meta conda's; Windows' embedded Python has a file python3*._pth.
std::string kind_of(Machine& machine, const std::string& folder, const Known<std::string>& config) {
  if (config.known()) return "venv";
  const auto records = machine.status(machine.join(folder, "conda-meta"));
  if (records.known()) return "conda";
  if (!config.absent()) return records.undecided() && named_by_conda(machine, folder) ? "conda" : "venv";
  if (!records.absent()) return "conda";
  if (machine.traits().os != base::OsFamily::windows) return "system";
  const auto entries = machine.list(folder);
  if (entries.known())
    for (const auto& entry : *entries)
      if (base::lower(entry.name).starts_with("python") && base::lower(entry.name).ends_with("._pth"))
        return "embedded";
  return "system";
}

/// What its commands should use. uv leaves pip out of its environments, and works on all others too.
std::string installer_of(const Environment& environment, const parse::Pyvenv& config) {
  if (config.made_by_uv) return "uv";
  if (environment.find("pip") != nullptr) return "pip";
  if (environment.distributions.known())
    for (const auto& distribution : *environment.distributions)
      if (distribution.installer == "pip") return "pip";
  return "uv";
}

std::string first_own(const std::vector<SiteFolder>& folders) {
  for (const auto& folder : folders)
    if (folder.own && folder.entries.known()) return folder.path;
  return "";
}

/// An environment that cannot be examined keeps its place in the report, with the reason.
Environment unreadable(const Place& place) {
  Environment environment;
  environment.path = place.path;
  environment.selection = place.selection;
  environment.python = *place.missing;
  environment.bits = *place.missing;
  environment.distributions = *place.missing;
  environment.damaged = *place.missing;
  environment.overlaps = *place.missing;
  environment.shadows = *place.missing;
  environment.conda_packages = *place.missing;
  return environment;
}

/// Packages of its own or the user's. An environment without a folder for them is broken, unless it is one
/// that came without pip.
void read_packages(Machine& machine, const std::vector<SiteFolder>& folders, Environment& environment,
                   const EnvironmentContext& context) {
  environment.site_packages = first_own(folders);
  if (folders.empty() && environment.kind != "system" && environment.kind != "embedded")
    environment.distributions = Unknown{Why::failed, environment.path + ": has no site-packages folder"};
  else
    environment.distributions = read_distributions(machine, folders, context.rows, context.notes);
}

}  // namespace

Environment read_environment(Machine& machine, const Place& place, const EnvironmentContext& context) {
  if (place.missing) return unreadable(place);
  Environment environment;
  environment.path = place.path;
  environment.selection = place.selection;
  environment.keeper = keeper_of(machine.traits().paths, place.path);
  const auto config_text = machine.read_file(machine.join(place.path, "pyvenv.cfg"), small_file);
  environment.kind = kind_of(machine, place.path, config_text);
  const parse::Pyvenv config = config_text.known() ? parse::pyvenv(*config_text) : parse::Pyvenv();
  environment.interpreter = find_interpreter(machine, environment);
  if (config.python.valid())
    environment.python = Known<Version>(config.python, config_text.origin());
  else
    environment.python = read_python_version(machine, environment);
  environment.bits = read_bits(machine, environment.interpreter);
  std::vector<SiteFolder> folders = site_folders(machine, environment);
  if (config.system_site && !config.home.empty())
    for (auto& folder : base_site_folders(machine, config.home, config.python))
      folders.push_back(std::move(folder));
  environment.conda_packages = read_conda_packages(machine, environment);
  read_packages(machine, folders, environment, context);
  environment.free_threaded = read_free_threaded(machine, environment, config);
  environment.abi = abi_of(environment);
  environment.installer = installer_of(environment, config);
  environment.frameworks = read_frameworks(machine, folders, environment, context);
  read_integrity(machine, environment, context.rows, context.deep ? Depth::all : Depth::libraries);
  environment.pins = read_pins(machine, environment, context.rows);
  environment.shadows = read_shadows(machine, folders, environment, context.rows);
  read_companions(machine, environment, context.rows);
  read_requirements(machine, environment, context);
  read_manager(machine, environment, context.rows);
  environment.libraries = read_environment_libraries(machine, environment);
  return environment;
}

}  // namespace gpuenv::probe
