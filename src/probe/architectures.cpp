// Which GPU architectures a build holds code for: by its own list, by its libraries, else by the catalog.
#include <algorithm>

#include "parse/versions.h"
#include "probe/frameworks.h"
#include "probe/kernels.h"

namespace gpuenv::probe {
namespace {

using base::Sm;
using catalog::FrameworkBuild;
using List = std::vector<Sm>;

/// TensorFlow's own list: sm_NN are cubins, compute_NN is PTX.
bool from_files(model::Framework& framework, FrameworkView& view) {
  const auto archs = view.files.value("archs");
  if (!archs.known() || archs->kind != parse::PythonValue::Kind::list) return false;
  List cubins, ptx;
  for (const auto& name : archs->list) {
    const auto sm = base::parse_sm(name);
    if (!sm) return false;
    (name.starts_with("compute") ? ptx : cubins).push_back(*sm);
  }
  framework.cubins = {std::move(cubins), archs.origin()};
  framework.ptx = {std::move(ptx), archs.origin()};
  return true;
}

bool same_build(const FrameworkBuild& row, const model::Build& build) {
  if (parse::variant_cuda(build.variant)) return row.variant == build.variant;
  if (!row.cuda.valid() || !build.cuda.valid()) return !build.variant.empty() && row.variant == build.variant;
  return build.cuda.begins_with(row.cuda) || row.cuda.begins_with(build.cuda);
}

/// The row for this very build; rows for a single release win over those for a series.
const FrameworkBuild* row_of(const std::vector<FrameworkBuild>& rows, const model::Framework& framework,
                             base::OsFamily os, const std::string& machine) {
  const FrameworkBuild* best = nullptr;
  for (const auto& row : rows) {
    if (std::find(row.systems.begin(), row.systems.end(), os) == row.systems.end() || row.machine != machine)
      continue;
    if (!framework.version->begins_with(row.version) || !same_build(row, *framework.build)) continue;
    if (best == nullptr || row.version.text().size() > best->version.text().size()) best = &row;
  }
  return best;
}

std::string origin_of(const FrameworkBuild& row) {
  std::string origin = "catalog: " + row.framework + " " + row.version.text() + " " + row.variant;
  if (row.measured) origin += ", read from the wheel";
  return row.unconfirmed ? origin + ", unconfirmed" : origin;
}

void from_row(model::Framework& framework, const FrameworkBuild& row) {
  const std::string origin = origin_of(row);
  const Unknown nothing{Why::unsupported, origin + ": has no list of architectures"};
  framework.cubins = row.cubins ? Known<List>(*row.cubins, origin) : Known<List>(nothing, origin);
  framework.ptx = row.ptx ? Known<List>(*row.ptx, origin) : Known<List>(nothing, origin);
}

/// From the library that holds the kernels. Without one the catalog may still know the build: a damaged or
/// missing library is a finding of its own. Where a recording has lost what was in it, nothing else may take
/// its place.
bool from_library(model::Framework& framework, Machine& machine, const FrameworkView& view) {
  auto kernels = read_kernels(machine, view.files.paths_of("kernels"));
  if (!kernels.cubins.known() && kernels.cubins.why().why != Why::not_recorded) return false;
  static_cast<model::Kernels&>(framework) = std::move(kernels);
  return true;
}

void unknown(model::Framework& framework, const Unknown& why) {
  framework.cubins = why;
  framework.ptx = why;
  if (!framework.known_build.known()) framework.known_build = why;
}

/// The row for this very build, or why there is none.
Known<FrameworkBuild> row_for(const model::Framework& framework, FrameworkView& view,
                              const EnvironmentContext& context) {
  if (!framework.version.known()) return framework.version.no_value<FrameworkBuild>();
  if (!context.os.architecture.known()) return context.os.architecture.no_value<FrameworkBuild>();
  const std::string name = framework.name + " " + framework.version->text();
  // Nightly builds come before the list of their release is settled.
  if (framework.version->prerelease() && framework.version->text().find("rc") == std::string::npos)
    return Unknown{Why::unsupported, name + ": a build between releases"};
  // Other builders choose other architectures, also for the same CUDA.
  const bool foreign_local = !framework.version->local().empty() && framework.build->variant.empty();
  if (view.from_conda || foreign_local)
    return Unknown{Why::unsupported, name + ": a build that is not from the framework's own wheels"};
  const auto* row =
      row_of(context.rows.builds(framework.name), framework, context.os.family, *context.os.architecture);
  if (row == nullptr)
    return Unknown{Why::unsupported, "the catalog has no row for " + name + " " + framework.build->variant};
  return {*row, origin_of(*row)};
}

Known<model::KnownBuild> known_build(const Known<FrameworkBuild>& row) {
  if (!row.known()) return row.no_value<model::KnownBuild>();
  return {{.cudnn_major = row->cudnn.major_number(),
           .ptx_fails = row->ptx_fails,
           .ptx_fails_unconfirmed = row->ptx_fails_unconfirmed,
           .ptx_unproven = row->ptx_unproven,
           .cubins = row->cubins.value_or(List{}),
           .linalg = row->linalg.value_or(List{}),
           .source = row->framework + " " + row->version.text() + " " + row->variant},
          row.origin()};
}

}  // namespace

void fill_architectures(Machine& machine, model::Framework& framework, FrameworkView& view,
                        const EnvironmentContext& context) {
  if (!framework.build.known()) return unknown(framework, framework.build.why());
  if (framework.build->kind != model::Build::Kind::cuda)
    return unknown(framework, {Why::absent, "no build for NVIDIA cards"});
  const auto row = row_for(framework, view, context);
  framework.known_build = known_build(row);
  if (from_files(framework, view) || from_library(framework, machine, view)) return;
  if (!row.known()) return unknown(framework, row.why());
  from_row(framework, *row);
}

}  // namespace gpuenv::probe
