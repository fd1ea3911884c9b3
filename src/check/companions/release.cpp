// Were torchvision, torchaudio and other packages with compiled code built for the torch that is here?
#include <algorithm>

#include "base/specifier.h"
#include "check/libraries.h"
#include "steps/steps.h"

namespace gpuenv::check {
namespace {

using base::Version;
using model::Companion;
using model::Finding;
using model::Severity;

constexpr const char* gives[] = {"torch.companion-release", "torch.companion-build"};

/// What a companion was built for, and who says so.
struct Partner {
  Version release;  ///< of the framework
  std::string source;
  bool exact = false;  ///< said by its own METADATA: another patch does not satisfy it
};

bool same_series(const Version& a, const Version& b) {
  return a.major_number() == b.major_number() && a.minor_number() == b.minor_number();
}

/// Its METADATA asks for torch by "==". A lower bound is no partner: then it is at ease with later releases.
std::optional<Partner> from_metadata(const Spot& spot, const model::Distribution& distribution) {
  if (!distribution.requires_dist.known()) return std::nullopt;
  for (const auto& requirement : *distribution.requires_dist) {
    if (requirement.name != spot.framework.name || !requirement.extra.empty()) continue;
    const auto allowed = base::allows(requirement.specifier, *spot.framework.version);
    const Version lowest = base::lowest_of(requirement.specifier);
    if (requirement.specifier.empty() || !allowed || !lowest.valid()) continue;
    return Partner{*allowed ? *spot.framework.version : lowest, distribution.requires_dist.origin(), true};
  }
  return std::nullopt;
}

std::optional<Partner> from_rows(const Input& input, const Companion& companion, const Version& version,
                                 const catalog::Companion& row) {
  if (row.loose_from.valid() && version >= row.loose_from) return std::nullopt;
  const Version release = input.catalog.release_for(companion.framework, companion.name, version);
  if (!release.valid()) return std::nullopt;
  return Partner{release, "data/frameworks/" + companion.framework + ".toml", false};
}

/// The URL that has the companion for the build of the framework.
std::string index_of(const Input& input, const Spot& spot) {
  if (spot.framework.build->variant.empty()) return "";
  for (const auto& build : input.catalog.builds(spot.framework.name))
    if (build.variant == spot.framework.build->variant && !build.index.empty() &&
        build.index_kind == catalog::IndexKind::instead)
      return build.index;
  return "";
}

/// What its own METADATA pins cannot be had in another way: asked for again, the installer puts the pinned
/// release in place.
void offer_pinned(const Input& input, const Spot& spot, const Companion& companion, Finding& finding) {
  const auto* installed = spot.environment.find(companion.name);
  offer_requirements(input, spot.environment, {companion.name + "==" + installed->version.public_text()},
                     finding);
  finding.fix.back().text = "pinned";
}

void offer_fix(const Input& input, const Spot& spot, const Companion& companion, Finding& finding) {
  const bool windows = input.facts.os.family == base::OsFamily::windows;
  const auto target = steps::target_for(spot.environment, windows);
  const Version partner =
      input.catalog.companion_for(companion.framework, companion.name, *spot.framework.version);
  const auto* installed = spot.environment.find(companion.name);
  if (!partner.valid()) {
    finding.fix.push_back({"other", {}, "", ""});
    return;
  }
  model::Distribution wanted = *installed;
  wanted.version = partner;
  auto step = steps::reinstall({wanted}, index_of(input, spot), target);
  finding.parameters["partner"] = partner.text();
  finding.fix.push_back(std::move(step));
}

Finding begun(const Input& input, const char* id, const Spot& spot, const Companion& companion,
              const catalog::Companion& row, const std::string& version) {
  Finding finding = begin(input, id, spot);
  if (row.soft || !asked_for(spot)) finding.severity = Severity::warning;
  finding.parameters["companion"] = companion.name;
  finding.parameters["companion_version"] = version;
  return finding;
}

/// True when a finding says that it belongs to another release.
bool judge_release(const Input& input, const Spot& spot, const Companion& companion,
                   const catalog::Companion& row, Answer& answer) {
  const auto* distribution = spot.environment.find(companion.name);
  std::optional<Partner> partner;
  if (companion.built_for.valid()) partner = Partner{companion.built_for, companion.version.origin(), false};
  if (!partner) partner = from_metadata(spot, *distribution);
  if (!partner) partner = from_rows(input, companion, distribution->version, row);
  if (!partner) {
    const auto& requirements = distribution->requires_dist;
    if (requirements.undecided() && requirements.why().why != base::Why::unsupported)
      answer.cannot_tell(companion.name + ".requirements", requirements, spot.applies_to());
    return false;
  }
  const Version& installed = *spot.framework.version;
  const bool series = same_series(partner->release, installed);
  if (partner->release == installed || (series && !partner->exact)) return false;
  Finding finding =
      begun(input, "torch.companion-release", spot, companion, row, distribution->version.public_text());
  if (series) finding.severity = Severity::warning;  // another patch mostly loads, and may lack a function
  finding.parameters["built_for"] = partner->release.public_text();
  finding.evidence.push_back({partner->source, companion.name + " " + distribution->version.text() + ": " +
                                                   spot.framework.name + " " + partner->release.text()});
  finding.evidence.push_back(evidence(spot.framework.version, spot.framework.name + " " + installed.text()));
  const bool rows_know = input.catalog.companion_for(companion.framework, companion.name, installed).valid();
  if (partner->exact && !rows_know)
    offer_pinned(input, spot, companion, finding);
  else
    offer_fix(input, spot, companion, finding);
  answer.findings.push_back(std::move(finding));
  return true;
}

/// A CPU build, or one for another CUDA major, beside a CUDA build.
void judge_build(const Input& input, const Spot& spot, const Companion& companion,
                 const catalog::Companion& row, Answer& answer) {
  if (companion.version.undecided())
    return answer.cannot_tell(companion.name + ".version", companion.version, spot.applies_to());
  if (companion.variant.empty()) return;
  const Version& wanted = spot.framework.build->cuda;
  const Version& cuda = companion.cuda;
  if (cuda.valid() && (!wanted.valid() || cuda.major_number() == wanted.major_number())) return;
  Finding finding =
      begun(input, "torch.companion-build", spot, companion, row, companion.version->public_text());
  finding.parameters["companion_build"] = companion.variant;
  finding.parameters["build"] =
      spot.framework.build->variant.empty() ? "CUDA " + wanted.text() : spot.framework.build->variant;
  finding.evidence.push_back(evidence(companion.version, companion.name + " " + companion.version->text()));
  finding.evidence.push_back(evidence(spot.framework.build, finding.parameters["build"]));
  offer_fix(input, spot, companion, finding);
  answer.findings.push_back(std::move(finding));
}

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  if (!is_gpu_build(spot.framework) || !spot.framework.version.known()) return;
  const auto rows = input.catalog.companions(spot.framework.name);
  for (const auto& companion : spot.environment.companions) {
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const auto& other) { return other.name == companion.name; });
    if (companion.framework != spot.framework.name || row == rows.end() ||
        spot.environment.find(companion.name) == nullptr)
      continue;
    if (!judge_release(input, spot, companion, *row, answer))
      judge_build(input, spot, companion, *row, answer);
  }
}

void run(const Input& input, Answer& answer) {
  if (gpu_state(input.facts) == GpuState::none) return;
  for_each_framework(input, [&](const Spot& spot) { judge_spot(input, spot, answer); });
}

}  // namespace

extern const Check companions_release{gives, run};

}  // namespace gpuenv::check
