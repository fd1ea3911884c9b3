// Documentation of findings as JSON; see documentation.h.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "report/documentation.h"
#include "report/sentences.h"

namespace gpuenv::report {
namespace {

using Json = nlohmann::ordered_json;

const catalog::FindingText& texts_of(const catalog::FindingRow& row, Language language) {
  return language == Language::chinese ? row.zh : row.en;
}

Json head(const char* schema, const catalog::Catalog& catalog, const std::string& version) {
  return {{"schema", schema}, {"tool", {{"version", version}, {"knowledge", catalog.date()}}}};
}

Json brief(const catalog::FindingRow& row, Language language) {
  return {{"id", row.id},
          {"role", row.role},
          {"severity", row.severity},
          {"title", readable(texts_of(row, language).title)}};
}

std::string written(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string check_list_json(const catalog::Catalog& catalog, Language language, const std::string& version) {
  auto ids = catalog.finding_ids();
  std::sort(ids.begin(), ids.end());
  Json list = Json::array();
  for (const auto& id : ids)
    if (const auto row = catalog.finding(id)) list.push_back(brief(*row, language));
  Json report = head("gpuenv/checks/1", catalog, version);
  report["checks"] = std::move(list);
  return written(report);
}

std::string about_json(const std::string& id, const catalog::Catalog& catalog, Language language,
                       const std::string& version) {
  const auto row = catalog.finding(id);
  if (!row) return "";
  const auto& texts = texts_of(*row, language);
  Json fix = Json::array();
  for (const auto& [key, text] : texts.fix) fix.push_back(readable(text));
  Json report = head("gpuenv/about/1", catalog, version);
  report.update(brief(*row, language));
  report["why"] = readable(texts.why);
  report["fix"] = std::move(fix);
  report["explains"] = row->explains;
  report["sources"] = row->sources;
  report["checked"] = row->checked;
  return written(report);
}

}  // namespace gpuenv::report
