// Is a card held back: clocks lowered by heat or power supply, a PCI Express link with fewer lanes than it
// could have?
#include <algorithm>

#include "base/text.h"
#include "check/gpu/each_card.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"gpu.throttled", "gpu.link-narrow"};

/// Reaching the power cap is what a busy card does; these are not.
bool is_trouble(const std::string& reason) {
  return reason == "hw-slowdown" || reason == "hw-thermal" || reason == "sw-thermal" ||
         reason == "hw-power-brake";
}

void judge_clocks(const Input& input, const CardSpot& spot, Answer& answer) {
  const auto& state = spot.gpu.state;
  std::vector<std::string> trouble = state.throttle.value_or({});
  std::erase_if(trouble, [](const std::string& reason) { return !is_trouble(reason); });
  if (trouble.empty()) return;
  model::Finding finding = begin(input, "gpu.throttled", spot);
  finding.parameters["reasons"] = base::join(trouble, ", ");
  std::string text = finding.parameters["reasons"];
  if (state.temperature.known()) text += ", " + std::to_string(*state.temperature) + " °C";
  finding.evidence.push_back(evidence(state.throttle, text));
  const bool heat = std::any_of(trouble.begin(), trouble.end(),
                                [](const std::string& reason) { return reason.ends_with("thermal"); });
  finding.fix.push_back({heat ? "cool" : "power", {}, "", ""});
  answer.findings.push_back(std::move(finding));
}

/// An idle card lowers the generation of its link, not the number of lanes.
void judge_link(const Input& input, const CardSpot& spot, Answer& answer) {
  const auto &now = spot.gpu.state.link, &most = spot.gpu.state.link_max;
  if (!now.known() || !most.known() || now->width <= 0 || now->width >= most->width) return;
  model::Finding finding = begin(input, "gpu.link-narrow", spot);
  finding.confidence = model::Confidence::likely;
  finding.parameters["now"] = std::to_string(now->width);
  finding.parameters["most"] = std::to_string(most->width);
  finding.evidence.push_back(
      evidence(now, "x" + finding.parameters["now"] + " of x" + finding.parameters["most"]));
  finding.fix.push_back({"seat", {}, "", ""});
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  for_each_card(input, [&](const CardSpot& spot) {
    judge_clocks(input, spot, answer);
    judge_link(input, spot, answer);
  });
}

}  // namespace

extern const Check gpu_slowed{gives, run};

}  // namespace gpuenv::check
