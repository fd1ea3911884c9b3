// Joins what files, device manager, NVML and libcuda say of the driver.
#include "probe/driver.h"

namespace gpuenv::probe {
namespace {

Known<Version> user_library(const DriverLibraries& libraries, const KernelModule& module,
                            const NvmlAnswer& nvml, base::OsFamily os) {
  const DriverLibrary& cuda = libraries.cuda;
  const DriverLibrary& ml = libraries.nvml;
  if (cuda.version.known()) return cuda.version;
  if (ml.version.known()) return ml.version;
  if (!cuda.path.known() && !ml.path.known()) return cuda.path.absent() ? ml.version : cuda.version;
  // WSL2's and Windows' libraries have no version in their names.
  if (nvml.driver.known()) return nvml.driver;
  if (os == base::OsFamily::windows && module.version.known())  // installed together
    return {*module.version, module.version.origin()};
  return cuda.path.known() ? cuda.version : ml.version;
}

Known<Version> cuda_served(const Known<Version>& user_library, const NvmlAnswer& nvml,
                           const std::function<Known<Version>()>& cuda_version,
                           const catalog::Catalog& catalog, base::OsFamily os) {
  if (nvml.cuda.known()) return nvml.cuda;
  Known<Version> asked = cuda_version();
  if (asked.known() || !user_library.known()) return asked;
  const auto branch = catalog.branch_of(*user_library, os);
  if (!branch || !branch->cuda.valid()) return asked;
  return {branch->cuda,
          "catalog: driver branch " + branch->name + (branch->unconfirmed ? ", unconfirmed" : "")};
}

}  // namespace

model::Driver join_driver(const DriverLibraries& libraries, const KernelModule& module,
                          const NvmlAnswer& nvml, const std::function<Known<Version>()>& cuda_version,
                          const catalog::Catalog& catalog, base::OsFamily os) {
  model::Driver driver;
  driver.kernel_module = module.version;
  driver.kind = module.kind;
  driver.user_library = user_library(libraries, module, nvml, os);
  driver.cuda_library =
      libraries.cuda.doubt ? Known<std::string>(*libraries.cuda.doubt) : libraries.cuda.path;
  driver.cuda = cuda_served(driver.user_library, nvml, cuda_version, catalog, os);
  driver.nvml = nvml.state;
  return driver;
}

}  // namespace gpuenv::probe
