// What surrounds the environments as lines of text.
#include "report/fact_lines.h"

namespace gpuenv::report {

void add_surroundings(const model::Facts& facts, Lines lines) {
  const auto& compiler = facts.compiler;
  lines.add_if_known("compiler.nvcc", compiler.nvcc);
  lines.add_if_known("compiler.nvcc_version", compiler.nvcc_version);
  lines.add_if_known("compiler.cuda_home", compiler.cuda_home);
  lines.add_if_known("compiler.host", compiler.host);
  lines.add_if_known("compiler.host_version", compiler.host_version);
  const auto& [containers, wsl, job, starters, disks, indexes] = facts.surroundings;
  lines.add_if_known("wsl.generation", wsl.generation);
  lines.add_if_known("wsl.windows_build", wsl.windows_build);
  lines.add_if_known("wsl.dxg", wsl.dxg);
  lines.add_if_known("wsl.stubs", wsl.stubs);
  lines.add_if_known("wsl.linux_driver", wsl.linux_driver);
  lines.add_if_known("wsl.on_search_path", wsl.on_search_path);
  lines.add_if_known("wsl.memory", wsl.memory);
  lines.add_if_known("wsl.gpu_support", wsl.gpu_support);
  lines.add_if_known("container.visible_devices", containers.visible_devices);
  lines.add_if_known("container.capabilities", containers.capabilities);
  lines.add_if_known("container.nodes", containers.nodes);
  lines.add_if_known("container.library_mounted", containers.library_mounted);
  lines.add_if_known("container.docker", containers.docker);
  lines.add_if_known("container.snap_docker", containers.snap_docker);
  lines.add_if_known("container.rootless_docker", containers.rootless_docker);
  lines.add_if_known("container.toolkit", containers.toolkit);
  lines.add_if_known("container.runtime_configured", containers.runtime_configured);
  lines.add_if_known("container.cdi", containers.cdi);
  lines.add_if_known("container.cdi_driver", containers.cdi_driver);
  if (job.known())
    lines.add("job", base::Known<std::string>(job->system + " " + (job->gpus.empty() ? "-" : job->gpus),
                                              job.origin()));
  if (starters.known())
    for (const auto& starter : *starters)
      lines.add(
          "starter." + starter.kind,
          base::Known<std::string>(starter.name.empty()          ? starter.interpreter
                                   : starter.interpreter.empty() ? starter.name
                                                                 : starter.name + ": " + starter.interpreter,
                                   starter.file));
  if (indexes.known())
    for (const auto& setting : *indexes)
      lines.add("index." + setting.key, base::Known<std::string>(setting.value, setting.file));
  for (const auto& disk : disks)
    if (disk.free_mib.known())
      lines.add("disk.free_mib", base::Known<std::string>(std::to_string(*disk.free_mib), disk.path));
}

}  // namespace gpuenv::report
