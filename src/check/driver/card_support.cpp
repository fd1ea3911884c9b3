// Does the installed driver serve each card: not newer than the last branch for it, not older than the first,
// and with the kind of kernel module that the card needs? A card that NVML lists is served, whatever the
// tables say.
#include <algorithm>
#include <optional>

#include "check/driver_steps.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"driver.card-dropped", "driver.older-than-card", "driver.wrong-module-kind"};

using model::Finding;

/// The open kernel modules need the GSP of Turing and later (github.com/NVIDIA/open-gpu-kernel-modules,
/// README).
constexpr base::Sm first_with_gsp{7, 5};

int branch_number(const std::string& branch) {
  return branch.empty() ? 0 : base::Version(branch.substr(1)).major_number();
}

Finding about(const Input& input, size_t place, std::string_view id) {
  const auto& gpu = (*input.facts.cards.nvidia)[place];
  const auto& version = input.facts.driver.version();
  Finding finding = begin(input, id);
  finding.applies_to.gpu = static_cast<int>(place);
  finding.parameters = {
      {"gpu", describe(gpu)}, {"driver", version->text()}, {"architecture", gpu.architecture}};
  finding.evidence.push_back(evidence(version, "driver " + version->text()));
  finding.evidence.push_back(evidence(gpu.compute_capability, describe(gpu)));
  return finding;
}

std::optional<Finding> judge(const Input& input, size_t place, Answer& answer) {
  const auto& driver = input.facts.driver;
  const auto& gpu = (*input.facts.cards.nvidia)[place];
  const auto architecture = input.catalog.architecture_of(*gpu.compute_capability);
  if (!architecture) return std::nullopt;
  const int installed = driver.version()->major_number();
  const int last = branch_number(architecture->last_driver_branch);
  const int first = branch_number(architecture->first_driver_branch);
  if (last > 0 && installed > last) {
    Finding finding = about(input, place, "driver.card-dropped");
    finding.parameters["branch"] = architecture->last_driver_branch;
    DriverSteps(input).add_install(finding);
    return finding;
  }
  if (first > 0 && installed < first) {
    Finding finding = about(input, place, "driver.older-than-card");
    finding.parameters["branch"] = architecture->first_driver_branch;
    DriverSteps(input).add_install(finding);
    return finding;
  }
  if (!driver.kernel_module.known()) return std::nullopt;
  const bool needs_open = architecture->open_modules_only,
             needs_other = *gpu.compute_capability < first_with_gsp;
  if (!driver.kind.known()) {
    if (needs_open || needs_other)
      answer.cannot_tell("driver.kind", driver.kind, {"", "", static_cast<int>(place)});
    return std::nullopt;
  }
  const bool open = *driver.kind == "open";
  if (open ? needs_other : needs_open) {
    Finding finding = about(input, place, "driver.wrong-module-kind");
    finding.parameters["kind"] = *driver.kind;
    finding.parameters["needed"] = open ? "proprietary" : "open";
    finding.evidence.push_back(evidence(driver.kind, *driver.kind + " kernel module"));
    DriverSteps(input).add_install(finding);
    return finding;
  }
  return std::nullopt;
}

/// NVML lists a card that the bus does not show, on a PC: its bus could not be read, and it may hold cards
/// that NVML leaves out.
bool bus_is_missing(const model::Facts& facts) {
  return facts.os.container.absent() && facts.os.architecture.value_or("") == "x86_64" &&
         std::any_of(facts.cards.nvidia->begin(), facts.cards.nvidia->end(),
                     [](const model::Gpu& gpu) { return !gpu.in_pci; });
}

void run(const Input& input, Answer& answer) {
  const auto& facts = input.facts;
  const bool elsewhere = facts.os.wsl.value_or(false) || facts.os.family != base::OsFamily::linux;
  if (elsewhere || !facts.cards.nvidia.known() || !facts.driver.version().known()) return;
  if (bus_is_missing(facts))
    answer.open.push_back({"gpus", "NVML lists a card that the PCI bus does not show", {}});
  for (size_t i = 0; i < facts.cards.nvidia->size(); ++i) {
    const auto& gpu = (*facts.cards.nvidia)[i];
    // Without NVML's answer the list says nothing, unless no module is loaded at all.
    const bool asked = facts.driver.nvml.init.known() || facts.driver.kernel_module.absent();
    if (gpu.in_nvml || !asked || gpu.given_away()) continue;
    if (gpu.kernel_driver.undecided()) {  // perhaps a virtual machine has it
      answer.cannot_tell("gpus.kernel_driver", gpu.kernel_driver, {"", "", static_cast<int>(i)});
      continue;
    }
    if (gpu.pci_device_id.empty()) answer.cannot_tell("gpus.compute_capability", gpu.compute_capability);
    if (!gpu.compute_capability.known()) continue;
    if (auto finding = judge(input, i, answer)) answer.findings.push_back(*std::move(finding));
  }
}

}  // namespace

extern const Check driver_card_support{gives, run};

}  // namespace gpuenv::check
