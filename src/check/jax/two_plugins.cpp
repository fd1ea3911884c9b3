// JAX with the CUDA 12 and the CUDA 13 plugin at once: both register as "cuda", in an order that changes from
// start to start (jax/_src/xla_bridge.py keeps them in a set), and both take their kernels from the CUDA 13
// plugin (jax_plugins/xla_cuda12/__init__.py).
#include <vector>

#include "check/support.h"
#include "steps/steps.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"jax.two-plugins"};

std::vector<std::string> installed_for(const model::Environment& environment, int cuda) {
  std::vector<std::string> names;
  for (const char* part : {"-plugin", "-pjrt"}) {
    const std::string name = "jax-cuda" + std::to_string(cuda) + part;
    if (environment.find(name) != nullptr) names.push_back(name);
  }
  return names;
}

bool driver_serves(const Input& input, int cuda) {
  const auto& driver = input.facts.driver;
  if (driver.cuda.known()) return driver.cuda->major_number() >= cuda;
  const auto floor = input.catalog.driver_floor(base::Version(std::to_string(cuda)));
  return driver.version().known() && floor && *driver.version() >= floor->linux_driver;
}

/// CUDA 13 where driver and all cards serve it (it begins with sm_75), else CUDA 12.
int better_major(const Input& input) {
  if (!driver_serves(input, 13)) return 12;
  for (const auto* gpu : input.facts.own_cards())
    if (gpu->compute_capability.known() && *gpu->compute_capability < base::Sm{7, 5}) return 12;
  return 13;
}

/// The newer plugin checks first whether its CUDA starts, for the older one as well: on a driver before CUDA
/// 13 neither comes up, and the older plugin alone would.
bool harmful(const Input& input) {
  return !driver_serves(input, 13) && driver_serves(input, 12);
}

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  if (spot.framework.name != "jax") return;
  if (spot.environment.distributions.undecided())
    return answer.cannot_tell("environment.distributions", spot.environment.distributions, spot.applies_to());
  if (installed_for(spot.environment, 12).empty() || installed_for(spot.environment, 13).empty()) return;
  // Two plugins are a fact whatever the driver answers, and account for a driver that is too old for one of
  // them.
  model::Finding finding = begin(input, "jax.two-plugins", spot);
  const GpuState state = gpu_state(input.facts);
  if (state == GpuState::unknown) answer.open.push_back(why_unknown(input.facts));
  if (!asked_for(spot) || state == GpuState::blocked) {
    finding.role = model::Role::note;
    finding.severity = model::Severity::info;
  }
  const bool stops = harmful(input);
  if (!stops) finding.explains.clear();
  if (!stops && finding.role == model::Role::cause) finding.severity = model::Severity::warning;
  finding.confidence = model::Confidence::likely;
  const int kept = better_major(input);
  // What the plugin that goes lacks is no loss.
  const auto& build = spot.framework.build;
  if (build.known() && build->cuda.valid() && build->cuda.major_number() != kept)
    for (const char* id : {"jax.no-cuda-libraries", "cuda.wheel-missing"}) finding.explains.emplace_back(id);
  const auto gone = installed_for(spot.environment, kept == 13 ? 12 : 13);
  finding.parameters["kept"] = std::to_string(kept);
  for (const int cuda : {12, 13})
    for (const auto& name : installed_for(spot.environment, cuda)) {
      const auto* distribution = spot.environment.find(name);
      finding.evidence.push_back({distribution->path, name + " " + distribution->version.text()});
    }
  const bool windows = input.facts.os.family == base::OsFamily::windows;
  finding.fix.push_back(steps::uninstall(gone, steps::target_for(spot.environment, windows)));
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  if (gpu_state(input.facts) == GpuState::none) return;
  for_each_framework(input, [&](const Spot& spot) { judge_spot(input, spot, answer); });
}

}  // namespace

extern const Check jax_two_plugins{gives, run};

}  // namespace gpuenv::check
