// Which frameworks an environment holds, and their versions.
#include "probe/frameworks.h"

#include <algorithm>

#include "parse/distribution_names.h"

namespace gpuenv::probe {
namespace {

using base::Version;
using model::Distribution;
using model::Framework;

std::vector<const Distribution*> distributions_of(const catalog::Framework& row,
                                                  const model::Environment& environment) {
  std::vector<const Distribution*> list;
  for (const auto& name : row.distributions)
    if (const auto* distribution = environment.find(name)) list.push_back(distribution);
  return list;
}

/// A folder of that name without this file is what an uninstaller left behind.
Known<bool> has_beginning(Machine& machine, const std::string& site, const catalog::Framework& row) {
  return is_there(machine, below(machine, site, row.import_name + "/__init__.py"));
}

/// The distribution whose files lie on top, as far as they name it or tell its build; else the first.
const Distribution* effective(FrameworkView& view, const Known<model::Build>& build) {
  const auto package = view.files.value("package");
  if (package.known())
    for (const auto* distribution : view.distributions)
      if (distribution->name == parse::normal_name(package->text)) return distribution;
  const auto& cpu = view.row.cpu_distributions;
  if (build.known() && !cpu.empty())
    for (const auto* distribution : view.distributions) {
      const bool is_cpu = std::find(cpu.begin(), cpu.end(), distribution->name) != cpu.end();
      if (is_cpu == (build->kind == model::Build::Kind::cpu)) return distribution;
    }
  return view.distributions.empty() ? nullptr : view.distributions.front();
}

/// From the framework's own file; a file of another distribution (jaxlib's) only when there is no other word.
Known<Version> version_of(FrameworkView& view, const Known<model::Build>& build) {
  const auto written = view.files.value("version");
  const bool valid = written.known() && Version(written->text).valid();
  bool own = false;
  for (const auto& file : view.row.files)
    own |= file.field == "version" && file.path.starts_with(view.row.import_name + "/");
  if (valid && own) return {Version(written->text), written.origin()};
  const Distribution* distribution = effective(view, build);
  if (distribution != nullptr && distribution->version.valid())
    return {distribution->version, distribution->path};
  if (valid) return {Version(written->text), written.origin()};
  if (written.undecided()) return written.no_value<Version>();
  return Unknown{Why::failed, view.row.name + ": neither its files nor a distribution tell the version"};
}

/// pip and uv mark what was asked for by name. Other installers mark nothing, so theirs counts as asked for;
/// where the mark cannot be read, it does not.
bool asked_for(const FrameworkView& view) {
  for (const auto* distribution : view.distributions) {
    if (distribution->requested.value_or(false)) return true;
    const std::string& installer = distribution->installer;
    if (!installer.empty() && installer != "pip" && installer != "uv") return true;
  }
  return view.distributions.empty();
}

bool installed_by_conda(const FrameworkView& view) {
  if (view.environment.kind != "conda") return false;
  for (const auto* distribution : view.distributions)
    if (!distribution->installer.empty() && distribution->installer != "conda") return false;
  return true;
}

}  // namespace

std::vector<Framework> read_frameworks(Machine& machine, const std::vector<SiteFolder>& folders,
                                       const model::Environment& environment,
                                       const EnvironmentContext& context) {
  std::vector<Framework> frameworks;
  for (const auto& row : context.rows.all()) {
    auto distributions = distributions_of(row, environment);
    const SiteFolder* site = site_with(machine, folders, row.import_name);
    if (distributions.empty() && site == nullptr) continue;
    const auto real = distributions.empty() ? has_beginning(machine, site->path, row) : Known<bool>(true, "");
    if (!real.value_or(true)) continue;
    const std::string folder = site != nullptr ? site->path : environment.site_packages;
    FrameworkView view{row, environment, std::move(distributions), FrameworkFiles(machine, row, folder),
                       false};
    view.from_conda = installed_by_conda(view);
    Framework framework;
    framework.name = row.name;
    framework.build = real.known() ? read_build(machine, view) : real.no_value<model::Build>();
    framework.version = version_of(view, framework.build);
    framework.requested = asked_for(view);
    fill_architectures(machine, framework, view, context);
    frameworks.push_back(std::move(framework));
  }
  return frameworks;
}

}  // namespace gpuenv::probe
