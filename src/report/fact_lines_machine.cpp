// System, driver and cards as lines of text.
#include "report/fact_lines.h"

namespace gpuenv::report {

void add_os(const model::Os& os, Lines lines) {
  lines.add("os.name", os.name);
  lines.add("os.kernel", os.kernel);
  lines.add("os.arch", os.architecture);
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
  if (windows)
    lines.add("gpus.problem_code", gpu.problem_code);
  else
    lines.add("gpus.kernel_driver", gpu.kernel_driver);
}

}  // namespace gpuenv::report
