// What the driver lacks for the CUDA of a build; see driver_need.h.
#include "check/driver_need.h"

namespace gpuenv::check {

/// Minor-version compatibility counts: a build for any CUDA 12.x runs from the first CUDA 12 driver on
/// (NVIDIA, "CUDA Compatibility"). Inside WSL2 and without a version only the CUDA level decides.
std::optional<DriverNeed> driver_need(const Input& input, const model::Framework& framework) {
  const auto& driver = input.facts.driver;
  if (!is_gpu_build(framework) || !framework.build->cuda.valid()) return std::nullopt;
  const base::Version& cuda = framework.build->cuda;
  const auto floor = input.catalog.driver_floor(cuda);
  if (driver.version().absent()) return std::nullopt;
  if (driver.version().known() && floor && !input.facts.os.wsl.value_or(false)) {
    const bool windows = input.facts.os.family == base::OsFamily::windows;
    const base::Version& need = windows ? floor->windows_driver : floor->linux_driver;
    if (!need.valid() || *driver.version() >= need) return std::nullopt;
    return DriverNeed{floor->cuda, need.text(), need};
  }
  if (!driver.cuda.known() || driver.cuda->major_number() >= cuda.major_number()) return std::nullopt;
  const std::string major = std::to_string(cuda.major_number());
  return DriverNeed{major, "CUDA " + major, floor ? floor->linux_driver : base::Version()};
}

}  // namespace gpuenv::check
