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

/// A copy of one of the driver's user libraries.
struct DriverCopy {
  std::string path;  ///< of the file itself, links followed
  Known<Version> version;
  bool compat = false;  ///< a forward-compatibility library (cuda-compat)
};

/// A kernel module file of the driver, as modules.dep names it.
struct ModuleFile {
  std::string path;
  bool self_built = false;  ///< by DKMS, akmods or the .run file: signed with a key of this machine, or not at all
};

/// What DKMS knows of the driver (/var/lib/dkms).
struct DkmsBuild {
  std::string name;  ///< nvidia, nvidia-current ...
  Version version;
  std::string kernel;  ///< "" = added, built for no kernel
  bool built = false;
  std::string log;  ///< of a build that failed, or ""
};

/// A device node and whether this user may open it; absent = the node is not there.
struct DeviceFile {
  std::string path;
  Known<bool> may_open;
};

/// A package of the system that brings a part of the driver.
struct DriverPackage {
  std::string manager;  ///< dpkg, rpm, pacman
  std::string name;
  std::string version;
};

/// How the driver is installed on Linux, and what keeps it from being loaded. Read only when something does not
/// work; what was not asked says so.
struct DriverSetup {
  Known<std::vector<ModuleFile>> module_files;     ///< for the running kernel; absent = it has no folder of modules
  Known<std::vector<std::string>> other_kernels;   ///< releases of other kernels that have a module
  Known<std::vector<DkmsBuild>> dkms;              ///< absent = DKMS does not know the driver
  Known<bool> headers;                             ///< headers of the running kernel are installed
  Known<bool> secure_boot;
  Known<std::string> lockdown;      ///< none, integrity, confidentiality; absent = a kernel without it
  Known<bool> nouveau_blacklisted;  ///< by a modprobe.d file or the kernel command line; the origin names it
  Known<bool> nvidia_blacklisted;
  Known<bool> uvm_loaded;  ///< nvidia_uvm, without which CUDA does not start
  Known<std::vector<DeviceFile>> nodes;
  Known<std::string> node_group;  ///< the group that may open the nodes, when the driver is told to use one
  Known<std::vector<DriverPackage>> packages;
  Known<std::vector<DriverCopy>> copies;  ///< libcuda and libnvidia-ml of the folders that the library search looks in
  Known<bool> run_file;                   ///< the driver was installed from NVIDIA's .run file: its uninstaller is there
  Known<int> cuda_init;                   ///< CUresult of cuInit, 0 = success
};

struct Driver {
  Known<Version> kernel_module;     ///< loaded module; absent = not loaded. On Windows the display driver
  Known<std::string> kind;          ///< "open" or "proprietary"
  Known<Version> user_library;      ///< version in the file name of libcuda.so.X / libnvidia-ml.so.X; absent = no library found
  Known<std::string> cuda_library;  ///< path of libcuda.so.1 or nvcuda.dll
  Known<Version> cuda;              ///< highest CUDA that the user library serves ("12.4")
  NvmlState nvml;
  DriverSetup setup;

  /// The version a build has to live with: the user library's, else the module's.
  const Known<Version>& version() const { return user_library.known() ? user_library : kernel_module; }
};

struct Toolkit {
  Version version;
  std::string path;
  bool active = false;  ///< its nvcc is first on PATH
  std::string from;     ///< who brought it: nvidia, distribution, conda, pip; "" = not known

  /// For the whole machine, with the libraries that programs load: packages of one environment serve that one alone,
  /// and the wheel of nvcc is the compiler without them.
  bool complete() const { return from != "pip" && from != "conda"; }
};

/// What would be used to compile CUDA code.
struct CudaCompiler {
  Known<std::string> nvcc;         ///< the first on PATH
  Known<Version> nvcc_version;
  Known<std::string> cuda_home;    ///< CUDA_HOME, else CUDA_PATH; absent = neither is set
  std::string home_variable;       ///< which of them; "" = neither
  Known<bool> cuda_home_there;     ///< that folder is there
  Known<std::string> host;         ///< the host compiler that nvcc would call
  Known<Version> host_version;
};

}  // namespace gpuenv::model
