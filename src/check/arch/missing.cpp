// Does each build hold code that each card can run?
#include <algorithm>
#include <optional>

#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"arch.missing", "arch.dropped", "arch.compiled-at-start", "arch.ptx-fails"};

using base::Sm;

std::string names(const std::vector<Sm>& list, const char* none) {
  std::string text;
  for (const auto& sm : list) text += (text.empty() ? "" : " ") + sm.name();
  return text.empty() ? none : text;
}

struct Lists {
  const std::vector<Sm>& cubins;
  std::vector<Sm> ptx;
  bool ptx_known;
};

bool runs_on(const model::PartialCode& part, const Sm& card) {
  return part.ptx ? base::ptx_runs_on(part.sm, card) : base::cubin_runs_on(part.sm, card);
}

/// "only 6 of 336 for sm_70".
std::string share(const model::PartialCode& part) {
  return "only " + std::to_string(part.count) + " of " + std::to_string(part.of) + " for " + part.sm.name();
}

/// Code that serves the card and is neither nearly all nor next to nothing: what a person runs may be among
/// it.
const model::PartialCode* unsettled(const model::Framework& framework, const Sm& card) {
  for (const auto& part : framework.partial)
    if (part.count * 10 >= part.of && runs_on(part, card)) return &part;
  return nullptr;
}

bool older_than_all(const Sm& card, const std::vector<Sm>& cubins) {
  return std::all_of(cubins.begin(), cubins.end(), [&](const Sm& sm) {
    return sm.major > card.major || (sm.major == card.major && sm.minor > card.minor);
  });
}

model::Finding describe_gap(const Input& input, const Spot& spot, int gpu, std::string_view id,
                            const Lists& lists) {
  const auto& card = (*input.facts.cards.nvidia)[static_cast<size_t>(gpu)];
  model::Finding finding = begin(input, id, spot, gpu);
  finding.parameters["gpu"] = describe(card);
  finding.parameters["sm"] = card.compute_capability->name();
  finding.parameters["architectures"] = names(lists.cubins, "-");
  finding.parameters["variant"] = spot.framework.build.known() ? spot.framework.build->variant : "";
  std::string text = "kernels: " + names(lists.cubins, "none");
  text += "; PTX: " + (lists.ptx_known ? names(lists.ptx, "none") : std::string("not known"));
  for (const auto& part : spot.framework.partial)
    if (runs_on(part, *card.compute_capability)) text += "; " + share(part);
  finding.evidence.push_back({spot.framework.cubins.origin(), std::move(text)});
  finding.evidence.push_back(evidence(card.compute_capability, describe(card)));
  return finding;
}

/// The catalog's row for this very build, where it says that its PTX fails on the card.
std::optional<catalog::FrameworkBuild> build_with_failing_ptx(const Input& input, const Spot& spot,
                                                              const Sm& card) {
  const auto& version = spot.framework.version;
  if (!version.known()) return std::nullopt;
  for (auto& build : input.catalog.builds(spot.framework.name)) {
    const bool same = version->begins_with(build.version) && build.systems.front() == input.facts.os.family;
    if (same && build.ptx_fails_on(card)) return std::move(build);
  }
  return std::nullopt;
}

/// A card that only the build's PTX serves.
void judge_ptx(const Input& input, const Spot& spot, int gpu, const Lists& lists, Answer& answer) {
  const Sm& sm = *(*input.facts.cards.nvidia)[static_cast<size_t>(gpu)].compute_capability;
  const auto failing = build_with_failing_ptx(input, spot, sm);
  if (failing && failing->ptx_fails_unconfirmed)
    return answer.open.push_back(
        {spot.framework.name + ".ptx",
         "builds of neighbouring releases fail on " + sm.name() + " (CUDA_ERROR_INVALID_PTX)",
         spot.applies_to(gpu)});
  auto finding = describe_gap(input, spot, gpu, failing ? "arch.ptx-fails" : "arch.compiled-at-start", lists);
  if (failing) {
    finding.confidence = model::Confidence::likely;
    if (!asked_for(spot)) finding.severity = model::Severity::warning;
    offer_install(input, spot, finding);
    finding.fix.push_back({"container", {}, "", ""});
  }
  answer.findings.push_back(std::move(finding));
}

void judge_card(const Input& input, const Spot& spot, int gpu, Answer& answer) {
  const auto& card = (*input.facts.cards.nvidia)[static_cast<size_t>(gpu)];
  if (!card.compute_capability.known())
    return answer.cannot_tell("gpus.compute_capability", card.compute_capability, spot.applies_to(gpu));
  const Sm& sm = *card.compute_capability;
  const Lists lists{*spot.framework.cubins, spot.framework.ptx.value_or({}), spot.framework.ptx.known()};
  const auto how = base::serves(lists.cubins, lists.ptx, sm);
  if (how == base::Serves::native) return;
  if (how == base::Serves::ptx) return judge_ptx(input, spot, gpu, lists, answer);
  if (const auto* part = unsettled(spot.framework, sm))
    return answer.open.push_back(
        {spot.framework.name + ".architectures", "kernels: " + share(*part), spot.applies_to(gpu)});
  const bool dropped = older_than_all(sm, lists.cubins);
  if (!lists.ptx_known && !dropped)  // PTX could still serve a newer card
    return answer.cannot_tell(spot.framework.name + ".ptx", spot.framework.ptx, spot.applies_to(gpu));
  model::Finding finding = describe_gap(input, spot, gpu, dropped ? "arch.dropped" : "arch.missing", lists);
  if (!asked_for(spot)) finding.severity = model::Severity::warning;
  offer_install(input, spot, finding);
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  const auto& cards = input.facts.cards.nvidia;
  if (!cards.known() || cards->empty()) return;
  for_each_framework(input, [&](const Spot& spot) {
    if (!is_gpu_build(spot.framework)) return;
    if (!spot.framework.cubins.known())
      return answer.cannot_tell(spot.framework.name + ".architectures", spot.framework.cubins,
                                spot.applies_to());
    // A card that NVML leaves out while it works belongs to somebody else (vfio-pci, another container):
    // nothing will run on it here.
    const auto& nvml = input.facts.driver.nvml.init;
    for (size_t i = 0; i < cards->size(); ++i)
      if ((*cards)[i].in_nvml || (nvml.value_or(-1) != 0 && !(*cards)[i].given_away()))
        judge_card(input, spot, static_cast<int>(i), answer);
  });
}

}  // namespace

extern const Check arch_missing{gives, run};

}  // namespace gpuenv::check
