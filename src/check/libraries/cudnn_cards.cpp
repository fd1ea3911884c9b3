// Does the cuDNN that a framework loads still serve the card? Newer releases of it have dropped cards for
// which the framework itself has code (data/toolkits.toml, [[cudnn]]).
#include <algorithm>
#include <optional>

#include "check/libraries.h"
#include "check/visible.h"

namespace gpuenv::check {
namespace {

using model::Finding;
using model::LibraryCopy;
using Copies = std::vector<const LibraryCopy*>;

constexpr const char* gives[] = {"cudnn.card-dropped"};

Copies serving(const base::Known<std::vector<LibraryCopy>>& list, const Need& need) {
  Copies copies = copies_of(list, "cudnn");
  std::erase_if(copies, [&](const LibraryCopy* copy) { return !serves(*copy, need); });
  return copies;
}

/// The copies of which the framework loads one: that of LD_LIBRARY_PATH where it looks there first, else
/// those that came along with it, else those of the system.
Copies candidates(const Input& input, const Spot& spot, const Need& need) {
  const Copies outside = serving(input.facts.libraries, need);
  if (prefers_library_path(input, spot.framework, "cudnn"))
    for (const auto* copy : outside)
      if (copy->on_library_path) return {copy};
  Copies own = serving(spot.environment.libraries, need);
  std::erase_if(own, [&](const LibraryCopy* copy) {
    return copy->from == "framework" && copy->package != spot.framework.name;
  });
  for (const auto* copy : own)
    if (copy->from == "framework") return {copy};  // lies in the folder of the libraries that load it
  return own.empty() ? outside : own;
}

/// The first release without the card, when this copy is of it or a later one; invalid = it serves the card.
/// Nothing when its version does not tell: the "9" of a file's name.
std::optional<base::Version> dropped_by(const Input& input, const LibraryCopy& copy, const base::Sm& card) {
  if (!copy.version.known()) return std::nullopt;
  for (const auto& row : input.catalog.cudnn_support()) {
    if (card >= row.oldest) continue;
    if (*copy.version >= row.from) return row.from;
    if (row.from.begins_with(*copy.version)) return std::nullopt;
  }
  return base::Version();
}

void offer_fix(const Input& input, const Spot& spot, const LibraryCopy& copy, const base::Version& first,
               Finding& finding) {
  const Copies own = serving(spot.environment.libraries, need_of(input, spot.framework));
  const bool own_serves = !own.empty() && own.front()->version.known() && *own.front()->version < first;
  if (copy.on_library_path && own_serves) return finding.fix.push_back(off_library_path(input, copy));
  const auto& packages = spot.environment.conda_packages;
  const auto is_cudnn = [](const model::CondaPackage& package) { return package.name == "cudnn"; };
  if (copy.from == "wheel" && !copy.on_library_path)
    offer_requirements(input, spot.environment, {copy.package + "<" + first.text()}, finding);
  else if (copy.from == "conda" && packages.known() &&
           std::any_of(packages->begin(), packages->end(), is_cudnn))
    offer_requirements(input, spot.environment, {"cudnn<" + first.text()}, finding);
  else
    finding.fix.push_back({copy.from == "framework" ? "bundled" : "older", {}, "", ""});
}

void report(const Input& input, const Spot& spot, int gpu, const LibraryCopy& copy,
            const base::Version& first, Answer& answer) {
  const auto& card = (*input.facts.cards.nvidia)[static_cast<size_t>(gpu)];
  Finding finding = begin(input, "cudnn.card-dropped", spot, gpu);
  finding.confidence = model::Confidence::likely;
  if (!asked_for(spot)) finding.severity = model::Severity::warning;
  finding.parameters["gpu"] = describe(card);
  finding.parameters["cudnn"] = copy.version->text();
  finding.parameters["first"] = first.text();
  finding.parameters["path"] = copy.path;
  finding.evidence.push_back(
      {copy.path, (copy.package.empty() ? "cudnn" : copy.package) + " " + copy.version->text()});
  finding.evidence.push_back(evidence(card.compute_capability, describe(card)));
  offer_fix(input, spot, copy, first, finding);
  answer.findings.push_back(std::move(finding));
}

/// One card for which the framework has code.
void judge_card(const Input& input, const Spot& spot, int gpu, const base::Sm& card, Answer& answer) {
  const Copies copies = candidates(input, spot, need_of(input, spot.framework));
  const auto here = spot.applies_to(gpu);
  if (copies.empty()) {
    if (spot.environment.libraries.undecided())
      answer.cannot_tell("environment.libraries", spot.environment.libraries, here);
    else if (input.facts.libraries.undecided())
      answer.cannot_tell("libraries", input.facts.libraries, here);
    return;
  }
  const auto first = dropped_by(input, *copies.front(), card);
  for (const auto* copy : copies) {
    const auto other = dropped_by(input, *copy, card);
    if (!other)
      return answer.open.push_back({"cudnn.version", copy->path + ": its name tells no version", here});
    if (other->valid() != first->valid())
      return answer.open.push_back(
          {"cudnn.version", "several copies of cuDNN, and not all serve the card", here});
  }
  if (first->valid()) report(input, spot, gpu, *copies.front(), *first, answer);
}

/// Whether it depends on the card if the framework's cuDNN serves it.
bool drops_some_card(const Input& input, const Spot& spot) {
  const Copies copies = candidates(input, spot, need_of(input, spot.framework));
  return std::any_of(copies.begin(), copies.end(), [&](const LibraryCopy* copy) {
    const auto first = dropped_by(input, *copy, base::Sm{0, 0});
    return !first || first->valid();
  });
}

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  if (!is_gpu_build(spot.framework)) return;
  const auto& cubins = spot.framework.cubins;
  const auto& cards = *input.facts.cards.nvidia;
  const auto rows = input.catalog.cudnn_support();
  for (size_t i = 0; i < cards.size(); ++i) {
    const auto& capability = cards[i].compute_capability;
    const int gpu = static_cast<int>(i);
    if (!capability.known()) {
      if (drops_some_card(input, spot))
        answer.cannot_tell("gpus.compute_capability", capability, spot.applies_to(gpu));
      continue;
    }
    const bool old = std::any_of(rows.begin(), rows.end(),
                                 [&](const catalog::CudnnSupport& row) { return *capability < row.oldest; });
    // Where the framework itself has nothing for the card, or nobody knows, arch/missing says so.
    if (!old || cards[i].given_away() || !cubins.known() ||
        base::serves(*cubins, {}, *capability) == base::Serves::none)
      continue;
    if (!out_of_sight(input, spot, gpu, answer)) judge_card(input, spot, gpu, *capability, answer);
  }
}

void run(const Input& input, Answer& answer) {
  const auto& cards = input.facts.cards.nvidia;
  if (!cards.known() || cards->empty()) return;
  for_each_framework(input, [&](const Spot& spot) { judge_spot(input, spot, answer); });
}

}  // namespace

extern const Check libraries_cudnn_cards{gives, run};

}  // namespace gpuenv::check
