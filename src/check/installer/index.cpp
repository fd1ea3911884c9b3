// Are the installers told to take builds without GPU code?
#include "base/text.h"
#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"installer.cpu-index"};

constexpr const char* indexes[] = {
    "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "UV_INDEX_URL",    "UV_DEFAULT_INDEX",
    "UV_INDEX",      "UV_EXTRA_INDEX_URL",  "UV_TORCH_BACKEND"};

/// PyTorch's and Paddle's indexes of CPU builds end so; uv's choice is a word.
bool cpu_only(std::string_view value) {
  for (std::string_view one : base::split(value, ' ')) {
    one = base::trim(one);
    while (one.ends_with('/')) one.remove_suffix(1);
    if (one == "cpu" || one.ends_with("/whl/cpu") || one.ends_with("/stable/cpu")) return true;
  }
  return false;
}

/// A line in a file of pip or uv does the same.
bool judge_files(const Input& input, Answer& answer) {
  const auto& settings = input.facts.surroundings.indexes;
  if (!settings.known()) return false;
  for (const auto& setting : *settings) {
    if (setting.key == "no-index" || !cpu_only(setting.value)) continue;
    model::Finding finding = begin(input, "installer.cpu-index");
    finding.parameters = {{"variable", setting.key}, {"value", setting.value}, {"file", setting.file}};
    finding.evidence.push_back({setting.file, setting.key + " = " + setting.value});
    finding.fix.push_back({"file", {}, "", ""});
    answer.findings.push_back(std::move(finding));
    return true;
  }
  return false;
}

void run(const Input& input, Answer& answer) {
  if (gpu_state(input.facts) != GpuState::usable || judge_files(input, answer)) return;
  for (const char* name : indexes) {
    const auto found = input.facts.variables.find(name);
    if (found == input.facts.variables.end() || !found->second.known() || !cpu_only(*found->second)) continue;
    model::Finding finding = begin(input, "installer.cpu-index");
    finding.parameters = {{"variable", name}, {"value", *found->second}, {"file", "-"}};
    finding.evidence.push_back(evidence(found->second, std::string(name) + "=" + *found->second));
    finding.fix.push_back(unset_step(input, "unset", name));
    return answer.findings.push_back(std::move(finding));
  }
}

}  // namespace

extern const Check installer_index{gives, run};

}  // namespace gpuenv::check
