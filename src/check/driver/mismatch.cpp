// Do the loaded kernel module and the driver's libraries have the same version? If not: was the driver
// updated without a restart, or are two installs mixed?
#include <algorithm>

#include "check/driver/codes.h"
#include "check/driver_steps.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"driver.version-mismatch", "driver.two-installs"};

using model::Finding;

/// A copy that belongs to the module, in another folder than the one that the search found.
const model::DriverCopy* matching_copy(const model::Driver& driver) {
  if (!driver.setup.copies.known() || !driver.kernel_module.known()) return nullptr;
  for (const auto& copy : *driver.setup.copies)
    if (!copy.compat && copy.version.known() && *copy.version == *driver.kernel_module) return &copy;
  return nullptr;
}

/// Libraries that are part of the image are not those of the host's driver.
void add_container_steps(const model::Containers& inside, Finding& finding) {
  if (!inside.library_mounted.known() || *inside.library_mounted) {
    finding.fix.push_back({"container", {}, "", ""});
    return;
  }
  finding.evidence.push_back(evidence(inside.library_mounted, "not mounted from the host"));
  std::string names;
  for (const auto& name : inside.driver_packages.value_or({})) names += " " + name;
  if (names.empty())
    finding.fix.push_back({"image", {}, "", ""});
  else
    finding.fix.push_back({"purge", {}, "apt-get purge -y" + names, "bash"});
}

Finding about(const Input& input, std::string_view id) {
  const auto& driver = input.facts.driver;
  Finding finding = begin(input, id);
  finding.parameters["module"] = driver.kernel_module.known() ? driver.kernel_module->text() : "?";
  finding.parameters["library"] = driver.user_library.known() ? driver.user_library->text() : "?";
  if (driver.kernel_module.known())
    finding.evidence.push_back(
        evidence(driver.kernel_module, "kernel module " + finding.parameters["module"]));
  if (driver.user_library.known())
    finding.evidence.push_back(
        evidence(driver.user_library, "user libraries " + finding.parameters["library"]));
  return finding;
}

bool both_known(const model::Driver& driver) {
  return driver.kernel_module.known() && driver.user_library.known();
}

bool files_differ(const model::Driver& driver) {
  return both_known(driver) && *driver.kernel_module != *driver.user_library;
}

Finding mismatch(const Input& input, bool nvml_says_so) {
  Finding finding = about(input, "driver.version-mismatch");
  // NVML has loaded a library that the files do not show as the first one.
  const bool shown = files_differ(input.facts.driver);
  if (!shown && both_known(input.facts.driver)) finding.parameters["library"] = "?";
  if (!nvml_says_so) finding.confidence = model::Confidence::likely;
  if (nvml_says_so) finding.evidence.push_back(evidence(input.facts.driver.nvml.init, "nvmlInit_v2 = 18"));
  if (input.facts.os.container.known()) {
    add_container_steps(input.facts.surroundings.containers, finding);
  } else if (!shown) {
    finding.fix.push_back({"which", {}, "sudo dmesg | grep -i -A 4 'API mismatch' | tail -n 5", "bash"});
    finding.fix.push_back({"then", {}, "", ""});
  } else {
    finding.fix.push_back({"reboot", {}, "sudo reboot", "bash"});
    finding.fix.push_back(
        {"reload",
         {},
         "sudo modprobe -r nvidia_uvm nvidia_drm nvidia_modeset nvidia; sudo modprobe nvidia",
         "bash"});
  }
  return finding;
}

/// Which of the two to take off: the .run file has an uninstaller, otherwise the copy that the search finds
/// first.
Finding two_installs(const Input& input, const model::DriverCopy& copy) {
  const auto& setup = input.facts.driver.setup;
  Finding finding = about(input, "driver.two-installs");
  finding.parameters["first"] = input.facts.driver.user_library.origin();
  finding.parameters["other"] = copy.path;
  finding.evidence.push_back({copy.path, "belongs to the kernel module"});
  for (const auto& package : setup.packages.value_or({}))
    if (finding.evidence.size() < 6)
      finding.evidence.push_back({setup.packages.origin(), package.name + " " + package.version});
  if (setup.run_file.value_or(false)) {
    finding.evidence.push_back(evidence(setup.run_file, "NVIDIA's .run file was used"));
    if (setup.packages.undecided() || !setup.packages.value_or({}).empty())
      finding.fix.push_back(
          {setup.packages.known() ? "run-file" : "perhaps-run-file", {}, "sudo nvidia-uninstall", "bash"});
  }
  finding.fix.push_back({finding.fix.empty() ? "owner" : "else-owner", {}, "", ""});
  finding.fix.push_back({"cache", {}, "sudo ldconfig && sudo reboot", "bash"});
  return finding;
}

/// NVML works with the library that it was given: whether CUDA does, only cuInit tells.
bool cuda_says_so(const model::Driver& driver, Answer& answer) {
  if (!files_differ(driver)) return false;
  if (driver.cuda_library.undecided()) {  // it may be a forward-compatibility library
    answer.cannot_tell("driver.cuda_library", driver.cuda_library);
    return false;
  }
  const auto& cuda = driver.setup.cuda_init;
  if (cuda.undecided()) answer.cannot_tell("driver.cuda_init", cuda);
  return cuda.known() && (*cuda == cuda_system_driver_mismatch || *cuda == cuda_compat_not_supported);
}

/// Without NVML's word the two versions decide, and one alone says nothing.
void note_what_is_missing(const Input& input, Answer& answer) {
  const auto& driver = input.facts.driver;
  const auto& cards = input.facts.cards.nvidia;
  if (!driver.nvml.init.undecided() || !cards.known() || cards->empty()) return;
  if (driver.kernel_module.undecided() && !driver.user_library.absent())
    answer.cannot_tell("driver.kernel_module", driver.kernel_module);
  else if (driver.user_library.undecided() && !driver.kernel_module.absent())
    answer.cannot_tell("driver.user_library", driver.user_library);
}

void run(const Input& input, Answer& answer) {
  const auto& driver = input.facts.driver;
  if (input.facts.os.wsl.value_or(false) || input.facts.os.family != base::OsFamily::linux) return;
  const bool compat =
      driver.cuda_library.known() && driver.cuda_library->find("/compat/") != std::string::npos;
  const bool differ = files_differ(driver) && !compat;
  const bool nvml_says_so = driver.nvml.init.known() && *driver.nvml.init == nvml_lib_rm_version_mismatch;
  if (driver.nvml.init.value_or(-1) == 0) {
    if (compat || !cuda_says_so(driver, answer)) return;
  } else if (!nvml_says_so && !differ) {
    return note_what_is_missing(input, answer);
  }
  const auto* copy = differ ? matching_copy(driver) : nullptr;
  answer.findings.push_back(copy != nullptr ? two_installs(input, *copy) : mismatch(input, nvml_says_so));
}

}  // namespace

extern const Check driver_mismatch{gives, run};

}  // namespace gpuenv::check
