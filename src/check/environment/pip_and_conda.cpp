// Have both conda and pip installed the same framework into one environment?
#include <algorithm>

#include "check/owners.h"
#include "check/support.h"
#include "steps/steps.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"environment.pip-and-conda"};

const model::CondaPackage* conda_package(const Input& input, const Spot& spot) {
  const auto& packages = spot.environment.conda_packages;
  const auto row = input.catalog.framework(spot.framework.name);
  if (!packages.known() || !row) return nullptr;
  for (const auto& package : *packages) {
    const auto& names = row->conda_packages;
    if (std::find(names.begin(), names.end(), package.name) != names.end()) return &package;
  }
  return nullptr;
}

const model::Distribution* pip_distribution(const Input& input, const Spot& spot) {
  const auto row = input.catalog.framework(spot.framework.name);
  if (!row) return nullptr;
  for (const auto& name : row->distributions)
    if (const auto* found = spot.environment.find(name))
      if (found->installer == "pip" || found->installer == "uv") return found;
  return nullptr;
}

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  const auto* conda = conda_package(input, spot);
  const auto* pip = conda != nullptr ? pip_distribution(input, spot) : nullptr;
  if (pip == nullptr) return;
  model::Finding finding = begin(input, "environment.pip-and-conda", spot);
  finding.parameters["conda"] = conda->name + " " + conda->version + " " + conda->build;
  finding.parameters["pip"] = pip->name + " " + pip->version.text();
  finding.evidence.push_back(evidence(spot.environment.conda_packages, finding.parameters["conda"]));
  finding.evidence.push_back({pip->path, finding.parameters["pip"] + " (" + pip->installer + ")"});
  const bool windows = input.facts.os.family == base::OsFamily::windows;
  finding.fix.push_back(steps::conda_remove(conda->name, spot.environment.path, windows));
  finding.fix.push_back(steps::reinstall({*pip}, index_of(input, spot.environment, *pip),
                                         steps::target_for(spot.environment, windows)));
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  for_each_framework(input, [&](const Spot& spot) { judge_spot(input, spot, answer); });
}

}  // namespace

extern const Check environment_pip_and_conda{gives, run};

}  // namespace gpuenv::check
