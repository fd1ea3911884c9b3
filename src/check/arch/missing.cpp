// Does each build hold code that each card can run?
#include "check/offer.h"
#include "check/visible.h"
#include "resolve/serve.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"arch.missing", "arch.dropped", "arch.compiled-at-start", "arch.ptx-fails",
                                 "arch.libraries-older"};

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

/// A build that was published without the card, which older ones carry; one that somebody has built for other
/// cards is another matter.
bool dropped(const model::Framework& framework, const Sm& card) {
  const auto& known = framework.known_build;
  const bool published =
      !known.known() || known->cubins.empty() || resolve::begins_later(known->cubins, card);
  return published && resolve::begins_later(*framework.cubins, card);
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

void report(const Input& input, const Spot& spot, int gpu, const char* id, const Lists& lists,
            Answer& answer) {
  model::Finding finding = describe_gap(input, spot, gpu, id, lists);
  if (!asked_for(spot)) finding.severity = model::Severity::warning;
  const bool by_ptx = finding.id == "arch.ptx-fails" || finding.id == "arch.libraries-older";
  if (by_ptx) finding.confidence = model::Confidence::likely;
  if (finding.id == "arch.libraries-older") {
    const auto& build = spot.framework.known_build;
    std::string libraries = "CUDA " + spot.framework.build->cuda.text();
    if (build.known() && build->cudnn_major != 0)
      libraries += ", cuDNN " + std::to_string(build->cudnn_major);
    finding.parameters["libraries"] = libraries;
    finding.evidence.push_back({build.known() ? build.origin() : spot.framework.build.origin(), libraries});
  }
  offer_install(input, spot, finding);
  if (finding.id == "arch.ptx-fails") finding.fix.push_back({"container", {}, "", ""});
  answer.findings.push_back(std::move(finding));
}

/// A card that only the build's PTX could serve, and nobody knows whether it does. A computation would tell.
void cannot_tell_ptx(const Input& input, const Spot& spot, int gpu, bool neighbours_fail, Answer& answer) {
  const auto& card = (*input.facts.cards.nvidia)[static_cast<size_t>(gpu)];
  const std::string sm = card.compute_capability->name();
  answer.open.push_back(
      {spot.framework.name + ".ptx",
       neighbours_fail
           ? "builds of neighbouring releases fail on " + sm + " (CUDA_ERROR_INVALID_PTX)"
           : "nobody has told whether its PTX works on " + sm +
                 "; on others that are newer than the build it fails (CUDA_ERROR_INVALID_PTX), and a "
                 "computation on the card would tell",
       spot.applies_to(gpu)});
}

void judge_card(const Input& input, const Spot& spot, int gpu, Answer& answer) {
  using resolve::Service;
  const auto& card = (*input.facts.cards.nvidia)[static_cast<size_t>(gpu)];
  if (!card.compute_capability.known())
    return answer.cannot_tell("gpus.compute_capability", card.compute_capability, spot.applies_to(gpu));
  const Sm& sm = *card.compute_capability;
  const auto& framework = spot.framework;
  const Lists lists{*framework.cubins, framework.ptx.value_or({}), framework.ptx.known()};
  const Service how = resolve::service(resolve::code_of(framework), input.catalog.card_support(sm));
  if (how == Service::native || out_of_sight(input, spot, gpu, answer)) return;
  const auto* part = unsettled(framework, sm);
  if (part != nullptr && how != Service::ptx)
    return answer.open.push_back(
        {framework.name + ".architectures", "kernels: " + share(*part), spot.applies_to(gpu)});
  // Only the catalog's row knows of PTX that fails, and as what the build was published.
  if ((how == Service::ptx || how == Service::none) && framework.known_build.undecided() &&
      framework.known_build.why().why != base::Why::unsupported)
    return answer.cannot_tell(framework.name + ".build", framework.known_build, spot.applies_to(gpu));
  switch (how) {
    case Service::native:
      return;
    case Service::ptx:
      return answer.findings.push_back(describe_gap(input, spot, gpu, "arch.compiled-at-start", lists));
    case Service::ptx_unproven:
    case Service::ptx_doubtful:
      return cannot_tell_ptx(input, spot, gpu, how == Service::ptx_doubtful, answer);
    case Service::unknown:  // PTX could still serve a newer card
      return answer.cannot_tell(framework.name + ".ptx", framework.ptx, spot.applies_to(gpu));
    case Service::ptx_fails:
      return report(input, spot, gpu, "arch.ptx-fails", lists, answer);
    case Service::libraries_older:
      return report(input, spot, gpu, "arch.libraries-older", lists, answer);
    case Service::none:
      return report(input, spot, gpu, dropped(framework, sm) ? "arch.dropped" : "arch.missing", lists,
                    answer);
  }
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
