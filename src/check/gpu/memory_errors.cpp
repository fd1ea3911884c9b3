// Does the card's memory report errors that were not corrected?
#include "check/gpu_log.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"gpu.memory-errors", "gpu.memory-worn", "gpu.memory-errors-logged"};

/// NVML counts nothing now, and the log tells of errors since the driver was loaded.
void only_logged(const Input& input, const CardSpot& spot, const LoggedErrors& errors, Answer& answer) {
  if (errors.empty()) return;
  model::Finding finding = begin(input, "gpu.memory-errors-logged", spot);
  finding.parameters["codes"] = errors.codes();
  errors.add_to(input, finding);
  add_reset(input, spot, finding);
  finding.fix.push_back({"replace", {}, "", ""});
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  for_each_card(input, [&](const CardSpot& spot) {
    const auto& state = spot.gpu.state;
    const auto errors_told = logged(input, spot.gpu.pci_address, "memory");
    if (state.remap_failed.value_or(false)) {
      model::Finding finding = begin(input, "gpu.memory-worn", spot);
      finding.evidence.push_back(evidence(state.remap_failed, "row remapping failed"));
      errors_told.add_to(input, finding);
      finding.fix.push_back({"replace", {}, "", ""});
      return answer.findings.push_back(std::move(finding));
    }
    const long long errors = state.ecc_uncorrected.value_or(0);
    const bool pending = state.remap_pending.value_or(false);
    if (errors == 0 && !pending) return only_logged(input, spot, errors_told, answer);
    model::Finding finding = begin(input, "gpu.memory-errors", spot);
    finding.parameters["count"] = std::to_string(errors);
    if (errors > 0)
      finding.evidence.push_back(
          evidence(state.ecc_uncorrected, std::to_string(errors) + " uncorrected errors"));
    if (pending) finding.evidence.push_back(evidence(state.remap_pending, "a row waits to be remapped"));
    errors_told.add_to(input, finding);
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
