// Has a later installation put a CPU build in place of a GPU build? What the GPU build needed is still there,
// and a distribution asks for the very release that came.
#include "check/offer.h"
#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"framework.replaced"};

bool brings(const Input& input, const Spot& spot, const std::string& distribution) {
  const auto row = input.catalog.framework(spot.framework.name);
  if (!row) return false;
  for (const auto& name : row->distributions)
    if (name == distribution) return true;
  return false;
}

void judge_pin(const Input& input, const Spot& spot, const model::Pin& pin, Answer& answer) {
  const auto* left = spot.environment.find(pin.remnant);
  if (left == nullptr) return;
  auto begun = begin_unused_card(input, "framework.replaced", spot, answer);
  if (!begun) return;
  model::Finding& finding = *begun;
  finding.confidence = model::Confidence::likely;
  finding.parameters["by"] = pin.by;
  finding.parameters["pin"] = pin.framework + "==" + pin.version.text();
  finding.parameters["left"] = left->name + " " + left->version.text();
  finding.evidence.push_back({pin.path, "Requires-Dist: " + finding.parameters["pin"]});
  finding.evidence.push_back({left->path, finding.parameters["left"]});
  finding.evidence.push_back(evidence(spot.framework.build, "cpu"));
  offer_install(input, spot, finding);
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  if (gpu_state(input.facts) == GpuState::none) return;
  for_each_framework(input, [&](const Spot& spot) {
    const auto& environment = spot.environment;
    if (!environment.pins.known() || environment.pins->empty() || !environment.distributions.known()) return;
    if (!spot.framework.build.known() || spot.framework.build->kind != model::Build::Kind::cpu) return;
    for (const auto& pin : *environment.pins)
      if (brings(input, spot, pin.framework)) return judge_pin(input, spot, pin, answer);
  });
}

}  // namespace

extern const Check framework_replaced{gives, run};

}  // namespace gpuenv::check
