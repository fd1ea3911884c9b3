// Requirements and companions; see requirements.h.
#include "probe/requirements.h"

#include <algorithm>
#include <set>

#include "parse/python_literals.h"
#include "parse/requirement.h"
#include "parse/versions.h"
#include "probe/kernels.h"

namespace gpuenv::probe {
namespace {

using base::Version;
using model::Distribution;
using model::Environment;
using model::Requirement;

/// The headers of torch's METADATA end at 6 KiB, most of it names of licences.
constexpr std::size_t metadata_bytes = std::size_t{64} << 10;
constexpr std::size_t metadata_beginning = 4096;

/// The version that a companion's own file tells, with the build; else that of its distribution.
Known<Version> companion_version(Machine& machine, const catalog::Companion& row,
                                 const Distribution& distribution) {
  const Known<Version> named(distribution.version, distribution.path);
  if (row.version_file.empty() || !distribution.version.local().empty()) return named;
  const std::string site = base::parent_path(machine.traits().paths, distribution.path);
  const auto text = machine.read_file(below(machine, site, row.version_file), small_file);
  if (text.undecided()) return text.no_value<Version>();
  const auto value = text.known() ? parse::assignment(*text, row.version_key) : std::nullopt;
  if (!value || !Version(value->text).valid()) return named;
  return {Version(value->text), text.origin() + ":" + std::to_string(value->line)};
}

/// The places of a row where the libraries with its kernels lie, with every "*" looked up.
std::vector<std::string> libraries_of(Machine& machine, const catalog::Companion& row,
                                      const std::string& site, const Version& cuda) {
  std::vector<std::string> found;
  for (std::string place : row.kernels) {
    if (const size_t digits = place.find("{cuda}"); digits != std::string::npos) {
      if (!cuda.valid()) continue;
      place.replace(digits, 6, std::to_string(cuda.major_number()) + std::to_string(cuda.minor_number()));
    }
    const std::string path = below(machine, site, place);
    const size_t star = path.find('*');
    if (star == std::string::npos) {
      found.push_back(path);
      continue;
    }
    const std::string folder = base::parent_path(machine.traits().paths, path);
    const std::string start = path.substr(0, star), end = path.substr(star + 1);
    const auto names = machine.list(folder);
    for (const auto& entry : names.value_or({})) {
      const std::string candidate = machine.join(folder, entry.name);
      if (candidate.size() >= start.size() + end.size() && candidate.starts_with(start) &&
          candidate.ends_with(end))
        found.push_back(candidate);
    }
  }
  return found;
}

model::Kernels companion_kernels(Machine& machine, const catalog::Companion& row,
                                 const model::Framework& framework, const Distribution& distribution) {
  const Unknown none{Why::absent, "no library of it is known"};
  if (row.kernels.empty() || !framework.build.known() || framework.build->kind != model::Build::Kind::cuda)
    return {none, none, {}};
  const std::string site = base::parent_path(machine.traits().paths, distribution.path);
  return read_kernels(machine, libraries_of(machine, row, site, framework.build->cuda));
}

/// "cu128", "cpu", or of flash-attn's own wheels "cu12torch2.8cxx11abiTRUE".
model::Companion companion_of(Machine& machine, const catalog::Companion& row,
                              const model::Framework& framework, const Distribution& distribution) {
  model::Companion companion;
  companion.name = row.name;
  companion.framework = framework.name;
  companion.version = companion_version(machine, row, distribution);
  companion.kernels = companion_kernels(machine, row, framework, distribution);
  if (!companion.version.known()) return companion;
  const std::string& local = companion.version->local();
  const size_t at = local.find("torch");
  if (at != std::string::npos)
    companion.built_for = Version(local.substr(at + 5, local.find("cxx", at) - at - 5));
  if (const auto cuda = parse::variant_cuda(local)) companion.cuda = *cuda;
  if (companion.cuda.valid() || local == "cpu" || local.starts_with("cpu.")) companion.variant = local;
  return companion;
}

bool is_cuda(const model::Framework& framework) {
  return framework.build.known() && framework.build->kind == model::Build::Kind::cuda;
}

/// Distributions whose requirements decide.
std::set<std::string> wanted_names(const Environment& environment, const EnvironmentContext& context) {
  std::set<std::string> names;
  for (const auto& row : context.rows.all())
    for (const auto& framework : environment.frameworks) {
      if (framework.name != row.name || !is_cuda(framework)) continue;
      names.insert(row.distributions.begin(), row.distributions.end());
      for (const auto& name : row.gpu_distributions)
        if (!name.starts_with("nvidia-")) names.insert(name);
      names.emplace(model::cuda_toolkit_package);
    }
  for (const auto& companion : environment.companions) names.insert(companion.name);
  return names;
}

Known<std::vector<Requirement>> requirements_of(Machine& machine, const Distribution& distribution,
                                                const parse::MarkerContext& markers) {
  const std::string path = machine.join(distribution.path, "METADATA");
  const auto text = machine.read_file(path, metadata_bytes);
  if (text.known()) return {parse::requirements(*text, markers), text.origin()};
  // Recordings made before requirements were read hold the first lines only.
  if (text.why().why == Why::not_recorded && machine.read_file(path, metadata_beginning).known())
    return Unknown{Why::unsupported, path + ": only its beginning was recorded"};
  return text.no_value<std::vector<Requirement>>();
}

}  // namespace

void read_companions(Machine& machine, Environment& environment, FrameworkRows& rows) {
  if (!environment.distributions.known()) return;
  for (const auto& framework : environment.frameworks)
    for (const auto& row : rows.companions(framework.name))
      if (const auto* distribution = environment.find(row.name))
        environment.companions.push_back(companion_of(machine, row, framework, *distribution));
}

void read_requirements(Machine& machine, Environment& environment, const EnvironmentContext& context) {
  if (!environment.distributions.known()) return;
  const auto names = wanted_names(environment, context);
  const parse::MarkerContext markers{context.os.family, context.os.architecture.value_or("x86_64"),
                                     environment.python.value_or(Version())};
  for (auto& distribution : *environment.distributions)
    if (names.contains(distribution.name))
      distribution.requires_dist = requirements_of(machine, distribution, markers);
}

}  // namespace gpuenv::probe
