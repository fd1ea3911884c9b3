// No CUDA toolkit is installed: not a problem for prebuilt wheels, which bring what they need.
#include <algorithm>

#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"toolkit.absent"};

void run(const Input& input, Answer& answer) {
  const auto& toolkits = input.facts.toolkits;
  const bool none =
      toolkits.absent() ||
      (toolkits.known() && std::none_of(toolkits->begin(), toolkits->end(),
                                        [](const auto& toolkit) { return toolkit.complete(); }));
  if (!none || gpu_state(input.facts) == GpuState::none) return;
  bool any = false;
  for_each_framework(input, [&](const Spot& spot) { any = any || is_gpu_build(spot.framework); });
  if (any) answer.findings.push_back(begin(input, "toolkit.absent"));
}

}  // namespace

extern const Check toolkit_absent{gives, run};

}  // namespace gpuenv::check
