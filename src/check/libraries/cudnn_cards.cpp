// Does the cuDNN wheel still serve the card? From 9.11 on it begins with Turing (sm_75).
#include "check/libraries.h"

namespace gpuenv::check {
namespace {

using base::Sm;
using base::Version;
using model::Finding;

constexpr const char* gives[] = {"cudnn.card-dropped"};

/// 9.10.2 is the last release that lists Maxwell, Pascal and Volta (cuDNN support matrix), and the kernels of
/// libcudnn_ops of 9.28.0 begin with sm_75 (the wheel was read).
const Version first_without_volta("9.11");
constexpr Sm oldest_card{7, 5};

/// The wheel that the framework loads.
const model::LibraryCopy* wheel_of(const Spot& spot) {
  for (const auto* copy : copies_of(spot.environment.libraries, "cudnn"))
    if (copy->from == "wheel" && serves(*copy, cuda_major_of(spot.framework), 0)) return copy;
  return nullptr;
}

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  if (!is_gpu_build(spot.framework)) return;
  const auto* wheel = wheel_of(spot);
  if (wheel == nullptr || !wheel->version.known() || *wheel->version < first_without_volta) return;
  const auto& cards = *input.facts.cards.nvidia;
  for (size_t i = 0; i < cards.size(); ++i) {
    const auto& capability = cards[i].compute_capability;
    const int gpu = static_cast<int>(i);
    if (!capability.known()) {
      answer.cannot_tell("gpus.compute_capability", capability, spot.applies_to(gpu));
      continue;
    }
    if (*capability >= oldest_card || cards[i].given_away()) continue;
    const auto& cubins = spot.framework.cubins;
    // Where the framework itself has nothing for the card, or nobody knows, arch/missing says so.
    if (!cubins.known() || base::serves(*cubins, {}, *capability) == base::Serves::none) continue;
    Finding finding = begin(input, "cudnn.card-dropped", spot, gpu);
    finding.confidence = model::Confidence::likely;
    if (!asked_for(spot)) finding.severity = model::Severity::warning;
    finding.parameters["gpu"] = describe(cards[i]);
    finding.parameters["cudnn"] = wheel->version->text();
    finding.evidence.push_back({wheel->path, wheel->package + " " + wheel->version->text()});
    finding.evidence.push_back(evidence(capability, describe(cards[i])));
    offer_requirements(input, spot.environment, {wheel->package + "<" + first_without_volta.text()}, finding);
    answer.findings.push_back(std::move(finding));
  }
}

void run(const Input& input, Answer& answer) {
  const auto& cards = input.facts.cards.nvidia;
  if (!cards.known() || cards->empty()) return;
  for_each_framework(input, [&](const Spot& spot) { judge_spot(input, spot, answer); });
}

}  // namespace

extern const Check libraries_cudnn_cards{gives, run};

}  // namespace gpuenv::check
