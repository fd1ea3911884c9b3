// Is MIG mode on without an instance? CUDA then finds no device (NVIDIA Multi-Instance GPU User Guide, "CUDA
// Device Enumeration").
#include "check/gpu/each_card.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"gpu.mig-without-instance"};

void run(const Input& input, Answer& answer) {
  for_each_card(input, [&](const CardSpot& spot) {
    const auto& state = spot.gpu.state;
    if (state.mig.undecided() && state.mig.why().why != base::Why::unsupported)
      return answer.cannot_tell("gpus.mig", state.mig, {"", "", spot.place});
    if (!state.mig.value_or(false)) return;
    if (!state.mig_instances.known())
      return answer.cannot_tell("gpus.mig_instances", state.mig_instances, {"", "", spot.place});
    if (*state.mig_instances > 0) return;
    model::Finding finding = begin(input, gives[0], spot);
    finding.evidence.push_back(evidence(state.mig, "MIG mode on"));
    finding.evidence.push_back(evidence(state.mig_instances, "0 instances"));
    if (input.facts.os.container.known()) {
      finding.fix.push_back({"host", {}, "", ""});
    } else {
      finding.fix.push_back(smi_step(input, "off", spot.option() + "-mig 0"));
      // Profile 0 is the one that spans the whole card on every MIG card so far (same guide, "Supported MIG
      // Profiles").
      finding.fix.push_back(smi_step(input, "create", "mig " + spot.option() + "-cgi 0 -C"));
    }
    answer.findings.push_back(std::move(finding));
  });
}

}  // namespace

extern const Check gpu_mig{gives, run};

}  // namespace gpuenv::check
