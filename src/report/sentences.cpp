// Fills the sentences; see sentences.h.
#include "report/sentences.h"

#include <fmt/format.h>

#include "report/width.h"
#include "report/words.h"

namespace gpuenv::report {
namespace {

constexpr int most_columns = 500;  // of a value in a sentence; a variable may hold any text

/// Checks write "?" for a value that nobody knows and "-" where there is none; readers get words.
model::Parameters in_words(model::Parameters parameters, Language language) {
  for (auto& [name, value] : parameters)
    if (value == "?")
      value = say(Word::unknown_value, language);
    else if (value == "-")
      value = say(Word::none, language);
    else if (value.size() > most_columns)
      value = shortened(std::move(value), most_columns);
  return parameters;
}

std::string id_with_parameters(const model::Finding& finding) {
  std::string text = finding.id;
  for (const auto& [name, value] : finding.parameters)
    text.append(text.size() == finding.id.size() ? " (" : ", ").append(name).append("=").append(value);
  if (!finding.parameters.empty()) text += ')';
  return text;
}

std::string step_text(const model::Parameters& of_finding, const model::Step& step,
                      const catalog::FindingText& texts, const catalog::FindingText& common) {
  const auto& fix = texts.fix.contains(step.text) ? texts.fix : common.fix;
  const auto found = fix.find(step.text);
  if (found == fix.end()) return step.text;
  model::Parameters parameters = step.parameters;
  parameters.insert(of_finding.begin(), of_finding.end());
  return fill(found->second, parameters);
}

}  // namespace

std::string readable(std::string_view text) {
  model::Parameters parameters;
  for (const std::string_view name : base::placeholders(text))
    parameters[std::string(name)] = fmt::format("<{}>", name);
  return fill(text, parameters);
}

Sentences sentences(const model::Finding& finding, const catalog::Catalog& catalog, Language language) {
  const auto row = catalog.finding(finding.id);
  const catalog::FindingText none;
  const catalog::FindingText& texts = !row ? none : language == Language::chinese ? row->zh : row->en;
  Sentences result;
  const auto parameters = in_words(finding.parameters, language);
  result.title = texts.title.empty() ? id_with_parameters(finding) : fill(texts.title, parameters);
  result.why = fill(texts.why, parameters);
  const auto common = catalog.step_texts(language == Language::chinese ? "zh" : "en");
  for (const auto& step : finding.fix) result.steps.push_back(step_text(parameters, step, texts, common));
  return result;
}

}  // namespace gpuenv::report
