// Does the library that a build keeps for linear algebra have code for the card as well?
#include "base/text.h"
#include "check/support.h"
#include "check/visible.h"
#include "steps/command.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"arch.linalg-missing"};

/// Calls that go through that library; which of them use its own kernels differs between releases.
constexpr const char* trial =
    "import torch; a = torch.rand(64, 64, device='cuda'); torch.linalg.eigvals(a); "
    "torch.linalg.lu_factor(a); "
    "torch.linalg.lstsq(a, a); torch.cuda.synchronize(); print('works')";

std::string names(const std::vector<base::Sm>& list) {
  std::vector<std::string> texts;
  for (const auto& sm : list) texts.push_back(sm.name());
  return base::join(texts, " ");
}

void judge_card(const Input& input, const Spot& spot, int gpu, Answer& answer) {
  const auto& card = (*input.facts.cards.nvidia)[static_cast<size_t>(gpu)];
  const auto& capability = card.compute_capability;
  if (!capability.known()) return;  // arch/missing asks for it
  const auto& build = spot.framework.known_build;
  const auto native = [&](const std::vector<base::Sm>& cubins) {
    return base::serves(cubins, {}, *capability) == base::Serves::native;
  };
  if (!native(*spot.framework.cubins) || native(build->linalg)) return;
  if (sight_of(input, card) != Sight::shown) return;
  model::Finding finding = begin(input, "arch.linalg-missing", spot, gpu);
  finding.parameters["gpu"] = describe(card);
  finding.parameters["sm"] = capability->name();
  finding.parameters["variant"] = spot.framework.build->variant;
  finding.parameters["architectures"] = names(build->linalg);
  finding.evidence.push_back(evidence(build, "linear algebra: " + names(build->linalg)));
  finding.evidence.push_back(evidence(capability, describe(card)));
  const bool windows = input.facts.os.family == base::OsFamily::windows;
  const std::string& python = spot.environment.interpreter;
  finding.fix.push_back({"try",
                         {},
                         steps::command_line({python.empty() ? "python3" : python, "-c", trial}, windows),
                         windows ? "powershell" : "bash"});
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  const auto& cards = input.facts.cards.nvidia;
  if (!cards.known()) return;
  for_each_framework(input, [&](const Spot& spot) {
    const auto& framework = spot.framework;
    if (!is_gpu_build(framework) || !framework.cubins.known() || !framework.known_build.known() ||
        framework.known_build->linalg.empty())
      return;
    for (size_t i = 0; i < cards->size(); ++i)
      if (!(*cards)[i].given_away()) judge_card(input, spot, static_cast<int>(i), answer);
  });
}

}  // namespace

extern const Check arch_linalg{gives, run};

}  // namespace gpuenv::check
