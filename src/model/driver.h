// Facts about the NVIDIA driver and the toolkits.
#pragma once

#include <string>
#include <vector>

#include "base/known.h"
#include "base/version.h"

namespace gpuenv::model {

using base::Known;
using base::Version;

/// How starting NVML went.
struct NvmlState {
  Known<int> init;          ///< nvmlReturn_t of nvmlInit_v2, 0 = success; unknown when it crashed, hung or there is no library
  std::string library;      ///< the library that was asked, "" when none was found
  std::string error_text;   ///< what NVML itself calls the code, in English; ""
};

struct Driver {
  Known<Version> kernel_module;     ///< loaded module; absent = not loaded. On Windows the display driver
  Known<std::string> kind;          ///< "open" or "proprietary"
  Known<Version> user_library;      ///< version in the file name of libcuda.so.X / libnvidia-ml.so.X; absent = no library found
  Known<std::string> cuda_library;  ///< path of libcuda.so.1 or nvcuda.dll
  Known<Version> cuda;              ///< highest CUDA that the user library serves ("12.4")
  NvmlState nvml;

  /// The version a build has to live with: the user library's, else the module's.
  const Known<Version>& version() const { return user_library.known() ? user_library : kernel_module; }
};

struct Toolkit {
  Version version;
  std::string path;
  bool active = false;  ///< its nvcc is first on PATH
};

}  // namespace gpuenv::model
