// The CPU and the GPU package of TensorFlow or PaddlePaddle at once: they share one folder, and the one
// installed last wins. ONNX Runtime's pair is judged by framework/onnxruntime_both.
#include "check/offer.h"
#include "check/owners.h"
#include "check/support.h"
#include "steps/steps.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"tensorflow.both-packages", "paddle.both-packages"};

struct Pair {
  const char* framework;
  const char* cpu;
  const char* gpu;
};
/// tensorflow-intel and tensorflow-cpu-aws are no rivals: tensorflow itself asks for them on Windows and ARM.
constexpr Pair pairs[] = {{"tensorflow", "tensorflow-cpu", "tensorflow"},
                          {"paddle", "paddlepaddle", "paddlepaddle-gpu"}};

void judge_pair(const Input& input, const Spot& spot, const Pair& pair, Answer& answer) {
  const bool windows = input.facts.os.family == base::OsFamily::windows;
  if (spot.framework.name != pair.framework) return;
  // After TensorFlow 2.10 both are CPU builds there: framework/windows_native.
  if (windows && spot.framework.name == "tensorflow") return;
  const auto* cpu = spot.environment.find(pair.cpu);
  const auto* gpu = spot.environment.find(pair.gpu);
  if (cpu == nullptr || gpu == nullptr || !share_folder(input, *cpu, *gpu)) return;
  if (spot.framework.build.undecided())
    return answer.cannot_tell(spot.framework.name + ".build", spot.framework.build, spot.applies_to());
  auto begun = begin_unused_card(input, std::string(pair.framework) + ".both-packages", spot, answer);
  if (!begun) return;
  model::Finding& finding = *begun;
  // While the GPU files happen to lie on top it works, until either package is touched.
  const bool gpu_wins = is_gpu_build(spot.framework);
  if (gpu_wins && finding.role == model::Role::cause) finding.severity = model::Severity::warning;
  finding.parameters["cpu"] = cpu->name + " " + cpu->version.text();
  finding.parameters["gpu"] = gpu->name + " " + gpu->version.text();
  finding.parameters["winner"] = gpu_wins ? gpu->name : cpu->name;
  for (const auto* distribution : {cpu, gpu})
    finding.evidence.push_back({distribution->path, distribution->name + " " + distribution->version.text()});
  finding.evidence.push_back(evidence(spot.framework.build, "files of " + finding.parameters["winner"]));
  finding.fix.push_back(
      steps::uninstall({cpu->name, gpu->name}, steps::target_for(spot.environment, windows)));
  offer_install(input, spot, finding, true);
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  if (gpu_state(input.facts) == GpuState::none) return;
  for_each_framework(input, [&](const Spot& spot) {
    for (const auto& pair : pairs) judge_pair(input, spot, pair, answer);
  });
}

}  // namespace

extern const Check companions_both_builds{gives, run};

}  // namespace gpuenv::check
