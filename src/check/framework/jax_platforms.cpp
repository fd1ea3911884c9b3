// Is JAX told to leave the card alone?
#include "base/text.h"
#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"jax.platforms"};

using Variable = base::Known<std::string>;

const Variable* variable(const Input& input, const char* name) {
  const auto found = input.facts.variables.find(name);
  return found == input.facts.variables.end() ? nullptr : &found->second;
}

/// JAX tries the named platforms and no others; an empty value names none and leaves the choice to JAX.
bool leaves_cards_out(std::string_view value) {
  if (base::trim(value).empty()) return false;
  for (std::string_view one : base::split(value, ','))
    if (one = base::trim(one); one == "cuda" || one == "gpu" || one.empty()) return false;
  return true;
}

void run(const Input& input, Answer& answer) {
  if (gpu_state(input.facts) != GpuState::usable) return;
  for_each_framework(input, [&](const Spot& spot) {
    const auto& build = spot.framework.build;
    if (spot.framework.name != "jax" || (!build.undecided() && !is_gpu_build(spot.framework))) return;
    for (const char* name : {"JAX_PLATFORMS", "JAX_PLATFORM_NAME"}) {
      const Variable* value = variable(input, name);
      if (value == nullptr || value->absent()) continue;
      if (!value->known())
        return answer.cannot_tell(std::string("variables.") + name, *value, spot.applies_to());
      if (value->value_or("").empty()) continue;
      if (!leaves_cards_out(**value)) return;
      if (build.undecided()) return answer.cannot_tell("jax.build", build, spot.applies_to());
      model::Finding finding = begin(input, "jax.platforms", spot);
      finding.parameters["variable"] = name;
      finding.parameters["value"] = **value;
      finding.evidence.push_back(evidence(*value, std::string(name) + "=" + **value));
      finding.fix.push_back(unset_step(input, "unset", name));
      return answer.findings.push_back(std::move(finding));
    }
  });
}

}  // namespace

extern const Check framework_jax_platforms{gives, run};

}  // namespace gpuenv::check
