// JAX reaches the GPU only through two distributions of one version: jax-cudaNN-plugin and jax-cudaNN-pjrt.
#include "check/libraries.h"
#include "check/offer.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"jax.no-plugin", "jax.plugin-incomplete"};

struct Pair {
  const model::Distribution* plugin = nullptr;
  const model::Distribution* pjrt = nullptr;
  std::string cuda;
};

Pair find_pair(const model::Environment& environment) {
  for (const char* cuda : {"13", "12"}) {
    const std::string stem = std::string("jax-cuda") + cuda;
    Pair pair{environment.find(stem + "-plugin"), environment.find(stem + "-pjrt"), cuda};
    if (pair.plugin != nullptr || pair.pjrt != nullptr) return pair;
  }
  return {};
}

std::string version_of(const model::Distribution* distribution) {
  return distribution == nullptr ? "not installed" : distribution->version.text();
}

void no_plugin(const Input& input, const Spot& spot, Answer& answer) {
  auto begun = begin_unused_card(input, "jax.no-plugin", spot, answer);
  if (!begun) return;
  model::Finding& finding = *begun;
  finding.evidence.push_back(
      {spot.environment.site_packages, "jax-cuda12-plugin, jax-cuda13-plugin: not installed"});
  offer_install(input, spot, finding);
  answer.findings.push_back(std::move(finding));
}

/// Both halves in the version of jax, for the CUDA whose plugin is there: those for another one would only
/// come beside them.
void offer_halves(const Input& input, const Spot& spot, const Pair& pair, model::Finding& finding) {
  const std::string exact =
      spot.framework.version.known() ? same_release(input, spot.framework) : std::string();
  offer_libraries(input, spot, {"jax[cuda" + pair.cuda + "]" + exact}, finding);
}

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  if (spot.framework.name != "jax") return;
  if (spot.environment.kind == "conda" && is_gpu_build(spot.framework))
    return;  // conda's jaxlib carries its CUDA part
  if (spot.environment.kind == "conda" && spot.framework.build.undecided())
    return answer.cannot_tell("jax.build", spot.framework.build, spot.applies_to());
  const auto& environment = spot.environment;
  if (environment.distributions.undecided())
    return answer.cannot_tell("environment.distributions", environment.distributions, spot.applies_to());
  const Pair pair = find_pair(environment);
  if (pair.cuda.empty() && environment.kind == "conda" && spot.framework.build.undecided())
    return answer.cannot_tell("jax.build", spot.framework.build, spot.applies_to());
  if (pair.cuda.empty()) return no_plugin(input, spot, answer);
  // A plugin without its pjrt half gives the CPU without a word; halves of different versions fail while jax
  // loads.
  if (pair.plugin != nullptr && pair.pjrt != nullptr && pair.plugin->version == pair.pjrt->version) {
    if (spot.framework.build.undecided())
      answer.cannot_tell("jax.build", spot.framework.build, spot.applies_to());
    return;
  }
  model::Finding finding = begin(input, "jax.plugin-incomplete", spot);
  finding.parameters["plugin"] = version_of(pair.plugin);
  finding.parameters["pjrt"] = version_of(pair.pjrt);
  finding.parameters["cuda"] = pair.cuda;
  finding.evidence.push_back(
      {environment.site_packages, "jax-cuda" + pair.cuda + "-plugin: " + finding.parameters["plugin"]});
  finding.evidence.push_back(
      {environment.site_packages, "jax-cuda" + pair.cuda + "-pjrt: " + finding.parameters["pjrt"]});
  offer_halves(input, spot, pair, finding);
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  if (input.facts.os.family == base::OsFamily::windows || gpu_state(input.facts) == GpuState::none) return;
  for_each_framework(input, [&](const Spot& spot) { judge_spot(input, spot, answer); });
}

}  // namespace

extern const Check framework_jax_plugin{gives, run};

}  // namespace gpuenv::check
