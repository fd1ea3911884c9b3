// Are the NVIDIA wheels that a framework asks for there, in versions that it can use?
#include <algorithm>

#include "base/specifier.h"
#include "base/text.h"
#include "check/libraries.h"
#include "check/offer.h"

namespace gpuenv::check {
namespace {

using base::Version;
using model::Distribution;
using model::Finding;
using model::Severity;

constexpr const char* gives[] = {"cuda.wheel-missing", "cuda.wheel-older", "cuda.wheel-other-major",
                                 "cuda.wheel-newer"};

bool lists(const std::vector<std::string>& list, std::string_view part) {
  return std::any_of(list.begin(), list.end(),
                     [&](const std::string& item) { return item == "*" || item == part; });
}

/// A copy outside of the environment that the loader falls back to without a word.
std::string copy_elsewhere(const Input& input, const Demand& demand) {
  const auto& wheel = demand.wheel;
  const int own_major = base::lowest_of(wheel.specifier).major_number();
  for (const auto* copy : copies_of(input.facts.libraries, wheel.library))
    if (serves(*copy, {wheel.cuda_major, own_major})) return copy->path;
  // No part of a toolkit.
  if (wheel.library == "cudnn" || wheel.library == "nccl" || wheel.library == "cusparselt") return "";
  const auto* toolkit = toolkit_of(input, wheel.cuda_major);
  return toolkit == nullptr ? "" : toolkit->path;
}

void missing(const Input& input, const Spot& spot, const std::vector<Demand>& demands, Answer& answer) {
  if (demands.empty()) return;
  Finding finding = begin(input, "cuda.wheel-missing", spot);
  std::vector<std::string> names, requirements;
  bool all_elsewhere = true;
  for (const auto& demand : demands) {
    const std::string elsewhere = copy_elsewhere(input, demand);
    all_elsewhere = all_elsewhere && !elsewhere.empty();
    names.push_back(demand.wheel.name);
    requirements.push_back(requirement_of(demand));
    finding.evidence.push_back({demand.source, "Requires-Dist: " + requirement_of(demand)});
    if (!elsewhere.empty()) finding.evidence.push_back({elsewhere, demand.wheel.library});
  }
  if (!all_elsewhere && input.facts.libraries.undecided())
    return answer.cannot_tell("libraries", input.facts.libraries, spot.applies_to());
  if (!all_elsewhere && input.facts.toolkits.undecided())
    return answer.cannot_tell("toolkits", input.facts.toolkits, spot.applies_to());
  if (all_elsewhere) finding.confidence = model::Confidence::likely;
  if (all_elsewhere || !asked_for(spot)) finding.severity = Severity::warning;
  finding.parameters["missing"] = base::join(names, ", ");
  offer_libraries(input, spot, requirements, finding);
  answer.findings.push_back(std::move(finding));
}

/// Whether another framework here wants this wheel in a version that the demand excludes.
bool contradicted(const Input& input, const Spot& spot, const Demand& demand) {
  Answer unused;
  for (const auto& other : spot.environment.frameworks) {
    if (other.name == spot.framework.name || !is_gpu_build(other)) continue;
    for (const auto& theirs : demands_of(input, {spot.environment, other}, unused)) {
      if (theirs.wheel.name != demand.wheel.name) continue;
      const Version ours = base::lowest_of(demand.wheel.specifier),
                    want = base::lowest_of(theirs.wheel.specifier);
      if (!base::allows(theirs.wheel.specifier, ours).value_or(true) &&
          !base::allows(demand.wheel.specifier, want).value_or(true))
        return true;
    }
  }
  return false;
}

const char* id_for(const Version& have, const Version& want) {
  if (have.major_number() != want.major_number()) return "cuda.wheel-other-major";
  return std::make_pair(have.major_number(), have.minor_number()) <
                 std::make_pair(want.major_number(), want.minor_number())
             ? "cuda.wheel-older"
             : "cuda.wheel-newer";
}

void out_of_step(const Input& input, const Spot& spot, const Demand& demand, const Distribution& have,
                 bool strict, Answer& answer) {
  const Version want = base::lowest_of(demand.wheel.specifier);
  if (!want.valid()) return;
  const std::string id = id_for(have.version, want);
  Finding finding = begin(input, id, spot);
  const bool note = finding.role == model::Role::note;
  if (!note && (!asked_for(spot) || (id == "cuda.wheel-older" && !strict)))
    finding.severity = Severity::warning;
  finding.parameters["wheel"] = demand.wheel.name;
  finding.parameters["have"] = have.version.text();
  finding.parameters["want"] = demand.wheel.specifier;
  finding.evidence.push_back({demand.source, "Requires-Dist: " + requirement_of(demand)});
  finding.evidence.push_back({have.path, have.name + " " + have.version.text()});
  if (contradicted(input, spot, demand))
    finding.fix.push_back({"separate", {}, "", ""});
  else if (!note)
    offer_libraries(input, spot, {requirement_of(demand)}, finding);
  answer.findings.push_back(std::move(finding));
}

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  if (!is_gpu_build(spot.framework) || !spot.environment.distributions.known()) return;
  const auto row = input.catalog.framework(spot.framework.name);
  if (!row) return;
  std::vector<Demand> absent;
  for (const auto& demand : demands_of(input, spot, answer)) {
    const auto* have = spot.environment.find(demand.wheel.name);
    if (have == nullptr) {
      if (!lists(row->optional_wheels, demand.wheel.part)) absent.push_back(demand);
    } else if (!base::allows(demand.wheel.specifier, have->version).value_or(true)) {
      out_of_step(input, spot, demand, *have, lists(row->strict_wheels, demand.wheel.part), answer);
    }
  }
  missing(input, spot, absent, answer);
}

void run(const Input& input, Answer& answer) {
  if (gpu_state(input.facts) == GpuState::none) return;
  for_each_framework(input, [&](const Spot& spot) { judge_spot(input, spot, answer); });
}

}  // namespace

extern const Check libraries_wheels{gives, run};

}  // namespace gpuenv::check
