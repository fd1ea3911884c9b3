// PyTorch built for the cards of another maker: AMD (ROCm) or Intel (XPU). It is no CPU build, and sees no
// NVIDIA card.
#include "check/offer.h"
#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"torch.other-maker"};

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  if (spot.framework.name != "torch" || !spot.framework.build.known()) return;
  const auto& build = *spot.framework.build;
  const bool rocm = build.kind == model::Build::Kind::rocm;
  if (!rocm && (build.kind != model::Build::Kind::other)) return;
  if (gpu_state(input.facts) == GpuState::none) return;
  auto begun = begin_unused_card(input, "torch.other-maker", spot, answer);
  if (!begun) return;
  begun->parameters["build"] = !build.variant.empty() ? build.variant : rocm ? "rocm" : "xpu";
  begun->parameters["maker"] = rocm ? "AMD" : "Intel";
  begun->evidence.push_back(evidence(spot.framework.build, begun->parameters["build"]));
  offer_install(input, spot, *begun);
  answer.findings.push_back(*std::move(begun));
}

void run(const Input& input, Answer& answer) {
  for_each_framework(input, [&](const Spot& spot) { judge_spot(input, spot, answer); });
}

}  // namespace

extern const Check framework_other_maker{gives, run};

}  // namespace gpuenv::check
