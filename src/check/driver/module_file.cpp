// The driver is not loaded: does the running kernel have its module, and if not, why?
#include <algorithm>

#include "check/driver_steps.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"driver.kernel-gone", "driver.headers-missing", "driver.dkms-not-built",
                                 "driver.module-missing"};

using catalog::DriverFamily;
using model::DkmsBuild;
using model::Finding;

Finding about(const Input& input, const DriverSteps& steps, std::string_view id) {
  const auto& setup = input.facts.driver.setup;
  Finding finding = begin(input, id);
  finding.parameters["kernel"] = steps.kernel();
  finding.parameters["driver"] = input.facts.driver.user_library->text();
  finding.evidence.push_back(evidence(setup.module_files, "nvidia.ko: none for kernel " + steps.kernel()));
  return finding;
}

/// An update took the modules of the running kernel away: nothing can be loaded until the new one runs.
Finding kernel_gone(const Input& input, const DriverSteps& steps) {
  Finding finding = about(input, steps, "driver.kernel-gone");
  const auto& others = input.facts.driver.setup.other_kernels;
  // A kernel that was booted from elsewhere (virtual machines) has no folder either.
  const bool updated = others.known() && !others->empty();
  finding.confidence = updated ? model::Confidence::likely : model::Confidence::possible;
  for (const auto& other : others.value_or({}))
    finding.evidence.push_back(evidence(others, "kernel " + other + " has a module of the driver"));
  steps.add_restart(finding);
  return finding;
}

void add_build_evidence(const model::DriverSetup& setup, Finding& finding) {
  for (const auto& build : *setup.dkms) {
    const std::string kernel = build.kernel.empty() ? "no kernel" : "kernel " + build.kernel;
    finding.evidence.push_back(evidence(setup.dkms, build.name + " " + build.version.text() + ": " +
                                                        (build.built ? "built" : "not built") + " for " +
                                                        kernel));
  }
}

Finding headers_missing(const Input& input, const DriverSteps& steps) {
  const auto& setup = input.facts.driver.setup;
  Finding finding = about(input, steps, "driver.headers-missing");
  finding.evidence.push_back(evidence(setup.headers, "not there"));
  add_build_evidence(setup, finding);
  steps.add(finding, "headers", &DriverFamily::headers);
  steps.add(finding, "rebuild", &DriverFamily::rebuild);
  finding.fix.push_back({"load", {}, "sudo modprobe nvidia", "bash"});
  return finding;
}

Finding not_built(const Input& input, const DriverSteps& steps) {
  const auto& setup = input.facts.driver.setup;
  Finding finding = about(input, steps, "driver.dkms-not-built");
  add_build_evidence(setup, finding);
  steps.add(finding, "rebuild", &DriverFamily::rebuild);
  finding.fix.push_back({"load", {}, "sudo modprobe nvidia", "bash"});
  for (const auto& build : *setup.dkms)
    if (!build.log.empty()) {
      finding.evidence.push_back({build.log, "the log of a build that did not finish"});
      finding.fix.push_back(
          {"log", {{"log", build.log}}, "grep -iE 'error' " + build.log + " | head -n 20", "bash"});
    }
  return finding;
}

Finding module_missing(const Input& input, const DriverSteps& steps) {
  const auto& others = input.facts.driver.setup.other_kernels;
  Finding finding = about(input, steps, "driver.module-missing");
  for (const auto& other : others.value_or({}))
    finding.evidence.push_back(evidence(others, "kernel " + other + " has one"));
  if (others.known() && !others->empty())
    finding.fix.push_back({"boot", {{"other", others->back()}}, "", ""});
  steps.add_install(finding);
  return finding;
}

void run(const Input& input, Answer& answer) {
  if (!unloaded_on_host(input.facts)) return;
  const auto& setup = input.facts.driver.setup;
  const DriverSteps steps(input);
  if (!input.facts.os.kernel.known()) return answer.cannot_tell("os.kernel", input.facts.os.kernel);
  if (setup.module_files.absent()) return answer.findings.push_back(kernel_gone(input, steps));
  if (!setup.module_files.known()) return answer.cannot_tell("driver.module_files", setup.module_files);
  if (has_module_file(setup)) return;
  if (setup.dkms.undecided()) return answer.cannot_tell("driver.dkms", setup.dkms);
  if (setup.dkms.absent()) return answer.findings.push_back(module_missing(input, steps));
  if (!setup.headers.known()) return answer.cannot_tell("driver.headers", setup.headers);
  answer.findings.push_back(*setup.headers ? not_built(input, steps) : headers_missing(input, steps));
}

}  // namespace

extern const Check driver_module_file{gives, run};

}  // namespace gpuenv::check
