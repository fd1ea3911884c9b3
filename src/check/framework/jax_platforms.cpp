// Does a variable keep JAX off the GPU? JAX starts only the platforms that JAX_PLATFORMS (formerly
// JAX_PLATFORM_NAME) lists (JAX documentation, "Configuration options").
#include <algorithm>

#include "base/text.h"
#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"jax.gpu-switched-off"};

bool names_gpu(std::string_view list) {
  const auto parts = base::split(list, ',');
  return std::any_of(parts.begin(), parts.end(), [](std::string_view part) {
    const std::string word = base::lower(base::trim(part));
    return word == "cuda" || word == "gpu";
  });
}

void judge_variable(const Input& input, const Spot& spot, const std::string& name, Answer& answer) {
  const auto found = input.facts.variables.find(name);
  if (found == input.facts.variables.end() || found->second.absent()) return;
  const auto& value = found->second;
  if (!value.known()) return answer.cannot_tell("variables." + name, value, spot.applies_to());
  if (base::trim(*value).empty() || names_gpu(*value)) return;
  auto finding = begin_unused_card(input, gives[0], spot, answer);
  if (!finding) return;
  finding->parameters["variable"] = name;
  finding->parameters["value"] = *value;
  finding->evidence.push_back(evidence(value, name + "=" + *value));
  const bool windows = input.facts.os.family == base::OsFamily::windows;
  finding->fix.push_back(
      {"unset", {}, (windows ? "Remove-Item Env:" : "unset ") + name, windows ? "powershell" : "bash"});
  finding->fix.push_back({"where", {}, "", ""});
  answer.findings.push_back(*std::move(finding));
}

void run(const Input& input, Answer& answer) {
  if (gpu_state(input.facts) == GpuState::none) return;
  for_each_framework(input, [&](const Spot& spot) {
    if (spot.framework.name != "jax" || !is_gpu_build(spot.framework)) return;
    judge_variable(input, spot, "JAX_PLATFORMS", answer);
    judge_variable(input, spot, "JAX_PLATFORM_NAME", answer);
  });
}

}  // namespace

extern const Check framework_jax_platforms{gives, run};

}  // namespace gpuenv::check
