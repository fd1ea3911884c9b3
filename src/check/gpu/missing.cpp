// NVML works: does it reach every card that is on the bus? Why it does not, others tell.
#include "check/gpu/each_card.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"gpu.lost", "gpu.not-listed"};

void add_look(const Input& input, model::Finding& finding) {
  if (input.facts.os.family == base::OsFamily::windows)
    finding.fix.push_back({"restart", {}, "", ""});
  else if (input.facts.os.container.known() || input.facts.os.wsl.value_or(false))
    finding.fix.push_back({"host", {}, "", ""});
  else
    finding.fix.push_back({"look", {}, "sudo dmesg | grep -E 'NVRM|nvidia' | tail -n 30", "bash"});
}

/// The card is on the bus of a machine whose cards are all ours: neither a container nor a job got some of
/// them only, and no other driver holds the card.
bool should_be_listed(const Input& input, const CardSpot& spot, Answer& answer) {
  const auto& facts = input.facts;
  if (facts.os.family != base::OsFamily::linux || facts.os.wsl.value_or(true)) return false;
  if (!spot.gpu.in_pci || spot.gpu.in_nvml) return false;
  const model::AppliesTo about{"", "", spot.place};
  const auto& driver = spot.gpu.kernel_driver;
  if (driver.known() && *driver != "nvidia") return false;
  if (facts.os.container.known() || facts.surroundings.job.known()) return false;
  if (driver.undecided()) answer.cannot_tell("gpus.kernel_driver", driver, about);
  if (facts.os.container.undecided()) answer.cannot_tell("os.container", facts.os.container, about);
  if (facts.surroundings.job.undecided())
    answer.cannot_tell("surroundings.job", facts.surroundings.job, about);
  return !driver.undecided() && !facts.os.container.undecided() && !facts.surroundings.job.undecided();
}

void run(const Input& input, Answer& answer) {
  const auto& init = input.facts.driver.nvml.init;
  if (!init.known() || *init != 0) return;
  for_each_present_card(input, [&](const CardSpot& spot) {
    const bool lost = spot.gpu.in_nvml && !spot.gpu.lost.empty();
    if (!lost && !should_be_listed(input, spot, answer)) return;
    model::Finding finding = begin(input, lost ? "gpu.lost" : "gpu.not-listed", spot);
    if (lost) {
      finding.parameters["reason"] = spot.gpu.lost;
      finding.evidence.push_back({input.facts.driver.nvml.library, spot.gpu.lost});
    } else {
      finding.confidence = model::Confidence::likely;
      finding.evidence.push_back({spot.gpu.pci_address, describe(spot.gpu)});
      finding.evidence.push_back(evidence(init, "NVML: no card at " + spot.gpu.pci_address));
    }
    add_look(input, finding);
    answer.findings.push_back(std::move(finding));
  });
}

}  // namespace

extern const Check gpu_missing{gives, run};

}  // namespace gpuenv::check
