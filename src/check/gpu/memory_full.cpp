// Is nearly all memory of a card taken already?
#include "check/gpu/each_card.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"gpu.memory-full"};
constexpr int full_percent = 90;

void run(const Input& input, Answer& answer) {
  for_each_card(input, [&](const CardSpot& spot) {
    const auto& state = spot.gpu.state;
    const long long total = spot.gpu.memory_mib.value_or(0), used = state.memory_used_mib.value_or(0);
    if (total <= 0 || used * 100 < total * full_percent) return;
    model::Finding finding = begin(input, gives[0], spot);
    finding.parameters["used"] = std::to_string(used);
    finding.parameters["total"] = std::to_string(total);
    finding.evidence.push_back(
        evidence(state.memory_used_mib,
                 finding.parameters["used"] + " of " + finding.parameters["total"] + " MiB in use"));
    for (const auto& process : state.processes.value_or({}))
      finding.evidence.push_back(
          {"process " + std::to_string(process.pid),
           (process.name.empty() ? "?" : process.name) +
               (process.memory_mib > 0 ? ", " + std::to_string(process.memory_mib) + " MiB" : "")});
    const bool windows = input.facts.os.family == base::OsFamily::windows;
    finding.fix.push_back({"look", {}, "nvidia-smi", windows ? "powershell" : "bash"});
    answer.findings.push_back(std::move(finding));
  });
}

}  // namespace

extern const Check gpu_memory_full{gives, run};

}  // namespace gpuenv::check
