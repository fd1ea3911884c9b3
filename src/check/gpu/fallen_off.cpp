// Has a card stopped answering on the PCI bus? The kernel log says so; NVML says whether it still is so.
#include <algorithm>

#include "check/gpu_log.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"gpu.fallen-off-bus", "gpu.fell-off-bus"};

model::Finding about(const Input& input, const char* id, const std::string& label,
                     const LoggedErrors& errors) {
  model::Finding finding = begin(input, id);
  finding.parameters["gpu"] = label;
  errors.add_to(input, finding);
  if (input.facts.os.container.known()) {
    finding.fix.push_back({"host", {}, "", ""});
    return finding;
  }
  if (finding.severity == model::Severity::error)
    finding.fix.push_back({"power", {}, "sudo poweroff", "bash"});
  finding.fix.push_back({input.facts.os.laptop.value_or(false) ? "laptop" : "hardware", {}, "", ""});
  return finding;
}

/// Cards that the log names and the bus does not show any more.
void gone(const Input& input, Answer& answer) {
  const auto& facts = input.facts;
  // A container sees only the cards that were handed in; a card that is switched off leaves the bus, too.
  if (!facts.os.container.absent() || facts.cards.switched_off.known()) return;
  const auto& cards = *facts.cards.nvidia;
  std::vector<std::string> told;
  for (const auto& error : *facts.cards.xids) {
    const auto here = [&](const model::Gpu& gpu) { return gpu.pci_address == error.pci_address; };
    const bool known = std::any_of(cards.begin(), cards.end(), here) ||
                       std::find(told.begin(), told.end(), error.pci_address) != told.end();
    const auto errors = logged(input, error.pci_address, "bus");
    if (known || errors.empty()) continue;
    told.push_back(error.pci_address);
    model::Finding finding =
        about(input, "gpu.fallen-off-bus", "NVIDIA card at " + error.pci_address, errors);
    const bool others = std::any_of(cards.begin(), cards.end(), [&](const model::Gpu& gpu) {
      return reached(facts, gpu).value_or(false);
    });
    if (others) finding.severity = model::Severity::warning;
    answer.findings.push_back(std::move(finding));
  }
}

void run(const Input& input, Answer& answer) {
  if (!input.facts.cards.nvidia.known() || !input.facts.cards.xids.known()) return;
  for_each_present_card(input, [&](const CardSpot& spot) {
    const auto errors = logged(input, spot.gpu.pci_address, "bus");
    const auto reaches = reached(input.facts, spot.gpu);
    if (errors.empty() || !reaches) return;
    model::Finding finding =
        about(input, *reaches ? "gpu.fell-off-bus" : "gpu.fallen-off-bus", describe(spot.gpu), errors);
    finding.applies_to.gpu = spot.place;
    answer.findings.push_back(std::move(finding));
  });
  gone(input, answer);
}

}  // namespace

extern const Check gpu_fallen_off{gives, run};

}  // namespace gpuenv::check
