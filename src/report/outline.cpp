// The verdict in words, and the open questions; see outline.h.
#include "report/outline.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "report/phrase_book.h"
#include "report/sentences.h"
#include "report/width.h"

namespace gpuenv::report {
namespace {

using model::PartVerdict;
using model::Role;
using model::Severity;
using model::Verdict;

std::string number_of(Language language, size_t count, Word one, Word many) {
  return fill(say(count == 1 ? one : many, language), {{"count", std::to_string(count)}});
}

/// Findings of a kind that the verdict speaks of.
size_t count(const std::vector<OutlinedFinding>& findings, Severity severity) {
  return static_cast<size_t>(std::count_if(findings.begin(), findings.end(), [&](const OutlinedFinding& one) {
    return one.finding->role == Role::cause && one.finding->severity == severity;
  }));
}

/// "PyTorch 2.8.0" when the framework of this place is proven usable by what was read, else "".
std::string usable_name(const Material& material, size_t environment, size_t place) {
  const auto& verdicts = material.examination.judgement.frameworks;
  const auto& framework = material.examination.facts.environments[environment].frameworks[place];
  const bool judged = environment < verdicts.size() && place < verdicts[environment].size();
  if (!judged || verdicts[environment][place] != PartVerdict::usable) return "";
  if (!framework.build.known() || framework.build->kind != model::Build::Kind::cuda) return "";
  const std::string title = framework_title(material.catalog, framework.name);
  return framework.version.known() ? title + " " + framework.version->public_text() : title;
}

/// The frameworks of the environments that decide and can use a card, each once.
std::vector<std::string> usable_frameworks(const Material& material) {
  std::vector<std::string> names;
  const auto& gpus = material.examination.judgement.gpus;
  if (std::find(gpus.begin(), gpus.end(), PartVerdict::usable) == gpus.end()) return names;
  const auto& environments = material.examination.facts.environments;
  for (size_t i = 0; i < environments.size(); ++i) {
    if (environments[i].selection == model::Selection::found) continue;
    for (size_t j = 0; j < environments[i].frameworks.size(); ++j) {
      const std::string name = usable_name(material, i, j);
      if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

std::string healthy_sentence(const Material& material, Language language) {
  const auto names = usable_frameworks(material);
  if (names.empty()) return say(Word::healthy, language);
  return fill(say(Word::healthy_frameworks, language),
              {{"frameworks", base::join(names, say(Word::comma, language))}});
}

std::string verdict_sentence(const Outline& outline, const Material& material, Language language) {
  const size_t problems = count(outline.here, Severity::error);
  const size_t elsewhere = count(outline.elsewhere, Severity::error);
  const size_t warnings =
      count(outline.here, Severity::warning) + count(outline.elsewhere, Severity::warning);
  std::string text;
  if (outline.verdict == Verdict::problems)  // with --all a problem elsewhere alone decides
    text = number_of(language, problems > 0 ? problems : elsewhere, Word::problem, Word::problems);
  else if (outline.verdict == Verdict::unknown)
    text = say(Word::cannot_tell, language);
  else
    text = healthy_sentence(material, language);
  const char* comma = say(Word::comma, language);
  if (warnings > 0) text += comma + number_of(language, warnings, Word::also_warning, Word::also_warnings);
  if (elsewhere > 0 && (outline.verdict != Verdict::problems || problems > 0))
    text += comma + number_of(language, elsewhere, Word::elsewhere_problem, Word::elsewhere_problems);
  return text;
}

/// What would answer the question about a fact; nothing where no general answer is right.
std::optional<Word> teller(const model::Open& open) {
  const std::string& fact = open.fact;
  if (!open.why && fact.ends_with(".libraries")) return Word::tell_run;
  if (fact == "gpus.uuid") return Word::tell_nvml;
  if (fact.starts_with("gpus")) return Word::tell_cards;
  if (fact.starts_with("driver.nvml")) return Word::tell_nvml;
  if (fact.starts_with("driver.")) return Word::tell_driver;
  if (fact.starts_with("variables.")) return Word::tell_variables;
  if (open.why == base::Why::denied) return Word::tell_access;
  if (fact.ends_with(".architectures") || fact.ends_with(".ptx")) return Word::tell_architectures;
  if (fact.starts_with("environment")) return Word::tell_files;
  return std::nullopt;
}

/// The fact and why it is not known; the details are those of the system, in its words.
Word question(const model::Open& open) {
  if (!open.why) return Word::open;
  switch (*open.why) {
    case base::Why::denied:
      return Word::open_denied;
    case base::Why::timed_out:
      return Word::open_timed_out;
    case base::Why::not_recorded:
      return Word::open_not_recorded;
    case base::Why::unsupported:
      return Word::open_unsupported;
    default:
      return Word::open_failed;
  }
}

void outline_questions(Outline& outline, const Material& material, Language language) {
  const bool replayed = material.examination.facts.source.kind != "live";
  std::vector<Word> told;
  for (const auto& open : material.examination.judgement.open) {
    const std::string text = shortened(
        fill(say(question(open), language), {{"fact", open.fact}, {"reason", phrase(open.reason, language)}}),
        longest_line);
    auto& list = outline.questions;
    auto found = std::find_if(list.begin(), list.end(),
                              [&](const OutlinedQuestion& question) { return question.text == text; });
    if (found == list.end()) {
      found = list.insert(list.end(), {text, {}, ""});
      const bool recording = replayed && open.why == base::Why::not_recorded;
      const std::optional<Word> word = recording ? Word::tell_recording : teller(open);
      if (word && std::find(told.begin(), told.end(), *word) == told.end()) {
        told.push_back(*word);
        found->told_by = say(*word, language);
      }
    }
    const std::string& place = open.applies_to.environment;
    auto& where = found->where;
    if (!place.empty() && std::find(where.begin(), where.end(), place) == where.end()) where.push_back(place);
  }
}

}  // namespace

Outline outline(const Material& material, Language language, bool every_environment) {
  Outline outline;
  outline.verdict = material.examination.judgement.verdict;
  outline_findings(outline, material, language);
  outline_questions(outline, material, language);
  outline_machine(outline, material, language, every_environment);
  outline.sentence = verdict_sentence(outline, material, language);
  return outline;
}

const char* sign(PartVerdict verdict) {
  return verdict == PartVerdict::usable     ? "✓"
         : verdict == PartVerdict::problems ? "✗"
         : verdict == PartVerdict::cpu_only ? "·"
                                            : "?";
}

const char* sign(Verdict verdict) {
  return verdict == Verdict::healthy ? "✓" : verdict == Verdict::problems ? "✗" : "?";
}

const char* word_of(PartVerdict verdict, Language language) {
  return say(verdict == PartVerdict::usable     ? Word::usable
             : verdict == PartVerdict::problems ? Word::has_problem
             : verdict == PartVerdict::cpu_only ? Word::cpu_only
                                                : Word::not_known,
             language);
}

std::string framework_title(const catalog::Catalog& catalog, const std::string& name) {
  const auto row = catalog.framework(name);
  return row && !row->title.empty() ? row->title : name;
}

}  // namespace gpuenv::report
