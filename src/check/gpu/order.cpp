// Do CUDA programs number the cards otherwise than nvidia-smi? CUDA puts the fastest card first unless it is
// told to follow the bus (CUDA C++ Programming Guide, "CUDA Environment Variables", CUDA_DEVICE_ORDER).
#include <algorithm>

#include "check/gpu/each_card.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"gpu.order-differs"};

void run(const Input& input, Answer& answer) {
  std::vector<const model::Gpu*> cards;
  for_each_card(input, [&](const CardSpot& spot) { cards.push_back(&spot.gpu); });
  const auto order = input.facts.variables.find("CUDA_DEVICE_ORDER");
  if (cards.size() < 2 || order == input.facts.variables.end() || order->second.undecided()) return;
  if (order->second.value_or("FASTEST_FIRST") != "FASTEST_FIRST") return;
  const auto differs = [&](const model::Gpu* gpu) {
    return gpu->name.known() && cards.front()->name.known() && *gpu->name != *cards.front()->name;
  };
  if (std::none_of(cards.begin(), cards.end(), differs)) return;
  model::Finding finding = begin(input, gives[0]);
  for (const auto* gpu : cards)
    finding.evidence.push_back(evidence(
        gpu->index, (gpu->index.known() ? std::to_string(*gpu->index) + ": " : "") + describe(*gpu)));
  const bool windows = input.facts.os.family == base::OsFamily::windows;
  finding.fix.push_back(
      {"set",
       {},
       windows ? "$env:CUDA_DEVICE_ORDER = 'PCI_BUS_ID'" : "export CUDA_DEVICE_ORDER=PCI_BUS_ID",
       windows ? "powershell" : "bash"});
  answer.findings.push_back(std::move(finding));
}

}  // namespace

extern const Check gpu_order{gives, run};

}  // namespace gpuenv::check
