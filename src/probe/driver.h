// The NVIDIA driver as files and device manager show it: kernel side, user libraries.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "model/driver.h"
#include "probe/ask.h"
#include "probe/nvml.h"

namespace gpuenv::probe {

using base::Version;

/// A library of the driver.
struct DriverLibrary {
  Known<std::string> path;  ///< absent = in none of the folders where programs would find it
  Known<Version> version;   ///< from its file name, following links
  std::optional<Unknown>
      doubt;  ///< why another copy may come first: a place before it could not be looked at
};

struct DriverLibraries {
  DriverLibrary nvml;
  DriverLibrary cuda;
};

/// Looks where the dynamic linker looks: LD_LIBRARY_PATH, ld.so.conf, default folders. On Windows in
/// System32.
DriverLibraries find_driver_libraries(Machine& machine);

/// The copies of both libraries in the folders of that search, by the versions in their names, and for
/// certain the one that belongs to the module.
Known<std::vector<model::DriverCopy>> driver_copies(Machine& machine, const Known<Version>& module);

struct KernelModule {
  Known<Version> version;  ///< absent = not loaded; on Windows of the display driver
  Known<std::string> kind;
};

/// Linux: /proc/driver/nvidia/version, else /sys/module/nvidia/version.
KernelModule read_kernel_module(Machine& machine);
/// Windows: from the NVIDIA display devices.
KernelModule display_driver(const Known<std::vector<machine::DeviceNode>>& devices);

/// Joins what files and NVML say. `cuda_version` asks libcuda, and is called only when NVML gives no number.
model::Driver join_driver(const DriverLibraries& libraries, const KernelModule& module,
                          const NvmlAnswer& nvml, const std::function<Known<Version>()>& cuda_version,
                          const catalog::Catalog& catalog, base::OsFamily os);

}  // namespace gpuenv::probe
