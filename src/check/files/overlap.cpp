// Do two distributions claim the same files with different content? The one installed last has overwritten
// the other.
#include <algorithm>

#include "check/offer.h"
#include "check/owners.h"
#include "check/support.h"
#include "steps/steps.h"

namespace gpuenv::check {
namespace {

using model::Distribution;
using model::Environment;
using model::Overlap;

constexpr const char* gives[] = {"files.overlap"};

/// 12 of "nvidia-cudnn-cu12", 0 of other names.
int cuda_of(const std::string& name) {
  const size_t at = name.rfind("-cu");
  const long long major = at == std::string::npos ? -1 : base::Version(name.substr(at + 3)).major_number();
  return major > 0 ? static_cast<int>(major) : 0;
}

bool has_build_for(const Environment& environment, int cuda) {
  return std::any_of(environment.frameworks.begin(), environment.frameworks.end(),
                     [&](const auto& framework) {
                       return framework.build.known() && framework.build->cuda.valid() &&
                              framework.build->cuda.major_number() == cuda;
                     });
}

/// The one of NVIDIA's two that no framework here was built for; "" when both are wanted or none.
std::string unwanted(const Environment& environment, const Overlap& overlap) {
  const bool first = has_build_for(environment, cuda_of(overlap.first));
  const bool second = has_build_for(environment, cuda_of(overlap.second));
  return first == second ? "" : first ? overlap.second : overlap.first;
}

/// It stops the card from being used when the files of the loser are those that a framework here was built
/// for.
bool is_harmful(const Input& input, const Environment& environment, const Overlap& overlap) {
  if (const auto* framework = framework_of(input, environment, overlap.first))
    return framework->build.known() && !is_gpu_build(*framework);
  if (overlap.owner.empty()) return false;
  const std::string& loser = overlap.owner == overlap.first ? overlap.second : overlap.first;
  return cuda_of(loser) != 0 && has_build_for(environment, cuda_of(loser));
}

/// Removing one takes the shared files away, so the other one has to be put back afterwards.
void offer_one_of_them(const Input& input, const Environment& environment, const std::string& gone,
                       const std::string& kept, model::Finding& finding) {
  const auto target = steps::target_for(environment, input.facts.os.family == base::OsFamily::windows);
  finding.fix.push_back(steps::uninstall({gone}, target));
  if (const Distribution* distribution = environment.find(kept))
    finding.fix.push_back(
        steps::reinstall({*distribution}, index_of(input, environment, *distribution), target));
}

void offer_fix(const Input& input, const Environment& environment, const Overlap& overlap,
               model::Finding& finding) {
  if (const auto* framework = framework_of(input, environment, overlap.first)) {
    const auto target = steps::target_for(environment, input.facts.os.family == base::OsFamily::windows);
    finding.fix.push_back(steps::uninstall({overlap.first, overlap.second}, target));
    offer_install(input, {environment, *framework}, finding, true);
    return;
  }
  if (!overlap.first.starts_with("nvidia-"))
    return offer_one_of_them(input, environment, overlap.second, overlap.first, finding);
  const std::string gone = unwanted(environment, overlap);
  if (gone.empty()) {
    finding.fix.push_back({"separate", {}, "", ""});
    return;
  }
  offer_one_of_them(input, environment, gone, gone == overlap.first ? overlap.second : overlap.first,
                    finding);
}

void judge_overlap(const Input& input, const Environment& environment, const Overlap& overlap,
                   Answer& answer) {
  const auto* framework = framework_of(input, environment, overlap.first);
  // Two packages of one framework: companions/both_builds and framework/onnxruntime_both judge them.
  if (framework != nullptr && !input.catalog.framework(framework->name)->cpu_distributions.empty()) return;
  model::Finding finding = begin(input, "files.overlap");
  finding.applies_to = {environment.path, framework != nullptr ? framework->name : "", -1};
  if (!is_harmful(input, environment, overlap)) finding.severity = model::Severity::warning;
  finding.parameters = {{"environment", environment.path},
                        {"first", overlap.first},
                        {"second", overlap.second},
                        {"count", std::to_string(overlap.files)},
                        {"path", overlap.path},
                        {"owner", overlap.owner.empty() ? "?" : overlap.owner}};
  finding.evidence.push_back(
      {overlap.path, overlap.owner.empty() ? overlap.first + ", " + overlap.second : overlap.owner});
  offer_fix(input, environment, overlap, finding);
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  for (const auto& environment : input.facts.environments) {
    if (environment.overlaps.undecided() && !environment.frameworks.empty())
      answer.cannot_tell("environment.files", environment.overlaps, {environment.path, "", -1});
    if (!environment.overlaps.known()) continue;
    for (const auto& overlap : *environment.overlaps) judge_overlap(input, environment, overlap, answer);
  }
}

}  // namespace

extern const Check files_overlap{gives, run};

}  // namespace gpuenv::check
