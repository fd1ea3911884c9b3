// Is a package whose compiled part belongs to one release of a framework here in the release that the
// framework pins? A later install may have taken another one.
#include <algorithm>

#include "base/specifier.h"
#include "check/libraries.h"

namespace gpuenv::check {
namespace {

using base::Version;
using model::Finding;

constexpr const char* gives[] = {"companion.pinned"};

void judge_pin(const Input& input, const Spot& spot, const model::Distribution& asking,
               const model::Requirement& pin, Answer& answer) {
  const auto* installed = spot.environment.find(pin.name);
  if (installed == nullptr || !installed->version.valid() || !pin.specifier.starts_with("==")) return;
  if (base::allows(pin.specifier, installed->version).value_or(true)) return;
  Finding finding = begin(input, "companion.pinned", spot);
  const std::string wanted = pin.name + pin.specifier;
  finding.parameters["companion"] = pin.name;
  finding.parameters["companion_version"] = installed->version.text();
  finding.parameters["wanted"] = base::lowest_of(pin.specifier).text();
  finding.evidence.push_back({asking.requires_dist.origin(), "Requires-Dist: " + wanted});
  finding.evidence.push_back({installed->path, pin.name + " " + installed->version.text()});
  offer_requirements(input, spot.environment, {wanted}, finding);
  answer.findings.push_back(std::move(finding));
}

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  const auto row = input.catalog.framework(spot.framework.name);
  if (!row || row->pinned.empty() || !is_gpu_build(spot.framework)) return;
  const auto pinned = [&](const std::string& name) {
    return std::find(row->pinned.begin(), row->pinned.end(), name) != row->pinned.end();
  };
  const bool any = std::any_of(row->pinned.begin(), row->pinned.end(), [&](const std::string& name) {
    return spot.environment.find(name) != nullptr;
  });
  if (!any) return;
  for (const auto& name : row->distributions) {
    const auto* asking = spot.environment.find(name);
    if (asking == nullptr) continue;
    if (asking->requires_dist.undecided() && asking->requires_dist.why().why != base::Why::unsupported)
      answer.cannot_tell(name + ".requirements", asking->requires_dist, spot.applies_to());
    if (!asking->requires_dist.known()) continue;
    for (const auto& requirement : *asking->requires_dist)
      if (requirement.extra.empty() && pinned(requirement.name))
        judge_pin(input, spot, *asking, requirement, answer);
  }
}

void run(const Input& input, Answer& answer) {
  if (gpu_state(input.facts) == GpuState::none) return;
  for_each_framework(input, [&](const Spot& spot) { judge_spot(input, spot, answer); });
}

}  // namespace

extern const Check companions_pinned{gives, run};

}  // namespace gpuenv::check
