// Environments and frameworks as lines of text.
#include "report/fact_lines.h"

namespace gpuenv::report {
namespace {

void add_framework(const model::Framework& framework, Lines lines) {
  lines.add(framework.name + ".version", framework.version);
  lines.add(framework.name + ".build", framework.build);
  if (framework.build.known() && framework.build->kind == model::Build::Kind::cpu) return;  // no GPU code
  lines.add(framework.name + ".architectures", framework.cubins);
  lines.add(framework.name + ".ptx", framework.ptx);
}

}  // namespace

void add_environment(const model::Environment& environment, std::vector<FactLine>& lines) {
  Lines here(lines, {environment.path, "", -1});
  here.add("environment.python", environment.python);
  here.add("environment.bits", environment.bits);
  here.add("environment.distributions", environment.distributions);
  // Without an answer their checks have their own word for it.
  here.add_if_known("environment.abi", environment.abi);
  here.add_if_known("environment.conda-packages", environment.conda_packages);
  here.add_if_known("environment.damaged", environment.damaged);
  here.add_if_known("environment.overlaps", environment.overlaps);
  here.add_if_known("environment.shadows", environment.shadows);
  for (const auto& framework : environment.frameworks)
    add_framework(framework, Lines(lines, {environment.path, framework.name, -1}));
  for (const auto& companion : environment.companions)
    here.add(companion.name + ".version", companion.version);
  for (const auto& package : environment.gpu_packages) {
    here.add(package.name + ".version",
             base::Known<base::Version>(package.version, environment.site_packages));
    here.add_if_known(package.name + ".build", package.build);
  }
  if (environment.libraries.known() && !environment.libraries->empty())
    here.add("environment.libraries", environment.libraries);
}

}  // namespace gpuenv::report
