// What a short hand-written machine.toml says, before it is turned into answers. The names here are the names
// of the keys there; docs stand beside them. What is not written has the value shown.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/os.h"
#include "base/result.h"

namespace gpuenv::machine::recorded {

/// [driver]; without this table the machine has no NVIDIA driver.
struct DriverSpec {
  std::string
      module;  ///< version of the loaded kernel module (Windows: of the display driver); "" = not loaded
  std::string kind = "proprietary";  ///< or "open"
  std::string library;               ///< version of the user libraries; "" = none on the machine
  std::string cuda;                  ///< highest CUDA they serve, "12.4"
  int nvml_init = 0;                 ///< nvmlReturn_t of nvmlInit_v2
  int cuda_init = -1;                ///< CUresult of cuInit; -1 = what follows from the cards
  std::string compat;                ///< forward-compatibility libcuda with its version,
                                     ///< "/usr/local/cuda/compat/libcuda.so.570.86.15"
  std::string nvml = "answers";      ///< or "crashes", "hangs": then nvml_init does not matter
};

/// [[gpu]]: an NVIDIA card.
struct GpuSpec {
  std::string pci = "0000:01:00.0";
  std::string id;    ///< PCI device id, "2684"
  std::string name;  ///< as NVML prints it
  std::string cc;    ///< "8.9"
  long long memory_mib = 0;
  std::string bound = "nvidia";  ///< kernel driver bound to it, "" = none (Linux only)
  bool listed = true;            ///< NVML lists it
  int problem_code = -1;         ///< CM_PROB_* (Windows only); -1 = 0 with a driver, 28 without
  /// [gpu.nvml]: further facts of the vendor child's reply (vendor/vendor.h), or others in place of those
  /// that follow from the keys above.
  std::map<std::string, std::string> nvml;
};

/// [[other_gpu]]: a display device of another maker.
struct OtherGpuSpec {
  std::string pci;
  std::string vendor;  ///< PCI vendor id, "1002"
  std::string id;      ///< PCI device id
  std::string name;    ///< Windows only: what the device manager calls it
};

/// [[toolkit]]: an installed CUDA toolkit.
struct ToolkitSpec {
  std::string version;  ///< "12.4.1"
  std::string path;     ///< "" = where the installer puts it
  bool on_path = false;
};

/// [[env]]: a Python environment.
struct EnvSpec {
  std::string path;
  std::string kind = "venv";  ///< venv, conda, system, embedded
  std::string python;         ///< "3.12.4"
  int bits = 64;
  bool active = false;                 ///< VIRTUAL_ENV or CONDA_PREFIX names it, and it is first on PATH
  std::string installer = "pip";       ///< uv, pip or conda
  std::vector<std::string> packages;   ///< "name==version" in the order of their installation; torch with its
                                       ///< build, "torch==2.8.0+cu128"
  std::vector<std::string> requested;  ///< those of them that were asked for by name
};

/// [[file]]: something at a path, beside or in place of what the rest of the description puts there. One of
/// text, size, link, folder, device, denied and removed says what; without any it is an empty file.
struct FileSpec {
  std::string path;
  std::string text;     ///< its content
  long long size = -1;  ///< a file of which only the size matters, in bytes
  std::string kernels;  ///< the device code of a library, "sm_80:476 compute_90:12"
  std::string link;     ///< a link that leads there
  bool folder = false;
  bool denied = false;  ///< a file, folder or link that this user may not read
  bool device = false;
  bool removed = false;  ///< what lay there, with all below it, is not there
  bool may_open = true;  ///< whether this user may open the file or device for reading and writing
};

/// [[registry]]: a registry value (Windows only).
struct RegistrySpec {
  std::string key, name, value;
};

struct Spec {
  base::OsFamily os = base::OsFamily::linux;
  std::string distro;                   ///< "Ubuntu 24.04", "Windows 11"
  std::string kernel;                   ///< "6.8.0-45-generic", on Windows "10.0.22631"
  std::string architecture = "x86_64";  ///< or "aarch64"
  std::string home;                     ///< "" = /home/user, /root in a container, C:\Users\user
  std::string working_directory;        ///< "" = the folder of the active environment, else home
  bool wsl = false;
  std::string container;  ///< docker, podman, lxc, kubernetes; "" = none
  bool laptop = false;
  std::optional<DriverSpec> driver;
  std::vector<GpuSpec> gpus;
  std::vector<OtherGpuSpec> other_gpus;
  std::map<std::string, std::string> variables;  ///< [variables], beside those that every machine has
  std::vector<ToolkitSpec> toolkits;
  std::vector<EnvSpec> envs;
  std::vector<FileSpec> files;
  std::vector<RegistrySpec> registry;
  std::optional<std::string> kernel_log;  ///< Linux; not written = only root may read it
  std::map<std::string, long long>
      free_mib;  ///< [free_mib]: MiB free at a folder and below it; plenty where not written

  bool windows() const { return os == base::OsFamily::windows; }
};

/// Reads a machine.toml. The error names file and line; a key that has no meaning is one, with the nearest
/// that has.
[[nodiscard]] base::Result<Spec> read_spec(std::string_view toml, std::string_view file);

}  // namespace gpuenv::machine::recorded
