// Have newer builds of PyTorch dropped a card that still works with older ones? Worth knowing before an
// upgrade.
#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"gpu.leaving"};

bool serves_card(const catalog::FrameworkBuild& build, const base::Sm& card) {
  return build.cubins &&
         base::serves(*build.cubins, build.ptx.value_or(std::vector<base::Sm>{}), card) != base::Serves::none;
}

bool for_system(const catalog::FrameworkBuild& build, const Input& input) {
  for (const auto system : build.systems)
    if (system == input.facts.os.family)
      return build.machine == input.facts.os.architecture.value_or("x86_64");
  return false;
}

/// The newest build that carries the card, or nothing when the newest release of all still does, or none ever
/// did.
const catalog::FrameworkBuild* last_build(const std::vector<catalog::FrameworkBuild>& builds,
                                          const Input& input, const base::Sm& card) {
  const catalog::FrameworkBuild* newest = nullptr;
  for (const auto& build : builds) {
    if (!for_system(build, input) || !build.cubins) continue;
    if (newest == nullptr) newest = &build;
    if (serves_card(build, card)) return build.version == newest->version ? nullptr : &build;
  }
  return nullptr;
}

void run(const Input& input, Answer& answer) {
  const auto& cards = input.facts.cards.nvidia;
  if (!cards.known() || cards->empty()) return;
  const auto builds = input.catalog.builds("torch");  // newest first
  for (size_t i = 0; i < cards->size(); ++i) {
    const auto& gpu = (*cards)[i];
    if (!gpu.compute_capability.known() || gpu.given_away()) continue;
    const auto* last = last_build(builds, input, *gpu.compute_capability);
    if (last == nullptr) continue;
    model::Finding finding = begin(input, "gpu.leaving");
    finding.applies_to.gpu = static_cast<int>(i);
    finding.parameters = {{"gpu", describe(gpu)}, {"last", last->version.text() + " " + last->variant}};
    const auto architecture = input.catalog.architecture_of(*gpu.compute_capability);
    if (architecture && !architecture->last_driver_branch.empty())
      finding.fix.push_back({"driver", {{"driver", architecture->last_driver_branch}}, "", ""});
    finding.evidence.push_back(evidence(gpu.compute_capability, gpu.compute_capability->name()));
    answer.findings.push_back(std::move(finding));
  }
}

}  // namespace

extern const Check gpu_leaving{gives, run};

}  // namespace gpuenv::check
