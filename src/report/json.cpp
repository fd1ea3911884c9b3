// The JSON report gpuenv/report/1; docs/report.schema.json describes it for readers of the output.
#include "report/fact_list.h"
#include "report/json_values.h"
#include "report/phrase_book.h"
#include "report/report.h"
#include "report/sentences.h"

namespace gpuenv::report {
namespace {

Json applies_to_of(const model::AppliesTo& applies_to) {
  return {{"environment", text_or_null(applies_to.environment)},
          {"gpu", applies_to.gpu < 0 ? Json() : Json(applies_to.gpu)},
          {"framework", text_or_null(applies_to.framework)}};
}

Json fix_of(const model::Finding& finding, const Sentences& texts) {
  Json list = Json::array();
  for (size_t i = 0; i < finding.fix.size(); ++i)
    list.push_back({{"text", text_of(texts.steps[i])},
                    {"command", text_or_null(finding.fix[i].command)},
                    {"shell", text_or_null(finding.fix[i].shell)}});
  return list;
}

Json finding_of(const model::Finding& finding, const catalog::Catalog& catalog, Language language) {
  const Sentences texts = sentences(finding, catalog, language);
  Json evidence = Json::array();
  for (const auto& one : finding.evidence)
    evidence.push_back(
        {{"source", text_of(phrase(one.source, language))}, {"text", text_of(phrase(one.text, language))}});
  return {{"id", text_of(finding.id)},
          {"role", model::word(finding.role)},
          {"severity", model::word(finding.severity)},
          {"confidence", model::word(finding.confidence)},
          {"title", text_of(texts.title)},
          {"why", text_of(texts.why)},
          {"evidence", std::move(evidence)},
          {"fix", fix_of(finding, texts)},
          {"explains", finding.explains},
          {"applies_to", applies_to_of(finding.applies_to)},
          {"refs", finding.refs}};
}

Json unknown_of(const model::Examination& examination, Language language) {
  Json list = Json::array();
  for (const auto& one : unknown_facts(examination.facts, examination.judgement))
    list.push_back({{"fact", text_of(one.fact)},
                    {"reason", text_of(phrase(one.reason, language))},
                    {"decides", one.decides},
                    {"leaves_open", one.leaves_open},
                    {"applies_to", applies_to_of(one.applies_to)}});
  return list;
}

}  // namespace

std::string json(const model::Examination& examination, const catalog::Catalog& catalog, Language language) {
  Json findings = Json::array();
  for (const auto& finding : examination.judgement.findings)
    findings.push_back(finding_of(finding, catalog, language));
  const auto& source = examination.facts.source;
  const Json report{{"schema", "gpuenv/report/1"},
                    {"tool", {{"version", examination.tool_version}, {"knowledge", catalog.date()}}},
                    {"command", examination.command},
                    {"source", {{"kind", source.kind}, {"name", text_of(source.name)}}},
                    {"verdict", model::word(examination.judgement.verdict)},
                    {"machine", machine_of(examination, catalog)},
                    {"findings", std::move(findings)},
                    {"unknown", unknown_of(examination, language)}};
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace gpuenv::report
