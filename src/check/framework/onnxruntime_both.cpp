// onnxruntime and onnxruntime-gpu share one folder: the one installed last wins, and both stay listed.
#include "check/offer.h"
#include "check/owners.h"
#include "check/support.h"
#include "steps/steps.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"onnxruntime.both-packages"};

void run(const Input& input, Answer& answer) {
  if (gpu_state(input.facts) == GpuState::none) return;
  const bool windows = input.facts.os.family == base::OsFamily::windows;
  for_each_framework(input, [&](const Spot& spot) {
    if (spot.framework.name != "onnxruntime") return;
    const auto* cpu = spot.environment.find("onnxruntime");
    const auto* gpu = spot.environment.find("onnxruntime-gpu");
    if (cpu == nullptr || gpu == nullptr || !share_folder(input, *cpu, *gpu)) return;
    if (spot.framework.build.undecided())
      return answer.cannot_tell("onnxruntime.build", spot.framework.build, spot.applies_to());
    model::Finding finding = begin(input, "onnxruntime.both-packages", spot);
    const bool gpu_wins = is_gpu_build(spot.framework);
    // While the GPU files happen to lie on top it works, until either package is touched.
    if (gpu_wins || !asked_for(spot)) finding.severity = model::Severity::warning;
    finding.parameters["cpu"] = cpu->version.text();
    finding.parameters["gpu"] = gpu->version.text();
    finding.parameters["winner"] = gpu_wins ? "onnxruntime-gpu" : "onnxruntime";
    finding.evidence.push_back({cpu->path, "onnxruntime " + cpu->version.text()});
    finding.evidence.push_back({gpu->path, "onnxruntime-gpu " + gpu->version.text()});
    if (spot.framework.build.known())
      finding.evidence.push_back(evidence(spot.framework.build, "files of " + finding.parameters["winner"]));
    finding.fix.push_back(
        steps::uninstall({"onnxruntime", "onnxruntime-gpu"}, steps::target_for(spot.environment, windows)));
    offer_install(input, spot, finding, true);
    answer.findings.push_back(std::move(finding));
  });
}

}  // namespace

extern const Check framework_onnxruntime_both{gives, run};

}  // namespace gpuenv::check
