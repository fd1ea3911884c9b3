// Is there an NVIDIA card at all?
#include <algorithm>

#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"gpu.none"};

std::string other_cards(const std::vector<model::OtherGpu>& others) {
  std::string text;
  for (const auto& other : others) text += (text.empty() ? "" : ", ") + other.vendor + " " + other.name;
  return text;
}

/// The command with which each tool turns the card on again, by its own documentation.
constexpr struct {
  const char* tool;
  const char* text;  ///< of the row
  const char* command;
} switches[] = {
    {"supergfxctl", "switch", "supergfxctl -m Hybrid"},
    {"prime-select", "switch", "sudo prime-select on-demand"},
    {"system76-power", "switch", "sudo system76-power graphics hybrid"},
    {"envycontrol", "switch", "sudo envycontrol -s hybrid"},
    {"asus", "firmware", "echo 0 | sudo tee /sys/devices/platform/asus-nb-wmi/dgpu_disable"},
};

void add_switch(const base::Known<model::CardSwitch>& off, model::Finding& finding) {
  finding.evidence.push_back(evidence(off, off->tool + ": " + off->setting));
  const model::Parameters parameters{{"tool", off->tool}, {"setting", off->setting}};
  const auto* found = std::find_if(std::begin(switches), std::end(switches),
                                   [&](const auto& one) { return off->tool == one.tool; });
  if (found != std::end(switches))
    finding.fix.push_back({found->text, parameters, found->command, "bash"});
  else
    finding.fix.push_back(
        {"rule", parameters, "sudo mv " + off->setting + " " + off->setting + ".off", "bash"});
  finding.fix.push_back({"restart", {}, "sudo reboot", "bash"});
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
  if (facts.cards.switched_off.known()) {
    finding.confidence = model::Confidence::likely;  // the tools also switch cards of other makers
    add_switch(facts.cards.switched_off, finding);
  } else if (facts.os.laptop.value_or(false)) {
    // A laptop can take its NVIDIA card off the bus: BIOS, MUX switch, or the vendor's power profile.
    finding.confidence = model::Confidence::likely;
    finding.fix.push_back({"laptop", {}, "", ""});
  }
  if (facts.os.container.known()) finding.fix.push_back({"container", {}, "", ""});
  if (!facts.cards.switched_off.known())
    finding.fix.push_back({others.empty() ? "cpu" : "other", {{"others", others}}, "", ""});
  answer.findings.push_back(std::move(finding));
}

}  // namespace

extern const Check gpu_none{gives, run};

}  // namespace gpuenv::check
