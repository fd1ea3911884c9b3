// Do packages with compiled code beside a framework hold code that each card can run?
#include "check/gpu/each_card.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"companion.arch-missing"};

using base::Sm;

/// All targets, those with few of the kernels too: one that is there at all is no ground to say that none is.
struct Targets {
  std::vector<Sm> cubins, ptx;

  explicit Targets(const model::Kernels& kernels) : cubins(*kernels.cubins), ptx(kernels.ptx.value_or({})) {
    for (const auto& part : kernels.partial) (part.ptx ? ptx : cubins).push_back(part.sm);
  }
};

std::string names(const std::vector<Sm>& list) {
  std::string text;
  for (const Sm& sm : list) text += (text.empty() ? "" : " ") + sm.name();
  return text.empty() ? "-" : text;
}

void judge(const Input& input, const Spot& spot, const model::Companion& companion, const CardSpot& card,
           Answer& answer) {
  const auto& capability = card.gpu.compute_capability;
  if (!capability.known()) return;
  const Targets targets(companion.kernels);
  if (base::serves(targets.cubins, targets.ptx, *capability) != base::Serves::none) return;
  model::Finding finding = begin(input, "companion.arch-missing", spot, card.place);
  finding.parameters["companion"] = companion.name;
  finding.parameters["companion_version"] =
      companion.version.known() ? companion.version->public_text() : std::string();
  finding.parameters["gpu"] = describe(card.gpu);
  finding.parameters["sm"] = capability->name();
  finding.parameters["cc"] = capability->dotted();
  finding.parameters["architectures"] = names(targets.cubins);
  const auto& origin = companion.kernels.cubins.origin();
  finding.evidence.push_back({origin, "kernels: " + names(targets.cubins) +
                                          "; PTX: " + (targets.ptx.empty() ? "none" : names(targets.ptx))});
  finding.evidence.push_back(evidence(capability, describe(card.gpu)));
  finding.fix.push_back({"other", {}, "", ""});
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  for_each_framework(input, [&](const Spot& spot) {
    for (const auto& companion : spot.environment.companions) {
      if (companion.framework != spot.framework.name || !is_gpu_build(spot.framework)) continue;
      if (!companion.kernels.cubins.known()) continue;
      for_each_card(input, [&](const CardSpot& card) { judge(input, spot, companion, card, answer); });
    }
  });
}

}  // namespace

extern const Check companions_kernels{gives, run};

}  // namespace gpuenv::check
