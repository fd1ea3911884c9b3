// The framework is in one environment: do the notebook's kernel and the editor start another one?
#include "base/path.h"
#include "check/support.h"
#include "steps/command.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"environment.started-elsewhere"};

using model::Environment;
using model::Starter;

const Environment* environment_at(const Input& input, const std::string& path) {
  for (const auto& environment : input.facts.environments)
    if (!path.empty() && environment.path == path) return &environment;
  return nullptr;
}

const model::Framework* framework_in(const Environment& environment, const std::string& name) {
  for (const auto& framework : environment.frameworks)
    if (framework.name == name) return &framework;
  return nullptr;
}

/// True when the environment was read and holds no GPU build of the framework.
bool certainly_lacks(const Environment& environment, const std::string& name) {
  const auto* framework = framework_in(environment, name);
  if (framework == nullptr) return environment.distributions.known();
  return framework->build.known() && !is_gpu_build(*framework);
}

bool any_starts(const std::vector<Starter>& starters, const std::string& kind,
                const std::string& environment) {
  for (const auto& starter : starters)
    if (starter.kind == kind && starter.environment == environment) return true;
  return false;
}

/// A name for the kernel: of the environment's folder, or of the project where that says nothing.
std::string kernel_name(const Input& input, const std::string& path) {
  const auto& style = path_style(input.facts);
  std::string name = base::file_name(style, path);
  for (const char* plain : {".venv", "venv", "env", ".env"})
    if (name == plain) name = base::file_name(style, base::parent_path(style, path));
  return name.empty() ? "gpu" : name;
}

void add_steps(const Input& input, const Spot& spot, const Starter& starter, model::Finding& finding) {
  const bool windows = input.facts.os.family == base::OsFamily::windows;
  const std::string shell = windows ? "powershell" : "bash";
  const std::string& python = spot.environment.interpreter;
  if (starter.kind != "jupyter") {
    finding.fix.push_back({"editor", {{"python", python}}, "", ""});
    return;
  }
  if (spot.environment.find("ipykernel") == nullptr) {
    const std::vector<std::string> words =
        spot.environment.installer == "uv"
            ? std::vector<std::string>{"uv", "pip", "install", "--python", python, "ipykernel"}
            : std::vector<std::string>{python, "-m", "pip", "install", "ipykernel"};
    finding.fix.push_back({"ipykernel", {}, steps::command_line(words, windows), shell});
  }
  finding.fix.push_back({"kernel",
                         {},
                         steps::command_line({python, "-m", "ipykernel", "install", "--user", "--name",
                                              kernel_name(input, spot.environment.path)},
                                             windows),
                         shell});
}

/// The starter that leads a person astray, or nullptr.
const Starter* astray(const Input& input, const Spot& spot, const std::vector<Starter>& starters) {
  for (const auto& starter : starters) {
    if (starter.kind != "jupyter" && starter.kind != "vscode") continue;
    // Whoever has a kernel for this environment chooses among them.
    if (any_starts(starters, starter.kind, spot.environment.path)) continue;
    const Environment* other = environment_at(input, starter.environment);
    if (other != nullptr && other != &spot.environment && certainly_lacks(*other, spot.framework.name))
      return &starter;
  }
  return nullptr;
}

void run(const Input& input, Answer& answer) {
  const auto& starters = input.facts.surroundings.starters;
  if (!starters.known() || gpu_state(input.facts) != GpuState::usable) return;
  for (const auto& environment : input.facts.environments) {
    if (environment.selection == model::Selection::found || environment.interpreter.empty()) continue;
    for (const auto& framework : environment.frameworks) {
      const Spot spot{environment, framework};
      const Starter* starter = is_gpu_build(framework) ? astray(input, spot, *starters) : nullptr;
      if (starter == nullptr) continue;
      model::Finding finding = begin(input, "environment.started-elsewhere", spot);
      // The kernel that a new notebook gets, or an editor in this very folder; others may serve other work.
      if (starter->kind == "jupyter" && starter->name != "python3") {
        finding.role = model::Role::note;
        finding.severity = model::Severity::info;
      }
      finding.parameters["starter"] =
          starter->kind == "jupyter" ? "Jupyter: " + starter->name : "Visual Studio Code";
      finding.parameters["other"] = starter->environment;
      finding.evidence.push_back({starter->file, starter->interpreter});
      finding.evidence.push_back(evidence(framework.build, environment.path));
      add_steps(input, spot, *starter, finding);
      answer.findings.push_back(std::move(finding));
      break;  // one sentence for each environment is enough
    }
  }
}

}  // namespace

extern const Check environment_started_elsewhere{gives, run};

}  // namespace gpuenv::check
