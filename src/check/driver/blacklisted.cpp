// The driver is not loaded although its module is there: does a file forbid it?
#include "check/driver_steps.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"driver.blacklisted"};

void run(const Input& input, Answer& answer) {
  const auto& setup = input.facts.driver.setup;
  if (!unloaded_on_host(input.facts) || !has_module_file(setup)) return;
  const auto& blacklisted = setup.nvidia_blacklisted;
  if (!blacklisted.known()) return answer.cannot_tell("driver.nvidia_blacklisted", blacklisted);
  if (!*blacklisted) return;
  const std::string& file = blacklisted.origin();
  model::Finding finding = begin(input, "driver.blacklisted");
  finding.parameters["file"] = file;
  finding.evidence.push_back(evidence(blacklisted, "nvidia is blacklisted"));
  const DriverSteps steps(input);
  if (file == "/proc/cmdline") {
    finding.fix.push_back({"command-line", {}, "", ""});
  } else {
    finding.fix.push_back({"look", {}, "grep -n nvidia " + file, "bash"});
    // nvidia-prime writes it for "prime-select intel" and takes it away again.
    if (steps.family() && steps.family()->name == "Ubuntu")
      finding.fix.push_back({"prime", {}, "sudo prime-select nvidia", "bash"});
    finding.fix.push_back(
        {"allow",
         {},
         "sudo sed -i -E 's/^(blacklist|install|alias)[[:space:]]+nvidia([[:space:]]|$)/# &/' " + file,
         "bash"});
  }
  steps.add(finding, "initramfs", &catalog::DriverFamily::initramfs);
  steps.add_restart(finding);
  answer.findings.push_back(std::move(finding));
}

}  // namespace

extern const Check driver_blacklisted{gives, run};

}  // namespace gpuenv::check
