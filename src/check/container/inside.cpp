// Was the GPU handed into this container, and all of it?
#include "base/text.h"
#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"container.no-gpu", "container.no-nodes", "container.no-compute"};

using model::Facts;
using model::Finding;

/// How each engine is told to hand the GPU in. An option, and no command: only whoever started the container
/// knows the rest of the line.
void add_start(const std::string& engine, Finding& finding) {
  const bool other = engine == "podman" || engine == "kubernetes" || engine == "apptainer" || engine == "lxc";
  finding.fix.push_back({other ? engine : "run", {}, "", ""});
}

/// NVIDIA's runtime hands nothing in for these (NVIDIA Container Toolkit, "Environment variables").
bool refuses(const std::string& visible) {
  return visible.empty() || visible == "void" || visible == "none";
}

Finding begin_here(const Input& input, const char* id) {
  const Facts& facts = input.facts;
  Finding finding = begin(input, id);
  finding.parameters["container"] = facts.os.container.value_or("");
  finding.parameters["module"] =
      facts.driver.kernel_module.known() ? facts.driver.kernel_module->text() : "WSL2";
  finding.evidence.push_back(evidence(facts.os.container, finding.parameters["container"]));
  return finding;
}

Finding no_gpu(const Input& input) {
  const Facts& facts = input.facts;
  const auto& inside = facts.surroundings.containers;
  Finding finding = begin_here(input, "container.no-gpu");
  if (facts.driver.kernel_module.known())
    finding.evidence.push_back(
        evidence(facts.driver.kernel_module, "kernel module " + finding.parameters["module"]));
  finding.evidence.push_back(
      evidence(facts.driver.user_library, "libcuda.so.1, libnvidia-ml.so.1: not found"));
  if (inside.visible_devices.known() && refuses(*inside.visible_devices)) {
    finding.evidence.push_back(
        evidence(inside.visible_devices, "NVIDIA_VISIBLE_DEVICES=" + *inside.visible_devices));
    finding.fix.push_back({"refused", {{"value", *inside.visible_devices}}, "", ""});
  }
  if (inside.nodes.value_or(false)) {
    finding.evidence.push_back(evidence(inside.nodes, inside.nodes.origin()));
    finding.fix.push_back({"half", {{"node", inside.nodes.origin()}}, "", ""});
  }
  add_start(*facts.os.container, finding);
  return finding;
}

Finding no_nodes(const Input& input) {
  const Facts& facts = input.facts;
  Finding finding = begin_here(input, "container.no-nodes");
  finding.evidence.push_back(evidence(facts.surroundings.containers.nodes, "/dev/nvidiactl: not there"));
  finding.evidence.push_back({facts.driver.nvml.library, "libnvidia-ml.so.1"});
  finding.fix.push_back({"lost", {}, "", ""});
  add_start(*facts.os.container, finding);
  return finding;
}

Finding no_compute(const Input& input) {
  const auto& inside = input.facts.surroundings.containers;
  Finding finding = begin_here(input, "container.no-compute");
  finding.parameters["capabilities"] = inside.capabilities.value_or(inside.capabilities.absent() ? "-" : "?");
  finding.evidence.push_back(evidence(input.facts.driver.cuda_library, "libcuda.so.1: not found"));
  finding.evidence.push_back(
      evidence(inside.capabilities, "NVIDIA_DRIVER_CAPABILITIES=" + finding.parameters["capabilities"]));
  finding.fix.push_back({"compute", {}, "", ""});
  return finding;
}

void run(const Input& input, Answer& answer) {
  const Facts& facts = input.facts;
  const auto& driver = facts.driver;
  const auto& nodes = facts.surroundings.containers.nodes;
  const bool wsl = facts.os.wsl.value_or(false);
  if (!wsl && (!facts.cards.nvidia.known() || facts.cards.nvidia->empty())) return;
  const bool usable = gpu_state(facts) == GpuState::usable;
  if (facts.os.container.undecided() && (!usable || driver.cuda_library.absent()))
    return answer.cannot_tell("os.container", facts.os.container);
  if (!facts.os.container.known()) return;
  if (!usable && !wsl && !driver.kernel_module.known()) return;  // the host has no driver either
  if (driver.user_library.absent()) return answer.findings.push_back(no_gpu(input));
  if (!usable) {
    if (driver.user_library.undecided())
      return answer.cannot_tell("driver.user_library", driver.user_library);
    if (nodes.undecided()) return answer.cannot_tell("container.nodes", nodes);
    if (!*nodes) answer.findings.push_back(no_nodes(input));
    return;
  }
  if (driver.cuda_library.undecided()) return answer.cannot_tell("driver.cuda_library", driver.cuda_library);
  if (driver.cuda_library.absent()) answer.findings.push_back(no_compute(input));
}

}  // namespace

extern const Check container_inside{gives, run};

}  // namespace gpuenv::check
