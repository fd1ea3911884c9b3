// The driver is installed and not loaded: does another kernel driver hold the card (nouveau, vfio-pci)?
#include "check/driver_steps.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"driver.card-held"};

void add_nouveau_steps(const Input& input, model::Finding& finding) {
  const auto& blacklisted = input.facts.driver.setup.nouveau_blacklisted;
  const DriverSteps steps(input);
  if (blacklisted.known() && *blacklisted)
    finding.evidence.push_back(
        evidence(blacklisted, "nouveau is blacklisted; what started before did not know it"));
  else
    finding.fix.push_back({"blacklist",
                           {},
                           "printf 'blacklist nouveau\\noptions nouveau modeset=0\\n' | sudo tee "
                           "/etc/modprobe.d/blacklist-nouveau.conf",
                           "bash"});
  steps.add(finding, "initramfs", &catalog::DriverFamily::initramfs);
  steps.add_restart(finding);
}

void run(const Input& input, Answer& answer) {
  if (!unloaded_on_host(input.facts)) return;
  for (const auto& gpu : *input.facts.cards.nvidia) {
    if (gpu.kernel_driver.undecided()) answer.cannot_tell("gpus.kernel_driver", gpu.kernel_driver);
    if (!gpu.kernel_driver.known() || *gpu.kernel_driver == "nvidia") continue;
    model::Finding finding = begin(input, "driver.card-held");
    finding.parameters = {{"gpu", gpu.label()}, {"holder", *gpu.kernel_driver}};
    finding.evidence.push_back(evidence(gpu.kernel_driver, *gpu.kernel_driver));
    if (*gpu.kernel_driver == "nouveau" || *gpu.kernel_driver == "nova_core")
      add_nouveau_steps(input, finding);
    else
      finding.fix.push_back({*gpu.kernel_driver == "vfio-pci" ? "vfio" : "unbind", {}, "", ""});
    return answer.findings.push_back(std::move(finding));
  }
}

}  // namespace

extern const Check driver_card_held{gives, run};

}  // namespace gpuenv::check
