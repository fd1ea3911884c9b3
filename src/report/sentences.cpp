// Fills the sentences; see sentences.h.
#include "report/sentences.h"

#include <algorithm>

namespace gpuenv::report {
namespace {

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/// The placeholder that begins at the '{' at `open`: its name, or "" when this is no placeholder.
std::string_view name_at(std::string_view text, size_t open) {
  size_t end = open + 1;
  while (end < text.size() && is_name_char(text[end])) ++end;
  return end < text.size() && text[end] == '}' ? text.substr(open + 1, end - open - 1) : std::string_view();
}

std::string id_with_parameters(const model::Finding& finding) {
  std::string text = finding.id;
  for (const auto& [name, value] : finding.parameters)
    text.append(text.size() == finding.id.size() ? " (" : ", ").append(name).append("=").append(value);
  if (!finding.parameters.empty()) text += ')';
  return text;
}

std::string step_text(const model::Finding& finding, const model::Step& step,
                      const catalog::FindingText& texts, const catalog::FindingText& common) {
  const auto& fix = texts.fix.contains(step.text) ? texts.fix : common.fix;
  const auto found = fix.find(step.text);
  if (found == fix.end()) return step.text;
  model::Parameters parameters = step.parameters;
  parameters.insert(finding.parameters.begin(), finding.parameters.end());
  return fill(found->second, parameters);
}

}  // namespace

std::string fill(std::string_view text, const model::Parameters& parameters) {
  std::string result;
  for (size_t pos = 0; pos < text.size();) {
    const std::string_view name = text[pos] == '{' ? name_at(text, pos) : std::string_view();
    const auto found = parameters.find(std::string(name));
    if (name.empty() || found == parameters.end()) {
      result += text[pos++];
      continue;
    }
    result += found->second;
    pos += name.size() + 2;
    const bool blank_before = result.empty() || result.back() == ' ';
    if (found->second.empty() && blank_before && pos < text.size() && text[pos] == ' ') ++pos;
  }
  return result;
}

std::vector<std::string> placeholders(std::string_view text) {
  std::vector<std::string> names;
  for (size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{', open + 1)) {
    const std::string name(name_at(text, open));
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

std::string readable(std::string_view text) {
  model::Parameters parameters;
  for (const auto& name : placeholders(text)) parameters[name] = "<" + name + ">";
  return fill(text, parameters);
}

Sentences sentences(const model::Finding& finding, const catalog::Catalog& catalog, Language language) {
  const auto row = catalog.finding(finding.id);
  const catalog::FindingText none;
  const catalog::FindingText& texts = !row ? none : language == Language::chinese ? row->zh : row->en;
  Sentences result;
  result.title = texts.title.empty() ? id_with_parameters(finding) : fill(texts.title, finding.parameters);
  result.why = fill(texts.why, finding.parameters);
  const auto common = catalog.step_texts(language == Language::chinese ? "zh" : "en");
  for (const auto& step : finding.fix) result.steps.push_back(step_text(finding, step, texts, common));
  return result;
}

}  // namespace gpuenv::report
