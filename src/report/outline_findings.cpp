// The findings of a report: which stand where, and what each says.
#include <algorithm>

#include "base/text.h"
#include "report/outline.h"
#include "report/phrase_book.h"
#include "report/sentences.h"
#include "report/width.h"

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
    if (list.empty() || list.back().text != texts.steps[i]) list.push_back({texts.steps[i], {}, "", {}});
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

/// The number of the card that a finding is about, where another card has the same name.
std::vector<std::string> card_of(const model::Facts& facts, const Finding& finding, Language language) {
  const int place = finding.applies_to.gpu;
  if (!facts.cards.nvidia.known() || place < 0 || static_cast<size_t>(place) >= facts.cards.nvidia->size())
    return {};
  const auto& cards = *facts.cards.nvidia;
  const auto& card = cards[static_cast<size_t>(place)];
  const auto same = std::count_if(cards.begin(), cards.end(),
                                  [&](const model::Gpu& other) { return other.label() == card.label(); });
  if (same < 2) return {};
  return {card_number(card, static_cast<size_t>(place), language)};
}

/// The environment of a finding, and the framework that it is about.
OutlinedPlace place_of(const Finding& finding, const Sentences& texts) {
  OutlinedPlace place{finding.applies_to.environment, {}};
  const auto framework = finding.parameters.find("framework"), version = finding.parameters.find("version");
  if (framework == finding.parameters.end() || version == finding.parameters.end()) return place;
  const std::string& title = framework->second;
  if (!texts.title.contains(title) && !texts.why.contains(title))
    place.frameworks.push_back(title + " " + version->second);
  return place;
}

OutlinedFinding outlined(const Material& material, const Finding& finding, Language language) {
  const auto& judgement = material.examination.judgement;
  const Sentences texts = sentences(finding, material.catalog, language);
  OutlinedFinding one;
  one.finding = &finding;
  one.title = texts.title;
  one.why = texts.why;
  one.cards = card_of(material.examination.facts, finding, language);
  one.places.push_back(place_of(finding, texts));
  for (const auto& evidence : finding.evidence)
    one.evidence.push_back(
        shortened((evidence.source.empty() ? "" : phrase(evidence.source, language) + ": ") +
                      phrase(evidence.text, language),
                  longest_line));
  one.certainty = certainty_of(judgement, finding, language);
  one.fix = advice_of(finding, texts);
  for (Advice& advice : one.fix) advice.about = one.places.front().frameworks;
  for (const auto& symptom : judgement.findings)
    if (symptom.role == Role::symptom && model::explains(finding, symptom))
      one.explains.push_back(sentences(symptom, material.catalog, language).title);
  return one;
}

void add_new(std::vector<std::string>& list, const std::vector<std::string>& more) {
  for (const auto& one : more)
    if (std::find(list.begin(), list.end(), one) == list.end()) list.push_back(one);
}

/// The frameworks that the words do not name.
std::vector<std::string> frameworks_of(const OutlinedFinding& one) {
  std::vector<std::string> names;
  for (const auto& place : one.places) add_new(names, place.frameworks);
  return names;
}

bool same_advice(const Advice& a, const Advice& b) {
  return a.text == b.text && a.shell == b.shell;
}

/// What is advised may differ only where the frameworks are named beside it.
bool same_words(const OutlinedFinding& a, const OutlinedFinding& b) {
  const bool named = !frameworks_of(a).empty() && !frameworks_of(b).empty();
  return a.finding->id == b.finding->id && a.title == b.title && a.why == b.why &&
         a.certainty == b.certainty && a.explains == b.explains &&
         (named || std::equal(a.fix.begin(), a.fix.end(), b.fix.begin(), b.fix.end(), same_advice));
}

void add_place(std::vector<OutlinedPlace>& places, const OutlinedPlace& one) {
  const auto found = std::find_if(places.begin(), places.end(), [&](const OutlinedPlace& other) {
    return other.environment == one.environment;
  });
  if (found == places.end()) return places.push_back(one);
  add_new(found->frameworks, one.frameworks);
}

void add_advice(std::vector<Advice>& list, const Advice& one) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const Advice& other) { return same_advice(other, one); });
  if (found == list.end()) return list.push_back(one);
  add_new(found->commands, one.commands);
  add_new(found->about, one.about);
}

/// Adds a finding; to one that stands there in the same words only what it is about, its evidence and its
/// commands.
void add(std::vector<OutlinedFinding>& list, OutlinedFinding one) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const auto& other) { return same_words(other, one); });
  if (found == list.end()) return list.push_back(std::move(one));
  add_new(found->cards, one.cards);
  for (const auto& place : one.places) add_place(found->places, place);
  add_new(found->evidence, one.evidence);
  for (const Advice& advice : one.fix) add_advice(found->fix, advice);
}

/// Names the frameworks beside what is advised for some of them only.
void name_frameworks(OutlinedFinding& one, Language language) {
  const size_t all = frameworks_of(one).size();
  for (Advice& advice : one.fix)
    if (!advice.about.empty() && advice.about.size() < all)
      advice.text = base::join(advice.about, say(Word::comma, language)) + ": " + advice.text;
}

}  // namespace

std::vector<std::string> concerned(const OutlinedFinding& finding, Language language) {
  std::vector<std::string> lines;
  for (const auto& [environment, frameworks] : finding.places) {
    if (environment.empty() || (finding.places.size() < 2 && frameworks.empty())) continue;
    const std::string names = base::join(frameworks, say(Word::comma, language));
    lines.push_back(names.empty() ? environment : environment + ": " + names);
  }
  if (!finding.cards.empty())
    lines.insert(lines.begin(), base::join(finding.cards, say(Word::comma, language)));
  return lines;
}

std::vector<std::pair<std::string, std::vector<const OutlinedFinding*>>> by_place(
    const std::vector<OutlinedFinding>& findings) {
  std::vector<std::pair<std::string, std::vector<const OutlinedFinding*>>> places;
  const auto put = [&](const std::string& place, const OutlinedFinding& one) {
    const auto found =
        std::find_if(places.begin(), places.end(), [&](const auto& other) { return other.first == place; });
    if (found != places.end()) return found->second.push_back(&one);
    places.push_back({place, {&one}});
  };
  for (const auto& one : findings) {
    for (const auto& place : one.places) put(place.environment, one);
  }
  return places;
}

void outline_findings(Outline& outline, const Material& material, Language language) {
  const auto& [facts, judgement] = std::tie(material.examination.facts, material.examination.judgement);
  for (const auto& finding : judgement.findings) {
    std::vector<OutlinedFinding>* list = nullptr;
    if (finding.role == Role::note)
      list = &outline.notes;
    else if (finding.role == Role::cause || orphan(judgement, finding))
      list = elsewhere(facts, finding.applies_to) ? &outline.elsewhere : &outline.here;
    if (list != nullptr) add(*list, outlined(material, finding, language));
  }
  for (auto* list : {&outline.here, &outline.elsewhere, &outline.notes})
    for (OutlinedFinding& one : *list) name_frameworks(one, language);
}

}  // namespace gpuenv::report
