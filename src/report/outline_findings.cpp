// The findings of a report: which stand where, and what each says.
#include <algorithm>

#include "report/outline.h"
#include "report/sentences.h"

namespace gpuenv::report {
namespace {

using model::Confidence;
using model::Finding;
using model::Role;

/// True for a finding about an environment that was merely found: it stands apart from those that decide.
bool elsewhere(const model::Facts& facts, const model::AppliesTo& applies_to) {
  return std::any_of(facts.environments.begin(), facts.environments.end(), [&](const auto& environment) {
    return environment.path == applies_to.environment && environment.selection == model::Selection::found;
  });
}

/// True for a symptom that stands below no cause: it is shown as a finding of its own.
bool orphan(const model::Judgement& judgement, const Finding& finding) {
  const auto& all = judgement.findings;
  return finding.role == Role::symptom && std::none_of(all.begin(), all.end(), [&](const Finding& cause) {
           return model::explains(cause, finding);
         });
}

/// Steps with the same sentence are one step with several commands, in their order.
std::vector<Advice> advice_of(const Finding& finding, const Sentences& texts) {
  std::vector<Advice> list;
  for (size_t i = 0; i < finding.fix.size(); ++i) {
    if (list.empty() || list.back().text != texts.steps[i]) list.push_back({texts.steps[i], {}, ""});
    if (finding.fix[i].command.empty()) continue;
    list.back().commands.push_back(finding.fix[i].command);
    list.back().shell = finding.fix[i].shell;
  }
  return list;
}

/// The facts that are open about the same thing, as one text.
std::string open_facts(const model::Judgement& judgement, const Finding& finding) {
  std::vector<std::string> names;
  for (const auto& open : judgement.open)
    if (model::overlap(open.applies_to, finding.applies_to) &&
        std::find(names.begin(), names.end(), open.fact) == names.end())
      names.push_back(open.fact);
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::vector<std::string> certainty_of(const model::Judgement& judgement, const Finding& finding,
                                      Language language) {
  std::vector<std::string> lines;
  if (finding.confidence != Confidence::certain) {
    std::string text =
        say(finding.confidence == Confidence::likely ? Word::likely : Word::possible, language);
    const std::string facts = open_facts(judgement, finding);
    if (!facts.empty()) text += "; " + fill(say(Word::would_settle, language), {{"facts", facts}});
    lines.push_back(std::move(text));
  }
  if (finding.parameters.contains("unconfirmed")) lines.emplace_back(say(Word::unconfirmed, language));
  return lines;
}

OutlinedFinding outlined(const Material& material, const Finding& finding, Language language) {
  const auto& judgement = material.examination.judgement;
  const Sentences texts = sentences(finding, material.catalog, language);
  OutlinedFinding one{&finding, texts.title, texts.why, {}, {}, {}, {}};
  for (const auto& evidence : finding.evidence)
    one.evidence.push_back((evidence.source.empty() ? "" : evidence.source + ": ") + evidence.text);
  one.certainty = certainty_of(judgement, finding, language);
  one.fix = advice_of(finding, texts);
  for (const auto& symptom : judgement.findings)
    if (symptom.role == Role::symptom && model::explains(finding, symptom))
      one.explains.push_back(sentences(symptom, material.catalog, language).title);
  return one;
}

}  // namespace

void outline_findings(Outline& outline, const Material& material, Language language) {
  const auto& [facts, judgement] = std::tie(material.examination.facts, material.examination.judgement);
  for (const auto& finding : judgement.findings) {
    std::vector<OutlinedFinding>* list = nullptr;
    if (finding.role == Role::note)
      list = &outline.notes;
    else if (finding.role == Role::cause || orphan(judgement, finding))
      list = elsewhere(facts, finding.applies_to) ? &outline.elsewhere : &outline.here;
    if (list != nullptr) list->push_back(outlined(material, finding, language));
  }
}

}  // namespace gpuenv::report
