// The driver is not loaded although its module is there: does Secure Boot refuse a module that was built
// here?
#include <algorithm>

#include "check/driver_steps.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"driver.secure-boot"};

bool all_self_built(const std::vector<model::ModuleFile>& files) {
  return std::all_of(files.begin(), files.end(),
                     [](const model::ModuleFile& file) { return file.self_built; });
}

/// Another reason for which the module is not loaded leaves it open whether its signature would be taken.
bool kept_out_otherwise(const model::Facts& facts) {
  const auto& blacklisted = facts.driver.setup.nvidia_blacklisted;
  return !blacklisted.known() || *blacklisted ||
         std::any_of(facts.cards.nvidia->begin(), facts.cards.nvidia->end(),
                     [](const model::Gpu& gpu) { return gpu.kernel_driver.known(); });
}

void run(const Input& input, Answer& answer) {
  const auto& setup = input.facts.driver.setup;
  if (!unloaded_on_host(input.facts) || !has_module_file(setup)) return;
  // The distributions sign the modules that they build themselves.
  if (!all_self_built(*setup.module_files) || kept_out_otherwise(input.facts)) return;
  if (setup.secure_boot.undecided()) return answer.cannot_tell("driver.secure_boot", setup.secure_boot);
  if (!setup.secure_boot.value_or(false)) return;
  // Without lockdown the kernel takes modules of any signature, also under Secure Boot.
  if (setup.lockdown.undecided()) return answer.cannot_tell("driver.lockdown", setup.lockdown);
  if (setup.lockdown.absent() || *setup.lockdown == "none") return;
  model::Finding finding = begin(input, "driver.secure-boot");
  finding.confidence = model::Confidence::likely;  // the key may be enrolled: only the kernel's log tells
  finding.parameters["module"] = setup.module_files->front().path;
  finding.evidence.push_back(evidence(setup.secure_boot, "Secure Boot is on"));
  finding.evidence.push_back(evidence(setup.lockdown, "lockdown: " + *setup.lockdown));
  finding.evidence.push_back({setup.module_files->front().path, "built on this machine, not loaded"});
  const DriverSteps steps(input);
  finding.fix.push_back(
      {"look", {}, "sudo dmesg | grep -iE 'module verification|key was rejected|lockdown'", "bash"});
  if (steps.family() && !steps.family()->key.empty()) {
    finding.fix.push_back({"enroll", {}, "sudo mokutil --import " + steps.family()->key, "bash"});
    steps.add_restart(finding);
  }
  finding.fix.push_back({"off", {}, "", ""});
  answer.findings.push_back(std::move(finding));
}

}  // namespace

extern const Check driver_secure_boot{gives, run};

}  // namespace gpuenv::check
