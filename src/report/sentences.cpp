// Fills the sentences; see sentences.h.
#include "report/sentences.h"

#include <fmt/format.h>

namespace gpuenv::report {
namespace {

std::string id_with_parameters(const model::Finding& finding) {
  std::string text = finding.id;
  for (const auto& [name, value] : finding.parameters)
    text.append(text.size() == finding.id.size() ? " (" : ", ").append(name).append("=").append(value);
  if (!finding.parameters.empty()) text += ')';
  return text;
}

std::string step_text(const model::Finding& finding, const model::Step& step,
                      const catalog::FindingText& texts) {
  const auto found = texts.fix.find(step.text);
  if (found == texts.fix.end()) return step.text;
  model::Parameters parameters = step.parameters;
  parameters.insert(finding.parameters.begin(), finding.parameters.end());
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
  result.title = texts.title.empty() ? id_with_parameters(finding) : fill(texts.title, finding.parameters);
  result.why = fill(texts.why, finding.parameters);
  for (const auto& step : finding.fix) result.steps.push_back(step_text(finding, step, texts));
  return result;
}

}  // namespace gpuenv::report
