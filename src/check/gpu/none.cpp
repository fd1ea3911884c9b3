// Is there an NVIDIA card at all?
#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"gpu.none"};

std::string other_cards(const std::vector<model::OtherGpu>& others) {
  std::string text;
  for (const auto& other : others) text += (text.empty() ? "" : ", ") + other.vendor + " " + other.name;
  return text;
}

void run(const Input& input, Answer& answer) {
  const auto& facts = input.facts;
  const auto& cards = facts.cards.nvidia;
  if (cards.undecided()) return answer.cannot_tell("gpus", cards);
  if (!cards.absent() && !cards->empty()) return;
  model::Finding finding = begin(input, "gpu.none");
  finding.evidence.push_back({cards.origin(), "10de: 0"});
  const std::string others = other_cards(facts.cards.others);
  for (const auto& other : facts.cards.others)
    finding.evidence.push_back({other.pci_address, other.vendor + " " + other.name});
  if (facts.os.laptop.value_or(false)) {
    // A laptop can take its NVIDIA card off the bus: BIOS, MUX switch, or the vendor's power profile.
    finding.confidence = model::Confidence::likely;
    finding.fix.push_back({"laptop", {}, "", ""});
  }
  if (facts.os.container.known()) finding.fix.push_back({"container", {}, "", ""});
  finding.fix.push_back({others.empty() ? "cpu" : "other", {{"others", others}}, "", ""});
  answer.findings.push_back(std::move(finding));
}

}  // namespace

extern const Check gpu_none{gives, run};

}  // namespace gpuenv::check
