// A card without a working driver: none installed, or installed and not loaded. What containers and WSL hand
// in has checks of its own.
#include <algorithm>

#include "check/driver_steps.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"driver.missing", "driver.not-loaded", "driver.libraries-missing"};

using model::Facts;
using model::Finding;

void add_cards(const Facts& facts, Finding& finding) {
  const auto& gpu = facts.cards.nvidia->front();
  finding.parameters["gpu"] = gpu.label();
  for (const auto& card : *facts.cards.nvidia) {
    std::string text = card.label();
    if (card.kernel_driver.known()) text += ", kernel driver in use: " + *card.kernel_driver;
    if (card.kernel_driver.absent()) text += ", no kernel driver in use";
    if (card.problem_code.known() && *card.problem_code != 0)
      text += ", device manager code " + std::to_string(*card.problem_code);
    finding.evidence.push_back(
        {card.pci_address.empty() ? facts.cards.nvidia.origin() : card.pci_address, text});
  }
}

bool bound_to(const Facts& facts, std::string_view driver) {
  const auto bound = [&](const model::Gpu& gpu) {
    return gpu.kernel_driver.known() && *gpu.kernel_driver == driver;
  };
  return std::any_of(facts.cards.nvidia->begin(), facts.cards.nvidia->end(), bound);
}

Finding missing(const Input& input) {
  Finding finding = begin(input, "driver.missing");
  add_cards(input.facts, finding);
  if (bound_to(input.facts, "nouveau")) finding.parameters["nouveau"] = "nouveau";
  DriverSteps(input).add_install(finding);
  return finding;
}

Finding not_loaded(const Input& input) {
  Finding finding = begin(input, "driver.not-loaded");
  add_cards(input.facts, finding);
  const auto& library = input.facts.driver.user_library;
  finding.parameters["library"] = library.known() ? library->text() : "?";
  finding.evidence.push_back(evidence(library, "libcuda / libnvidia-ml " + finding.parameters["library"]));
  if (input.facts.os.container.known()) {
    finding.fix.push_back({"host", {}, "", ""});
  } else if (input.facts.os.family == base::OsFamily::windows) {
    finding.fix.push_back({"windows", {}, "", ""});
  } else {
    finding.fix.push_back(
        {"load",
         {},
         "sudo modprobe nvidia; sudo dmesg | grep -iE 'nvidia|nvrm|secure boot' | tail -n 20",
         "bash"});
  }
  return finding;
}

Finding libraries_missing(const Input& input) {
  Finding finding = begin(input, "driver.libraries-missing");
  add_cards(input.facts, finding);
  const auto& module = input.facts.driver.kernel_module;
  finding.parameters["module"] = module.known() ? module->text() : "?";
  finding.evidence.push_back(evidence(module, "kernel module " + finding.parameters["module"]));
  finding.evidence.push_back(
      evidence(input.facts.driver.user_library, "libcuda.so.1, libnvidia-ml.so.1: not found"));
  DriverSteps(input).add_install(finding);
  return finding;
}

void run(const Input& input, Answer& answer) {
  const Facts& facts = input.facts;
  const auto& module = facts.driver.kernel_module;
  const auto& library = facts.driver.user_library;
  if (facts.os.wsl.value_or(false)) return;
  if (!facts.cards.nvidia.known() || facts.cards.nvidia->empty()) return;
  if (module.undecided()) return answer.cannot_tell("driver.kernel_module", module);
  if (library.undecided() && (module.absent() || facts.os.family == base::OsFamily::linux))
    return answer.cannot_tell("driver.user_library", library);
  if (facts.os.wsl.undecided() && module.absent() && library.known())
    return answer.cannot_tell("os.wsl", facts.os.wsl);
  // On the host its files say why, in a container those of another system.
  if (module.absent() != library.absent() && facts.os.container.undecided())
    return answer.cannot_tell("os.container", facts.os.container);
  if (module.absent())
    answer.findings.push_back(library.absent() ? missing(input) : not_loaded(input));
  else if (library.absent() && !facts.os.container.known())
    answer.findings.push_back(libraries_missing(input));
}

}  // namespace

extern const Check driver_missing{gives, run};

}  // namespace gpuenv::check
