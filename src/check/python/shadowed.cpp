// Does Python import a framework, or numpy, from somewhere else than the environment?
#include <algorithm>

#include "check/support.h"
#include "steps/command.h"

namespace gpuenv::check {
namespace {

using model::Environment;
using model::Shadow;
using By = Shadow::By;

constexpr const char* gives[] = {"python.local-module", "python.pythonpath", "python.user-site",
                                 "python.outside-module"};

constexpr const char* id_of(By by) {
  switch (by) {
    case By::working_directory:
      return "python.local-module";
    case By::pythonpath:
      return "python.pythonpath";
    case By::user_site:
      return "python.user-site";
    default:
      return "python.outside-module";
  }
}

std::string version_here(const Environment& environment, const Shadow& shadow) {
  const auto* own = environment.find(shadow.module);
  return own != nullptr ? own->version.text() : "";
}

const model::Framework* framework_named(const Input& input, const Environment& environment,
                                        const std::string& module) {
  for (const auto& framework : environment.frameworks)
    if (const auto row = input.catalog.framework(framework.name); row && row->import_name == module)
      return &framework;
  return nullptr;
}

/// Another version of what is there may still work, and the same one does. The user's folder counts as an
/// error when the build that it puts in front cannot use the card: facts of the framework are those of what
/// is imported.
bool is_harmful(const Input& input, const Environment& environment, const Shadow& shadow) {
  if (shadow.by == By::working_directory) return true;
  if (shadow.by == By::pythonpath)
    return shadow.version.empty() ||
           base::Version(shadow.version) != base::Version(version_here(environment, shadow));
  const auto* framework = framework_named(input, environment, shadow.module);
  return shadow.by == By::user_site && framework != nullptr && framework->build.known() &&
         framework->build->kind == model::Build::Kind::cpu && gpu_state(input.facts) != GpuState::none;
}

/// "/proj/my_torch.py" for "/proj/torch.py".
std::string renamed(const std::string& path, const std::string& module) {
  const size_t at = path.rfind(module);
  return path.substr(0, at) + "my_" + path.substr(at);
}

void offer_fix(const Input& input, const Shadow& shadow, model::Finding& finding) {
  const bool windows = input.facts.os.family == base::OsFamily::windows;
  const std::string shell = windows ? "powershell" : "bash";
  if (shadow.by == By::working_directory && shadow.path.ends_with(".py"))
    finding.fix.push_back(
        {"rename",
         {},
         steps::command_line({windows ? "Move-Item" : "mv", shadow.path, renamed(shadow.path, shadow.module)},
                             windows),
         shell});
  else if (shadow.by == By::working_directory)
    finding.fix.push_back({"elsewhere", {}, "", ""});
  else if (shadow.by == By::pythonpath)
    finding.fix.push_back(unset_step(input, "unset", "PYTHONPATH"));
  else if (shadow.by == By::user_site)
    finding.fix.push_back(
        {"switch-off", {}, windows ? "$env:PYTHONNOUSERSITE = \"1\"" : "export PYTHONNOUSERSITE=1", shell});
}

void judge_shadow(const Input& input, const Environment& environment, const Shadow& shadow, Answer& answer) {
  model::Finding finding = begin(input, id_of(shadow.by));
  const auto* framework = framework_named(input, environment, shadow.module);
  finding.applies_to = {environment.path, framework != nullptr ? framework->name : "", -1};
  if (finding.role == model::Role::cause && !is_harmful(input, environment, shadow))
    finding.severity = model::Severity::warning;
  // A script that lies in another folder does not see what lies in this one.
  if (shadow.by == By::working_directory) finding.confidence = model::Confidence::likely;
  finding.parameters = {{"environment", environment.path},
                        {"module", shadow.module},
                        {"path", shadow.path},
                        {"version", shadow.version.empty() ? "?" : shadow.version},
                        {"hidden", shadow.hidden.empty() ? "-" : shadow.hidden},
                        {"source", shadow.source.empty() ? "-" : shadow.source}};
  finding.evidence.push_back(
      {shadow.path, shadow.module + (shadow.version.empty() ? "" : " " + shadow.version)});
  if (!shadow.source.empty()) finding.evidence.push_back({shadow.source, shadow.path});
  offer_fix(input, shadow, finding);
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  for (const auto& environment : input.facts.environments) {
    if (environment.shadows.undecided() && !environment.frameworks.empty())
      answer.cannot_tell("environment.shadows", environment.shadows, {environment.path, "", -1});
    if (!environment.shadows.known()) continue;
    for (const auto& shadow : *environment.shadows) judge_shadow(input, environment, shadow, answer);
  }
}

}  // namespace

extern const Check python_shadowed{gives, run};

}  // namespace gpuenv::check
