// The module is loaded and the driver's libraries cannot reach the cards: are the device nodes here, and may
// this user open them?
#include <algorithm>

#include "check/driver/codes.h"
#include "check/driver_steps.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"driver.nodes-missing", "driver.nodes-denied"};

using model::DeviceFile;

/// Whether what is wrong can come from a node: NVML does not start, or a card is missing in its list.
bool suspected(const model::Facts& facts) {
  if (facts.os.wsl.value_or(false) || !facts.cards.nvidia.known() || !facts.driver.kernel_module.known())
    return false;
  const auto& init = facts.driver.nvml.init;
  if (!init.known() || *init == nvml_lib_rm_version_mismatch) return false;
  return *init != 0 || std::any_of(facts.cards.nvidia->begin(), facts.cards.nvidia->end(),
                                   [](const model::Gpu& gpu) { return !gpu.in_nvml; });
}

void report(const Input& input, const std::vector<const DeviceFile*>& nodes, bool denied, Answer& answer) {
  const auto& facts = input.facts;
  model::Finding finding = begin(input, denied ? "driver.nodes-denied" : "driver.nodes-missing");
  std::string names;
  for (const auto* node : nodes) {
    names += (names.empty() ? "" : ", ") + node->path;
    finding.evidence.push_back({node->path, denied ? "this user may not open it" : "not there"});
  }
  finding.parameters["nodes"] = names;
  const auto& group = facts.driver.setup.node_group;
  if (facts.os.container.known()) {
    finding.fix.push_back({"container", {}, "", ""});
  } else if (!denied) {
    finding.fix.push_back({"create", {}, "sudo nvidia-modprobe -u -c 0", "bash"});
  } else if (group.known()) {
    finding.parameters["group"] = *group;
    finding.evidence.push_back(evidence(group, "group " + *group));
    finding.fix.push_back({"group", {}, "sudo usermod -aG " + *group + " \"$USER\"", "bash"});
  } else {
    finding.fix.push_back({"look", {}, "ls -l /dev/nvidia*; id", "bash"});
  }
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  if (!suspected(input.facts)) return;
  const auto& nodes = input.facts.driver.setup.nodes;
  if (!nodes.known()) return;  // not asked: a recording of before, or nothing speaks for a node
  std::vector<const DeviceFile*> missing, denied;
  const DeviceFile* undecided = nullptr;
  for (const auto& node : *nodes) {
    if (node.path == "/dev/nvidia-uvm") continue;  // NVML does without it
    if (node.may_open.absent()) missing.push_back(&node);
    if (node.may_open.known() && !*node.may_open) denied.push_back(&node);
    if (node.may_open.undecided()) undecided = &node;
  }
  if (!denied.empty()) return report(input, denied, true, answer);
  if (undecided != nullptr) return answer.cannot_tell("driver.nodes", undecided->may_open);
  // A card that the driver does not take, or that was not handed into a container, has no node: only without
  // the control node, or without any card's, nothing can work.
  const bool none = !missing.empty() && (missing.front()->path == "/dev/nvidiactl" ||
                                         missing.size() == input.facts.cards.nvidia->size());
  if (!none || *input.facts.driver.nvml.init == 0) return;
  // In a container they may not have been handed in: container/inside asks that.
  if (input.facts.os.container.undecided())
    return answer.cannot_tell("os.container", input.facts.os.container);
  report(input, missing, false, answer);
}

}  // namespace

extern const Check driver_nodes{gives, run};

}  // namespace gpuenv::check
