// Do the loaded kernel module and the driver's libraries have the same version?
#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"driver.version-mismatch"};
constexpr int nvml_lib_rm_version_mismatch = 18;  // nvmlReturn_t, NVML API reference

/// Libraries that are part of the image are not those of the host's driver.
void add_container_steps(const model::Containers& inside, model::Finding& finding) {
  if (!inside.library_mounted.known() || *inside.library_mounted) {
    finding.fix.push_back({"container", {}, "", ""});
    return;
  }
  finding.evidence.push_back(evidence(inside.library_mounted, "not mounted from the host"));
  std::string names;
  for (const auto& name : inside.driver_packages.value_or({})) names += " " + name;
  finding.fix.push_back(
      {"image", {}, names.empty() ? "" : "apt-get purge -y" + names, names.empty() ? "" : "bash"});
}

void run(const Input& input, Answer& answer) {
  const auto& driver = input.facts.driver;
  if (input.facts.os.wsl.value_or(false) || input.facts.os.family != base::OsFamily::linux) return;
  const bool nvml_says_so = driver.nvml.init.known() && *driver.nvml.init == nvml_lib_rm_version_mismatch;
  const bool both = driver.kernel_module.known() && driver.user_library.known();
  const bool differ = both && *driver.kernel_module != *driver.user_library;
  // NVML that answers proves that the pair works, whatever the file names say (forward-compatibility
  // libraries).
  const bool works = driver.nvml.init.known() && *driver.nvml.init == 0;
  if (!nvml_says_so && (!differ || works)) return;
  model::Finding finding = begin(input, "driver.version-mismatch");
  if (!nvml_says_so) finding.confidence = model::Confidence::likely;
  finding.parameters["module"] = driver.kernel_module.known() ? driver.kernel_module->text() : "?";
  finding.parameters["library"] = driver.user_library.known() ? driver.user_library->text() : "?";
  finding.evidence.push_back(evidence(driver.kernel_module, "kernel module " + finding.parameters["module"]));
  finding.evidence.push_back(
      evidence(driver.user_library, "user libraries " + finding.parameters["library"]));
  if (nvml_says_so) finding.evidence.push_back(evidence(driver.nvml.init, "nvmlInit_v2 = 18"));
  if (input.facts.os.container.known()) {
    add_container_steps(input.facts.surroundings.containers, finding);
  } else {
    finding.fix.push_back({"reboot", {}, "sudo reboot", "bash"});
    finding.fix.push_back({"reload",
                           {},
                           "sudo rmmod nvidia_uvm nvidia_drm nvidia_modeset nvidia && sudo modprobe nvidia",
                           "bash"});
  }
  answer.findings.push_back(std::move(finding));
}

}  // namespace

extern const Check driver_mismatch{gives, run};

}  // namespace gpuenv::check
