// The findings in the text report: cause, why, evidence, fix, and what it explains.
#include <algorithm>

#include "report/fact_list.h"
#include "report/sentences.h"
#include "report/text_parts.h"
#include "report/width.h"

namespace gpuenv::report {
namespace {

using model::Confidence;
using model::Finding;
using model::Role;
using model::Severity;

/// Two findings are about the same thing when no field that both name differs.
bool overlap(const model::AppliesTo& a, const model::AppliesTo& b) {
  const auto same = [](const std::string& x, const std::string& y) {
    return x.empty() || y.empty() || x == y;
  };
  return same(a.environment, b.environment) && same(a.framework, b.framework) &&
         (a.gpu < 0 || b.gpu < 0 || a.gpu == b.gpu);
}

bool explains(const Finding& cause, const Finding& symptom) {
  return cause.role == Role::cause && overlap(cause.applies_to, symptom.applies_to) &&
         std::find(cause.explains.begin(), cause.explains.end(), symptom.id) != cause.explains.end();
}

std::string sign(const Page& page, const Finding& finding) {
  if (finding.role == Role::note) return page.paint(Color::dim, "·");
  if (finding.severity == Severity::error) return page.paint(Color::red, "✗");
  return page.paint(Color::yellow, "!");
}

void write_evidence(Page& page, const Finding& finding) {
  const char* label = page.say(Word::evidence);
  for (const auto& evidence : finding.evidence) {
    std::string text = evidence.source.empty() ? "" : evidence.source + ": ";
    page.labelled(label, text + evidence.text);
    label = "";
  }
}

/// Steps with the same sentence are one step with several commands, in their order.
void write_fix(Page& page, const Finding& finding, const Sentences& texts) {
  const auto begins = [&](size_t i) { return i == 0 || texts.steps[i] != texts.steps[i - 1]; };
  int count = 0;
  for (size_t i = 0; i < finding.fix.size(); ++i) count += begins(i) ? 1 : 0;
  int number = 0;
  for (size_t i = 0; i < finding.fix.size(); ++i) {
    if (begins(i)) {
      const std::string lead = count > 1 ? std::to_string(++number) + ". " : "";
      page.labelled(i == 0 ? page.say(Word::fix) : "", texts.steps[i], lead);
    }
    if (!finding.fix[i].command.empty()) page.command(finding.fix[i].command);
  }
}

/// The facts that are open about the same thing, as one text.
std::string open_facts(const Material& material, const Finding& finding) {
  std::vector<std::string> names;
  for (const auto& open : material.examination.judgement.open)
    if (overlap(open.applies_to, finding.applies_to) &&
        std::find(names.begin(), names.end(), open.fact) == names.end())
      names.push_back(open.fact);
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

void write_certainty(Page& page, const Material& material, const Finding& finding) {
  const char* label = page.say(Word::certainty);
  if (finding.confidence != Confidence::certain) {
    std::string text = page.say(finding.confidence == Confidence::likely ? Word::likely : Word::possible);
    const std::string facts = open_facts(material, finding);
    if (!facts.empty()) text += "; " + fill(page.say(Word::would_settle), {{"facts", facts}});
    page.labelled(label, text);
    label = "";
  }
  if (finding.parameters.contains("unconfirmed")) page.labelled(label, page.say(Word::unconfirmed));
}

void write_symptoms(Page& page, const Material& material, const Finding& cause) {
  const char* label = page.say(Word::explains);
  for (const auto& finding : material.examination.judgement.findings) {
    if (finding.role != Role::symptom || !explains(cause, finding)) continue;
    page.labelled(label, sentences(finding, material.catalog, page.language()).title);
    label = "";
  }
}

void write_cause(Page& page, const Material& material, const Finding& finding) {
  const Sentences texts = sentences(finding, material.catalog, page.language());
  page.blank();
  page.paragraph(sign(page, finding) + " ", texts.title, Color::bold);
  if (!texts.why.empty()) page.paragraph("  ", texts.why);
  page.blank();
  write_evidence(page, finding);
  write_certainty(page, material, finding);
  write_fix(page, finding, texts);
  write_symptoms(page, material, finding);
  page.labelled(page.say(Word::details), "gpuenv --about " + finding.id);
}

void write_note(Page& page, const Material& material, const Finding& finding) {
  const Sentences texts = sentences(finding, material.catalog, page.language());
  page.paragraph(sign(page, finding) + " ", texts.title);
  if (!texts.why.empty()) page.paragraph("  ", texts.why, Color::dim);
  if (page.verbose()) write_evidence(page, finding);
  write_fix(page, finding, texts);
}

/// True for a symptom that stands below no cause: it is shown as a finding of its own.
bool orphan(const Material& material, const Finding& finding) {
  const auto& all = material.examination.judgement.findings;
  return finding.role == Role::symptom &&
         std::none_of(all.begin(), all.end(), [&](const Finding& cause) { return explains(cause, finding); });
}

}  // namespace

bool elsewhere(const model::Facts& facts, const model::AppliesTo& applies_to) {
  return std::any_of(facts.environments.begin(), facts.environments.end(), [&](const auto& environment) {
    return environment.path == applies_to.environment && environment.selection == model::Selection::found;
  });
}

void write_findings(Page& page, const Material& material) {
  page.label_column({page.say(Word::evidence), page.say(Word::fix), page.say(Word::explains),
                     page.say(Word::certainty), page.say(Word::details)});
  const auto& facts = material.examination.facts;
  std::vector<const Finding*> here, other, notes;
  for (const auto& finding : material.examination.judgement.findings) {
    if (finding.role == Role::note) {
      notes.push_back(&finding);
    } else if (finding.role == Role::cause || orphan(material, finding)) {
      (elsewhere(facts, finding.applies_to) ? other : here).push_back(&finding);
    }
  }
  for (const auto* finding : here) write_cause(page, material, *finding);
  if (!other.empty()) page.heading(page.say(Word::elsewhere));
  for (const auto* finding : other) write_cause(page, material, *finding);
  if (!notes.empty()) page.heading(page.say(Word::notes));
  for (const auto* finding : notes) write_note(page, material, *finding);
}

}  // namespace gpuenv::report
