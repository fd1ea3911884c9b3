// Does the compute mode keep programs off the card?
#include <algorithm>

#include "check/gpu/each_card.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"gpu.compute-prohibited", "gpu.exclusive-busy"};

/// Through NVIDIA's MPS server programs share a card, and its guide recommends the exclusive mode for that
/// (Multi-Process Service, "Compute Modes and MPS").
bool shared_by_mps(const std::vector<model::GpuProcess>& processes) {
  return std::any_of(processes.begin(), processes.end(), [](const model::GpuProcess& process) {
    return process.name.ends_with("nvidia-cuda-mps-server");
  });
}

void finish(const Input& input, const CardSpot& spot, model::Finding finding, Answer& answer) {
  finding.evidence.insert(finding.evidence.begin(), evidence(spot.gpu.state.compute_mode,
                                                             "compute mode " + *spot.gpu.state.compute_mode));
  if (input.facts.os.container.known())
    finding.fix.push_back({"host", {}, "", ""});
  else
    finding.fix.push_back(smi_step(input, "default", spot.option() + "-c DEFAULT"));
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  for_each_card(input, [&](const CardSpot& spot) {
    const auto& state = spot.gpu.state;
    if (state.compute_mode.undecided() && state.compute_mode.why().why != base::Why::unsupported)
      return answer.cannot_tell("gpus.compute_mode", state.compute_mode, {"", "", spot.place});
    const std::string mode = state.compute_mode.value_or("");
    if (mode == "prohibited")
      return finish(input, spot, begin(input, "gpu.compute-prohibited", spot), answer);
    if (!mode.starts_with("exclusive")) return;
    if (!state.processes.known())
      return answer.cannot_tell("gpus.processes", state.processes, {"", "", spot.place});
    if (state.processes->empty() || shared_by_mps(*state.processes)) return;
    model::Finding finding = begin(input, "gpu.exclusive-busy", spot);
    const auto& process = state.processes->front();
    finding.parameters["process"] = process.name.empty() ? "?" : process.name;
    finding.parameters["pid"] = std::to_string(process.pid);
    finding.evidence.push_back(evidence(
        state.processes, "process " + finding.parameters["pid"] + " " + finding.parameters["process"]));
    finish(input, spot, std::move(finding), answer);
  });
}

}  // namespace

extern const Check gpu_mode{gives, run};

}  // namespace gpuenv::check
