// jax, jaxlib and the CUDA plugin have to be of one step: a plugin of another version than jaxlib is not
// used, and jax refuses a jaxlib outside of its range.
#include "base/specifier.h"
#include "check/offer.h"
#include "check/support.h"

namespace gpuenv::check {
namespace {

using model::Distribution;
using model::Finding;

constexpr const char* gives[] = {"jax.plugin-out-of-step", "jax.jaxlib-out-of-step"};

/// What jax asks of jaxlib: ">=0.10.1,<=0.10.2"; "" when it does not say.
std::string wanted_jaxlib(const Distribution& jax) {
  if (jax.requires_dist.known())
    for (const auto& requirement : *jax.requires_dist)
      if (requirement.name == "jaxlib" && requirement.extra.empty()) return requirement.specifier;
  return "";
}

/// False when jaxlib certainly is in jax's range: then the plugin is worth a look.
bool jaxlib_out_of_step(const Input& input, const Spot& spot, const Distribution& jax,
                        const Distribution& jaxlib, Answer& answer) {
  const auto& requirements = jax.requires_dist;
  if (requirements.undecided() && requirements.why().why != base::Why::unsupported) {
    answer.cannot_tell("jax.requirements", requirements, spot.applies_to());
    return true;
  }
  const std::string wanted = wanted_jaxlib(jax);
  if (base::allows(wanted, jaxlib.version).value_or(true)) return false;
  Finding finding = begin(input, "jax.jaxlib-out-of-step", spot);
  if (!asked_for(spot)) finding.severity = model::Severity::warning;
  finding.parameters["jaxlib"] = jaxlib.version.text();
  finding.parameters["want"] = wanted;
  finding.evidence.push_back({requirements.origin(), "Requires-Dist: jaxlib" + wanted});
  finding.evidence.push_back({jaxlib.path, "jaxlib " + jaxlib.version.text()});
  offer_install(input, spot, finding);
  answer.findings.push_back(std::move(finding));
  return true;
}

void plugin_out_of_step(const Input& input, const Spot& spot, const Distribution& jaxlib, Answer& answer) {
  for (const char* stem : {"jax-cuda13", "jax-cuda12"}) {
    const auto* plugin = spot.environment.find(std::string(stem) + "-plugin");
    const auto* pjrt = spot.environment.find(std::string(stem) + "-pjrt");
    // Halves of different versions: framework/jax_plugin.
    if (plugin == nullptr || pjrt == nullptr || plugin->version != pjrt->version ||
        plugin->version == jaxlib.version)
      continue;
    Finding finding = begin(input, "jax.plugin-out-of-step", spot);
    if (!asked_for(spot)) finding.severity = model::Severity::warning;
    finding.parameters["plugin"] = plugin->version.text();
    finding.parameters["jaxlib"] = jaxlib.version.text();
    finding.parameters["name"] = plugin->name;
    finding.evidence.push_back({plugin->path, plugin->name + " " + plugin->version.text()});
    finding.evidence.push_back({jaxlib.path, "jaxlib " + jaxlib.version.text()});
    offer_install(input, spot, finding);
    answer.findings.push_back(std::move(finding));
    return;
  }
}

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  if (spot.framework.name != "jax" || !is_gpu_build(spot.framework) || spot.environment.kind == "conda")
    return;
  if (!spot.environment.distributions.known()) return;  // framework/jax_plugin asks the same
  const auto* jax = spot.environment.find("jax");
  const auto* jaxlib = spot.environment.find("jaxlib");
  if (jax == nullptr || jaxlib == nullptr) return;
  if (!jaxlib_out_of_step(input, spot, *jax, *jaxlib, answer))
    plugin_out_of_step(input, spot, *jaxlib, answer);
}

void run(const Input& input, Answer& answer) {
  if (input.facts.os.family == base::OsFamily::windows || gpu_state(input.facts) == GpuState::none) return;
  for_each_framework(input, [&](const Spot& spot) { judge_spot(input, spot, answer); });
}

}  // namespace

extern const Check framework_jax_versions{gives, run};

}  // namespace gpuenv::check
