// System, driver and cards as lines of text.
#include "report/fact_lines.h"

namespace gpuenv::report {

void add_os(const model::Os& os, Lines lines) {
  lines.add("os.name", os.name);
  lines.add("os.kernel", os.kernel);
  lines.add("os.arch", os.architecture);
  lines.add_if_known("os.libc", os.libc);
  lines.add("os.wsl", os.wsl);
  lines.add("os.container", os.container);
  lines.add("os.laptop", os.laptop);
}

void add_driver(const model::Driver& driver, Lines lines) {
  lines.add("driver.version", driver.version());
  lines.add("driver.kernel_module", driver.kernel_module);
  lines.add("driver.kind", driver.kind);
  lines.add("driver.user_library", driver.user_library);
  lines.add("driver.cuda_library", driver.cuda_library);
  lines.add("driver.cuda", driver.cuda);
  lines.add("driver.nvml", driver.nvml.init);
}

void add_gpu(const model::Gpu& gpu, bool windows, Lines lines) {
  lines.add("gpus.name", gpu.name);
  lines.add("gpus.index", gpu.index);
  lines.add("gpus.uuid", gpu.uuid);
  lines.add("gpus.compute_capability", gpu.compute_capability);
  lines.add("gpus.memory_mib", gpu.memory_mib);
  const model::CardState& state = gpu.state;
  lines.add_if_known("gpus.memory_used_mib", state.memory_used_mib);
  lines.add_if_known("gpus.processes", state.processes);
  lines.add_if_known("gpus.compute_mode", state.compute_mode);
  lines.add_if_known("gpus.mig", state.mig);
  lines.add_if_known("gpus.mig_instances", state.mig_instances);
  lines.add_if_known("gpus.mig_uuids", state.mig_uuids);
  lines.add_if_known("gpus.display", state.display);
  lines.add_if_known("gpus.persistence", state.persistence);
  lines.add_if_known("gpus.throttle", state.throttle);
  lines.add_if_known("gpus.temperature", state.temperature);
  lines.add_if_known("gpus.ecc_uncorrected", state.ecc_uncorrected);
  lines.add_if_known("gpus.remap_pending", state.remap_pending);
  lines.add_if_known("gpus.remap_failed", state.remap_failed);
  lines.add_if_known("gpus.link", state.link);
  lines.add_if_known("gpus.link_max", state.link_max);
  lines.add_if_known("gpus.power_state", gpu.power_state);
  if (windows)
    lines.add("gpus.problem_code", gpu.problem_code);
  else
    lines.add("gpus.kernel_driver", gpu.kernel_driver);
}

}  // namespace gpuenv::report
