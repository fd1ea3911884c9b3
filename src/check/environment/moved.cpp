// Do the scripts of the environment start its own Python? Those of a moved or copied one start the old one.
#include "base/path.h"
#include "check/support.h"
#include "steps/command.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"environment.moved"};

void add_steps(const model::Environment& environment, bool windows, model::Finding& finding) {
  const std::string shell = windows ? "powershell" : "bash";
  const std::string& python = environment.interpreter;
  finding.fix.push_back(
      {"module", {}, steps::command_line({python, "-m", "pip", "--version"}, windows), shell});
  const std::vector<std::string> words =
      environment.installer == "uv"
          ? std::vector<std::string>{"uv",   "pip",         "install",   "--python",
                                     python, "--reinstall", "--no-deps", "pip"}
          : std::vector<std::string>{python, "-m", "pip", "install", "--force-reinstall", "--no-deps", "pip"};
  finding.fix.push_back({"repair", {}, steps::command_line(words, windows), shell});
}

void run(const Input& input, Answer& answer) {
  const auto& starters = input.facts.surroundings.starters;
  if (!starters.known()) return;
  const bool windows = input.facts.os.family == base::OsFamily::windows;
  const auto& style = path_style(input.facts);
  for (const auto& environment : input.facts.environments)
    for (const auto& starter : *starters) {
      if (starter.kind != "shebang" || !base::path_within(style, starter.file, environment.path)) continue;
      model::Finding finding = begin(input, "environment.moved");
      finding.applies_to.environment = environment.path;
      finding.parameters = {
          {"environment", environment.path}, {"script", starter.name}, {"python", starter.interpreter}};
      finding.evidence.push_back({starter.file, "#!" + starter.interpreter});
      if (starter.there.known())
        finding.evidence.push_back(
            evidence(starter.there, *starter.there ? starter.environment : "not there"));
      add_steps(environment, windows, finding);
      answer.findings.push_back(std::move(finding));
      break;
    }
}

}  // namespace

extern const Check environment_moved{gives, run};

}  // namespace gpuenv::check
