// Did the card, or the firmware on it, stop? While NVML still reaches the card this is a warning.
#include "check/gpu_log.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"gpu.stopped"};

void run(const Input& input, Answer& answer) {
  for_each_present_card(input, [&](const CardSpot& spot) {
    const auto errors = logged(input, spot.gpu.pci_address, "stopped");
    const auto reaches = reached(input.facts, spot.gpu);
    if (errors.empty() || !reaches) return;
    model::Finding finding = begin(input, gives[0], spot);
    finding.parameters["codes"] = errors.codes();
    errors.add_to(input, finding);
    finding.confidence = model::Confidence::likely;
    if (*reaches) finding.severity = model::Severity::warning;
    add_reset(input, spot, finding);
    finding.fix.push_back({"update", {}, "", ""});
    answer.findings.push_back(std::move(finding));
  });
}

}  // namespace

extern const Check gpu_stopped{gives, run};

}  // namespace gpuenv::check
