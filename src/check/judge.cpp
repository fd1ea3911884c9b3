// The judge; see judge.h. Checks speak for themselves, and only here are they weighed against each other.
#include "check/judge.h"

#include <algorithm>

#include "check/support.h"

namespace gpuenv::check {
namespace {

using model::AppliesTo;
using model::Facts;
using model::Finding;
using model::Judgement;
using model::PartVerdict;
using model::Role;
using model::Severity;
using model::Verdict;

bool machine_wide(const AppliesTo& a) {
  return a.environment.empty() && a.gpu < 0;
}

/// A cause that another cause explains is a symptom of it. A symptom that nothing explains has to be fixed
/// itself, unless a question about the machine or the same card is open: the answer could be what explains
/// it. A note that a cause explains is dropped.
void link(Judgement& judgement) {
  auto& findings = judgement.findings;
  const auto open = [&](const Finding& finding) {
    return std::any_of(judgement.open.begin(), judgement.open.end(), [&](const model::Open& o) {
      const AppliesTo& about = o.applies_to;
      return about.environment.empty() && (about.gpu < 0 || about.gpu == finding.applies_to.gpu);
    });
  };
  for (auto& finding : findings)
    if (finding.role == Role::symptom && !open(finding)) finding.role = Role::cause;
  std::vector<bool> explained(findings.size());
  for (size_t i = 0; i < findings.size(); ++i)
    for (const auto& cause : findings) explained[i] = explained[i] || model::explains(cause, findings[i]);
  for (size_t i = 0; i < findings.size(); ++i)
    if (explained[i] && findings[i].role == Role::cause) findings[i].role = Role::symptom;
  // A note that a cause explains would contradict it ("no toolkit is needed").
  size_t place = 0;
  std::erase_if(findings,
                [&](const Finding& finding) { return explained[place++] && finding.role == Role::note; });
}

bool before(const Finding& a, const Finding& b) {
  if (a.role != b.role) return a.role < b.role;
  if (a.severity != b.severity) return a.severity < b.severity;
  if (a.confidence != b.confidence) return a.confidence < b.confidence;
  return a.applies_to.environment.empty() &&
         !b.applies_to.environment.empty();  // what holds for the whole machine first
}

bool is_error(const Finding& finding) {
  return finding.role == Role::cause && finding.severity == Severity::error;
}

/// Which environments decide the verdict of the machine.
class Scope {
 public:
  Scope(const Facts& facts, bool all) : facts_(facts), all_(all) {}

  bool counts(const AppliesTo& applies_to) const {
    if (applies_to.environment.empty() || all_) return true;
    for (const auto& environment : facts_.environments)
      if (environment.path == applies_to.environment) return environment.selection != model::Selection::found;
    return true;
  }

 private:
  const Facts& facts_;
  bool all_;
};

Verdict overall(const Judgement& judgement, const Scope& scope) {
  const auto problem = [&](const Finding& f) { return is_error(f) && scope.counts(f.applies_to); };
  const auto open = [&](const model::Open& o) { return scope.counts(o.applies_to); };
  if (std::any_of(judgement.findings.begin(), judgement.findings.end(), problem)) return Verdict::problems;
  return std::any_of(judgement.open.begin(), judgement.open.end(), open) ? Verdict::unknown
                                                                         : Verdict::healthy;
}

/// The verdict over all findings and open questions that a rule picks.
template <class Concerns>
PartVerdict part(const Judgement& judgement, Concerns concerns) {
  const auto problem = [&](const Finding& f) { return is_error(f) && concerns(f.applies_to); };
  const auto open = [&](const model::Open& o) { return concerns(o.applies_to); };
  if (std::any_of(judgement.findings.begin(), judgement.findings.end(), problem))
    return PartVerdict::problems;
  const bool undecided = std::any_of(judgement.open.begin(), judgement.open.end(), open);
  return undecided ? PartVerdict::unknown : PartVerdict::usable;
}

void judge_gpus(const Facts& facts, Judgement& judgement) {
  if (!facts.cards.nvidia.known()) return;
  for (size_t i = 0; i < facts.cards.nvidia->size(); ++i)
    judgement.gpus.push_back(
        part(judgement, [&](const AppliesTo& a) { return machine_wide(a) || a.gpu == static_cast<int>(i); }));
}

/// What the cards themselves leave to every framework, whatever single builds lack: one usable card is
/// enough.
PartVerdict best_card(const Facts& facts, const Judgement& judgement) {
  if (!facts.cards.nvidia.known() || facts.cards.nvidia->empty())
    return PartVerdict::usable;  // what is wrong then holds for the whole machine
  PartVerdict best = PartVerdict::problems;
  for (size_t i = 0; i < facts.cards.nvidia->size(); ++i) {
    const PartVerdict card = part(
        judgement, [&](const AppliesTo& a) { return a.environment.empty() && a.gpu == static_cast<int>(i); });
    if (card == PartVerdict::usable) return card;
    if (card == PartVerdict::unknown) best = card;
  }
  return best;
}

/// The verdict of two parts that are both needed.
PartVerdict worse(PartVerdict a, PartVerdict b) {
  if (a == PartVerdict::problems || b == PartVerdict::problems) return PartVerdict::problems;
  return a == PartVerdict::unknown || b == PartVerdict::unknown ? PartVerdict::unknown : PartVerdict::usable;
}

/// The verdict over what is said of one framework, where every build of it is weighed against the cards.
PartVerdict framework_verdict(const model::Framework& framework, PartVerdict own, PartVerdict cards) {
  if (is_gpu_build(framework)) return worse(own, cards);
  if (own != PartVerdict::usable) return own;
  if (!framework.build.known()) return PartVerdict::unknown;
  return framework.build->kind == model::Build::Kind::cpu ? PartVerdict::cpu_only : own;
}

Verdict whole_verdict(PartVerdict part) {
  if (part == PartVerdict::problems) return Verdict::problems;
  return part == PartVerdict::unknown ? Verdict::unknown : Verdict::healthy;
}

void judge_environments(const Facts& facts, Judgement& judgement) {
  const bool no_card = facts.cards.nvidia.known() && facts.cards.nvidia->empty();
  const PartVerdict cards = best_card(facts, judgement);
  for (const auto& environment : facts.environments) {
    // Without an NVIDIA card an environment is as it should be, unless it holds a build for one.
    const bool fits =
        no_card && std::none_of(environment.frameworks.begin(), environment.frameworks.end(), is_gpu_build);
    const auto here = [&](const AppliesTo& a) {
      return a.environment == environment.path || (!fits && a.environment.empty() && a.gpu < 0);
    };
    const auto& inside = environment.frameworks;
    PartVerdict whole = part(judgement, here);
    if (std::any_of(inside.begin(), inside.end(), is_gpu_build)) whole = worse(whole, cards);
    judgement.environments.push_back(whole_verdict(whole));
    std::vector<PartVerdict> frameworks;
    for (const auto& framework : environment.frameworks) {
      // Without an NVIDIA card a CPU build is the right one, although the machine as a whole has no GPU to
      // offer; a build that is not known may be one.
      const bool right_as_it_is = no_card && !is_gpu_build(framework);
      const PartVerdict own = part(judgement, [&](const AppliesTo& a) {
        if (a.environment.empty()) return a.gpu < 0 && !right_as_it_is;
        return a.environment == environment.path && (a.framework.empty() || a.framework == framework.name);
      });
      frameworks.push_back(framework_verdict(framework, own, cards));
    }
    judgement.frameworks.push_back(std::move(frameworks));
  }
}

}  // namespace

Judgement judge(const Input& input, const JudgeOptions& options) {
  Answer answer;
  for (const Check* check : all_checks()) {
    const size_t before_it = answer.open.size();
    check->run(input, answer);
    for (size_t i = before_it; i < answer.open.size(); ++i)
      answer.open[i].leaves_open.assign(check->gives.begin(), check->gives.end());
  }
  Judgement judgement;
  judgement.findings = std::move(answer.findings);
  judgement.open = std::move(answer.open);
  link(judgement);
  std::stable_sort(judgement.findings.begin(), judgement.findings.end(), before);
  judgement.verdict = overall(judgement, Scope(input.facts, options.all_environments));
  judge_gpus(input.facts, judgement);
  judge_environments(input.facts, judgement);
  return judgement;
}

}  // namespace gpuenv::check
