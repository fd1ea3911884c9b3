// Machines as literals, for the tests of the checks.
#pragma once

#include <string>
#include <vector>

#include "check/judge.h"
#include "model/facts.h"

namespace gpuenv::check::test {

using base::Known;
using base::Unknown;
using base::Version;
using base::Why;

/// What NVML says of a card in daily use, as far as a check has to know it.
inline model::CardState plain_state() {
  model::CardState state;
  state.compute_mode = Known<std::string>("default", "NVML");
  state.mig = Known<bool>(Unknown{Why::unsupported, "NVML"}, "NVML");
  return state;
}

inline model::Gpu card(const std::string& name, base::Sm sm, const std::string& pci = "0000:01:00.0") {
  model::Gpu gpu;
  gpu.name = Known<std::string>(name, "NVML");
  gpu.compute_capability = Known<base::Sm>(sm, "NVML");
  gpu.pci_address = pci;
  gpu.pci_device_id = "2204";
  gpu.kernel_driver = Known<std::string>("nvidia", pci);
  gpu.in_pci = gpu.in_nvml = true;
  gpu.state = plain_state();
  return gpu;
}

/// A library in the system's folder.
inline model::LibraryCopy library(const std::string& name, const std::string& version, int cuda_major) {
  const std::string path = "/usr/lib/x86_64-linux-gnu/lib" + name + ".so." + version;
  return {name, Known<Version>(Version(version), path), cuda_major, path, "system", "", false};
}

/// Ubuntu with CUDA 12 libraries, and one RTX 3090 on driver 550 (CUDA 12.4), everything answering, no
/// environment.
inline model::Facts working_machine() {
  model::Facts facts;
  facts.os.name = Known<std::string>("Ubuntu 24.04", "/etc/os-release");
  facts.os.distribution = Known<model::LinuxDistribution>({"ubuntu", {"debian"}, "24.04"}, "/etc/os-release");
  facts.os.kernel = Known<std::string>("6.8.0", "uname");
  facts.os.architecture = Known<std::string>("x86_64", "uname");
  facts.os.wsl = Known<bool>(false, "uname");
  facts.os.container = Known<std::string>(Unknown{Why::absent, ""}, "/.dockerenv");
  facts.os.laptop = Known<bool>(false, "dmi");
  facts.cards.nvidia = Known<std::vector<model::Gpu>>(std::vector{card("NVIDIA GeForce RTX 3090", {8, 6})},
                                                      "/sys/bus/pci/devices");
  facts.driver.kernel_module = Known<Version>(Version("550.54.15"), "/proc/driver/nvidia/version");
  facts.driver.user_library =
      Known<Version>(Version("550.54.15"), "/usr/lib/x86_64-linux-gnu/libcuda.so.550.54.15");
  facts.driver.cuda_library = Known<std::string>("/usr/lib/x86_64-linux-gnu/libcuda.so.1", "library search");
  facts.driver.cuda = Known<Version>(Version("12.4"), "NVML");
  facts.driver.nvml.init = Known<int>(0, "NVML");
  facts.driver.nvml.library = "/usr/lib/x86_64-linux-gnu/libnvidia-ml.so.1";
  facts.surroundings.job = Known<model::Job>(Unknown{Why::absent, ""}, "$SLURM_JOB_ID");
  facts.toolkits = Known<std::vector<model::Toolkit>>(std::vector<model::Toolkit>{}, "/usr/local");
  facts.libraries = Known<std::vector<model::LibraryCopy>>(
      std::vector{library("cudart", "12.4.127", 12), library("cublas", "12.4.5.8", 12),
                  library("cudnn", "9.1.0", 0)},
      "library search");
  return facts;
}

inline std::vector<base::Sm> sms(std::initializer_list<const char*> names) {
  std::vector<base::Sm> list;
  for (const char* name : names) list.push_back(*base::parse_sm(name));
  return list;
}

inline model::Framework framework(const std::string& name, const std::string& version,
                                  model::Build::Kind kind, const std::string& variant,
                                  const std::string& cuda) {
  model::Framework result;
  result.name = name;
  result.version = Known<Version>(Version(version), name + "/version.py");
  result.build = Known<model::Build>(model::Build{kind, variant, Version(cuda)}, name + "/version.py");
  result.cubins = Known<std::vector<base::Sm>>(sms({"sm_75", "sm_80", "sm_86", "sm_90"}), "catalog");
  result.ptx = Known<std::vector<base::Sm>>(std::vector<base::Sm>{}, "catalog");
  result.known_build = Known<model::KnownBuild>(model::KnownBuild{}, "catalog");
  return result;
}

inline model::Framework torch(const std::string& version, const std::string& variant,
                              const std::string& cuda) {
  const auto kind = cuda.empty() ? model::Build::Kind::cpu : model::Build::Kind::cuda;
  return framework("torch", version, kind, variant, cuda);
}

inline model::Environment environment(std::vector<model::Framework> frameworks,
                                      std::vector<model::Distribution> distributions = {}) {
  model::Environment result;
  result.path = "/home/user/proj/.venv";
  result.kind = "venv";
  result.selection = model::Selection::active;
  result.interpreter = result.path + "/bin/python";
  result.installer = "uv";
  result.python = Known<Version>(Version("3.12.4"), "pyvenv.cfg");
  result.bits = Known<int>(64, "python");
  result.site_packages = result.path + "/lib/python3.12/site-packages";
  result.distributions =
      Known<std::vector<model::Distribution>>(std::move(distributions), result.site_packages);
  result.frameworks = std::move(frameworks);
  result.damaged =
      Known<std::vector<model::DamagedFile>>(std::vector<model::DamagedFile>{}, result.site_packages);
  result.overlaps = Known<std::vector<model::Overlap>>(std::vector<model::Overlap>{}, result.site_packages);
  result.shadows = Known<std::vector<model::Shadow>>(std::vector<model::Shadow>{}, result.site_packages);
  result.pins = Known<std::vector<model::Pin>>(std::vector<model::Pin>{}, result.site_packages);
  result.conda_packages = Known<std::vector<model::CondaPackage>>(Unknown{Why::absent, ""});
  result.free_threaded = Known<bool>(false, "pyvenv.cfg");
  result.libraries =
      Known<std::vector<model::LibraryCopy>>(std::vector<model::LibraryCopy>{}, result.site_packages);
  return result;
}

inline model::Distribution distribution(const std::string& name, const std::string& version) {
  return {name,
          Version(version),
          name + ".dist-info",
          Known<bool>(true, "REQUESTED"),
          "uv",
          Known<std::vector<model::Requirement>>(std::vector<model::Requirement>{}, name + "/METADATA")};
}

inline model::Judgement judged(const model::Facts& facts, bool all = false) {
  static const catalog::Catalog catalog = catalog::Catalog::embedded();
  return judge({facts, catalog}, {all});
}

/// Ids of the causes, in the order of the report; "@gpuN" is added where a card is meant.
inline std::vector<std::string> causes(const model::Judgement& judgement,
                                       model::Role role = model::Role::cause) {
  std::vector<std::string> ids;
  for (const auto& finding : judgement.findings)
    if (finding.role == role)
      ids.push_back(finding.applies_to.gpu < 0
                        ? finding.id
                        : finding.id + "@gpu" + std::to_string(finding.applies_to.gpu));
  return ids;
}

inline const model::Finding* find(const model::Judgement& judgement, std::string_view id) {
  for (const auto& finding : judgement.findings)
    if (finding.id == id) return &finding;
  return nullptr;
}

/// All commands of a finding, one a line.
inline std::string commands(const model::Finding& finding) {
  std::string text;
  for (const auto& step : finding.fix) text += step.command + "\n";
  return text;
}

}  // namespace gpuenv::check::test
