// Does the card's memory report errors that were not corrected?
#include "check/gpu/each_card.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"gpu.memory-errors", "gpu.memory-worn"};

void run(const Input& input, Answer& answer) {
  for_each_card(input, [&](const CardSpot& spot) {
    const auto& state = spot.gpu.state;
    if (state.remap_failed.value_or(false)) {
      model::Finding finding = begin(input, "gpu.memory-worn", spot);
      finding.evidence.push_back(evidence(state.remap_failed, "row remapping failed"));
      finding.fix.push_back({"replace", {}, "", ""});
      return answer.findings.push_back(std::move(finding));
    }
    const long long errors = state.ecc_uncorrected.value_or(0);
    const bool pending = state.remap_pending.value_or(false);
    if (errors == 0 && !pending) return;
    model::Finding finding = begin(input, "gpu.memory-errors", spot);
    finding.parameters["count"] = std::to_string(errors);
    if (errors > 0)
      finding.evidence.push_back(
          evidence(state.ecc_uncorrected, std::to_string(errors) + " uncorrected errors"));
    if (pending) finding.evidence.push_back(evidence(state.remap_pending, "a row waits to be remapped"));
    if (input.facts.os.container.known())
      finding.fix.push_back({"host", {}, "", ""});
    else
      finding.fix.push_back(smi_step(input, "reset", spot.option() + "--gpu-reset"));
    answer.findings.push_back(std::move(finding));
  });
}

}  // namespace

extern const Check gpu_memory_errors{gives, run};

}  // namespace gpuenv::check
