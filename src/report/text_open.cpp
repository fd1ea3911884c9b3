// What the text report says about open questions: which fact is missing, why, and what would tell.
#include <algorithm>

#include "report/fact_list.h"
#include "report/text_parts.h"

namespace gpuenv::report {
namespace {

/// What would answer the question about a fact.
Word teller(const std::string& fact) {
  if (fact.starts_with("gpus")) return Word::tell_cards;
  if (fact.starts_with("driver.nvml")) return Word::tell_nvml;
  if (fact.starts_with("driver.")) return Word::tell_driver;
  if (fact.starts_with("variables.")) return Word::tell_variables;
  return Word::tell_files;
}

/// One open question with everything it is about.
struct Question {
  std::string fact, reason;
  std::vector<std::string> where;
};

void note_place(std::vector<std::string>& places, const std::string& place) {
  if (!place.empty() && std::find(places.begin(), places.end(), place) == places.end())
    places.push_back(place);
}

/// The open questions, the same fact missing for the same reason only once.
std::vector<Question> questions(const model::Judgement& judgement) {
  std::vector<Question> list;
  for (const auto& open : judgement.open) {
    auto found = std::find_if(list.begin(), list.end(), [&](const Question& question) {
      return question.fact == open.fact && question.reason == open.reason;
    });
    if (found == list.end()) found = list.insert(list.end(), {open.fact, open.reason, {}});
    note_place(found->where, open.applies_to.environment);
  }
  return list;
}

}  // namespace

void write_open(Page& page, const Material& material) {
  const auto list = questions(material.examination.judgement);
  if (list.empty()) return;
  page.heading(page.say(Word::open_questions));
  page.label_column({page.say(Word::found_out_by)});
  const bool replayed = material.examination.facts.source.kind != "live";
  std::vector<Word> told;
  for (const auto& question : list) {
    page.paragraph(page.paint(Color::yellow, "?") + " ", question.fact + ": " + question.reason);
    for (const auto& place : question.where) page.paragraph("  ", place, Color::dim);
    const Word word = replayed ? Word::tell_recording : teller(question.fact);
    if (std::find(told.begin(), told.end(), word) != told.end()) continue;
    told.push_back(word);
    page.labelled(page.say(Word::found_out_by), page.say(word));
  }
}

}  // namespace gpuenv::report
