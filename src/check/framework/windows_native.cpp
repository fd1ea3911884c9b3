// Frameworks that have no GPU build for native Windows: TensorFlow after 2.10, JAX.
#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"tensorflow.windows-no-gpu", "jax.windows-no-gpu"};

void run(const Input& input, Answer& answer) {
  if (input.facts.os.family != base::OsFamily::windows) return;
  if (gpu_state(input.facts) == GpuState::none) return;
  for_each_framework(input, [&](const Spot& spot) {
    const auto row = input.catalog.framework(spot.framework.name);
    if (!row || row->windows_gpu.empty()) return;
    const bool never = row->windows_gpu == "none";
    if (!never && spot.framework.version.undecided())
      return answer.cannot_tell(spot.framework.name + ".version", spot.framework.version, spot.applies_to());
    const base::Version last(row->windows_gpu);
    if (!never && (*spot.framework.version <= last || spot.framework.version->begins_with(last))) return;
    auto begun = begin_unused_card(input, spot.framework.name + ".windows-no-gpu", spot, answer);
    if (!begun) return;
    model::Finding& finding = *begun;
    if (!never) finding.parameters["last"] = row->windows_gpu;
    finding.evidence.push_back(
        evidence(spot.framework.version, spot.framework.name + " " + finding.parameters["version"]));
    finding.fix.push_back({"wsl", {}, "wsl --install", "powershell"});
    if (!never) finding.fix.push_back({"old", {{"last", row->windows_gpu}}, "", ""});
    answer.findings.push_back(std::move(finding));
  });
}

}  // namespace

extern const Check framework_windows_native{gives, run};

}  // namespace gpuenv::check
