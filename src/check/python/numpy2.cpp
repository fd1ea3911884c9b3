// NumPy 2 with a build that was compiled against NumPy 1: the two cannot exchange arrays.
#include <algorithm>

#include "check/support.h"
#include "steps/steps.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"python.numpy2"};

/// conda builds its packages itself, and lets them ask for the NumPy that they were built against. Its
/// records name another version once pip has replaced it.
bool by_conda(const model::Environment& environment, const base::Version& numpy) {
  const auto& packages = *environment.conda_packages;
  return std::any_of(packages.begin(), packages.end(), [&](const auto& package) {
    return package.name == "numpy" && base::Version(package.version) == numpy;
  });
}

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  const auto& environment = spot.environment;
  const auto row = input.catalog.framework(spot.framework.name);
  const bool windows = input.facts.os.family == base::OsFamily::windows;
  const base::Version first = !row ? base::Version() : windows ? row->numpy2_windows : row->numpy2_linux;
  if (!first.valid() || (spot.framework.version.known() && *spot.framework.version >= first)) return;
  if (environment.distributions.undecided())
    return answer.cannot_tell("environment.distributions", environment.distributions, spot.applies_to());
  const auto* numpy = environment.find("numpy");
  if (numpy == nullptr || numpy->version.major_number() < 2) return;
  if (spot.framework.version.undecided())
    return answer.cannot_tell(spot.framework.name + ".version", spot.framework.version, spot.applies_to());
  if (!spot.framework.version.known()) return;
  if (environment.conda_packages.undecided())
    return answer.cannot_tell("environment.conda_packages", environment.conda_packages, spot.applies_to());
  if (environment.conda_packages.known() && by_conda(environment, numpy->version)) return;
  model::Finding finding = begin(input, "python.numpy2", spot);
  // torch computes on, it only cannot take or give arrays; the others cannot be imported.
  if (spot.framework.name == "torch") finding.severity = model::Severity::warning;
  finding.parameters["numpy"] = numpy->version.text();
  finding.parameters["first"] = first.text();
  finding.evidence.push_back({numpy->path, "numpy " + numpy->version.text()});
  finding.evidence.push_back(
      evidence(spot.framework.version, spot.framework.name + " " + finding.parameters["version"]));
  finding.fix.push_back(steps::install_requirement("numpy<2", steps::target_for(spot.environment, windows)));
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  for_each_framework(input, [&](const Spot& spot) { judge_spot(input, spot, answer); });
}

}  // namespace

extern const Check python_numpy2{gives, run};

}  // namespace gpuenv::check
