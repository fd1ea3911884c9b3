// Is a framework a CPU-only build on a machine that has a usable card?
#include "check/offer.h"
#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"torch.cpu-build", "tensorflow.cpu-build", "paddle.cpu-build",
                                 "onnxruntime.cpu-build"};

/// A Windows build of a release that never had or no longer has a native GPU build is judged by
/// framework/windows_native.
bool never_on_windows(const Input& input, const Spot& spot) {
  if (input.facts.os.family != base::OsFamily::windows) return false;
  const auto row = input.catalog.framework(spot.framework.name);
  if (!row || row->windows_gpu.empty()) return false;
  if (row->windows_gpu == "none" || !spot.framework.version.known()) return true;
  const base::Version last(row->windows_gpu);
  return *spot.framework.version > last && !spot.framework.version->begins_with(last);
}

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  if (spot.framework.name == "jax" || never_on_windows(input, spot)) return;  // jax: framework/jax_plugin
  if (spot.framework.build.undecided())
    return answer.cannot_tell(spot.framework.name + ".build", spot.framework.build, spot.applies_to());
  if (!spot.framework.build.known() || spot.framework.build->kind != model::Build::Kind::cpu) return;
  // What else is installed decides how it came to a CPU build (onnxruntime beside onnxruntime-gpu) and what
  // to do.
  if (spot.environment.distributions.undecided())
    return answer.cannot_tell("environment.distributions", spot.environment.distributions, spot.applies_to());
  if (spot.environment.pins.undecided())
    return answer.cannot_tell("environment.pins", spot.environment.pins, spot.applies_to());
  if (gpu_state(input.facts) == GpuState::none) return;  // there a CPU build is right
  auto begun = begin_unused_card(input, spot.framework.name + ".cpu-build", spot, answer);
  if (!begun) return;
  model::Finding& finding = *begun;
  finding.parameters["gpu"] = describe(*input.facts.own_cards().front());
  finding.evidence.push_back(
      evidence(spot.framework.build,
               spot.framework.name + " " + finding.parameters["version"] + ": " +
                   (spot.framework.build->variant.empty() ? "cpu" : spot.framework.build->variant)));
  offer_install(input, spot, finding);
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  for_each_framework(input, [&](const Spot& spot) { judge_spot(input, spot, answer); });
}

}  // namespace

extern const Check framework_cpu_build{gives, run};

}  // namespace gpuenv::check
