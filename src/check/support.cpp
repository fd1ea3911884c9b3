// What many checks share; see support.h.
#include "check/support.h"

#include <algorithm>

namespace gpuenv::check {
namespace {

using model::Facts;
using model::Finding;
using model::Role;
using model::Severity;

Role role_of(const std::string& word) {
  return word == "note" ? Role::note : word == "symptom" ? Role::symptom : Role::cause;
}

Severity severity_of(const std::string& word) {
  return word == "info" ? Severity::info : word == "warning" ? Severity::warning : Severity::error;
}

}  // namespace

Finding begin(const Input& input, std::string_view id) {
  Finding finding;
  finding.id = id;
  if (const auto row = input.catalog.finding(id)) {
    finding.role = role_of(row->role);
    finding.severity = severity_of(row->severity);
    finding.explains = row->explains;
    finding.refs = row->sources;
  }
  return finding;
}

Finding begin(const Input& input, std::string_view id, const Spot& spot, int gpu) {
  Finding finding = begin(input, id);
  finding.applies_to = spot.applies_to(gpu);
  finding.parameters["environment"] = spot.environment.path;
  finding.parameters["framework"] = title_of(input, spot.framework.name);
  finding.parameters["version"] =
      spot.framework.version.known() ? spot.framework.version->public_text() : "?";
  return finding;
}

std::optional<Finding> begin_unused_card(const Input& input, std::string_view id, const Spot& spot,
                                         Answer& answer) {
  const GpuState state = gpu_state(input.facts);
  if (state == GpuState::unknown) {
    model::Open open = why_unknown(input.facts);
    open.applies_to = spot.applies_to();
    answer.open.push_back(std::move(open));
    return std::nullopt;
  }
  Finding finding = begin(input, id, spot);
  if (!asked_for(spot) || state == GpuState::blocked) {
    finding.role = Role::note;
    finding.severity = Severity::info;
  }
  return finding;
}

std::string title_of(const Input& input, std::string_view framework) {
  const auto row = input.catalog.framework(framework);
  return row ? row->title : std::string(framework);
}

void for_each_framework(const Input& input, const std::function<void(const Spot&)>& each) {
  for (const auto& environment : input.facts.environments)
    for (const auto& framework : environment.frameworks) each({environment, framework});
}

const base::PathStyle& path_style(const Facts& facts) {
  return facts.os.family == base::OsFamily::windows ? base::windows_paths : base::posix_paths;
}

GpuState gpu_state(const Facts& facts) {
  const auto& cards = facts.cards.nvidia;
  if (!cards.known()) return GpuState::unknown;
  if (cards->empty()) return GpuState::none;
  const auto& driver = facts.driver;
  const bool outside_module = facts.os.wsl.value_or(false);  // WSL2: the kernel side is the Windows driver
  if (driver.kernel_module.absent() && !outside_module) return GpuState::blocked;
  if (driver.user_library.absent() || (driver.nvml.init.known() && *driver.nvml.init != 0))
    return GpuState::blocked;
  if (driver.nvml.init.undecided()) return GpuState::unknown;
  return GpuState::usable;
}

model::Open why_unknown(const Facts& facts) {
  const auto& cards = facts.cards.nvidia;
  const auto open = [](const char* fact, const base::Unknown& why) {
    return model::Open{fact, Answer::reason(why), {}, why.why};
  };
  return cards.known() ? open("driver.nvml", facts.driver.nvml.init.why()) : open("gpus", cards.why());
}

bool asked_for(const Spot& spot) {
  return spot.environment.selection != model::Selection::found || spot.framework.requested;
}

bool is_gpu_build(const model::Framework& framework) {
  return framework.build.known() && framework.build->kind == model::Build::Kind::cuda;
}

bool is_blind(const catalog::Framework& row, const base::Version& version) {
  return std::any_of(row.blind_releases.begin(), row.blind_releases.end(), [&](const std::string& release) {
    return base::Version(release) == base::Version(version.public_text());
  });
}

namespace {

/// Of the usual shells only fish has its own words for variables (fishshell.com/docs/current/cmds/set.html).
bool is_fish(const Input& input) {
  const auto shell = input.facts.variables.find("SHELL");
  return shell != input.facts.variables.end() && shell->second.value_or("").ends_with("/fish");
}

}  // namespace

model::Step unset_step(const Input& input, std::string text, const std::string& variable) {
  if (input.facts.os.family == base::OsFamily::windows)
    return {std::move(text), {}, "Remove-Item Env:" + variable, "powershell"};
  if (is_fish(input)) return {std::move(text), {}, "set -e " + variable, "fish"};
  return {std::move(text), {}, "unset " + variable, "bash"};
}

model::Step library_path_step(const Input& input, std::string text, const std::string& folders) {
  if (is_fish(input))
    return {std::move(text), {}, "set -gx --path LD_LIBRARY_PATH " + folders + " $LD_LIBRARY_PATH", "fish"};
  return {std::move(text),
          {},
          "export LD_LIBRARY_PATH=" + folders + "${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}",
          "bash"};
}

std::string describe(const model::Gpu& gpu) {
  return gpu.compute_capability.known() ? gpu.label() + " (" + gpu.compute_capability->name() + ")"
                                        : gpu.label();
}

}  // namespace gpuenv::check
