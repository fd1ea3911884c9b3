// Rows and texts of findings (data/findings).
#include "catalog/blob.h"
#include "catalog/catalog.h"

namespace gpuenv::catalog {
namespace {

constexpr std::string_view folder = "findings/";

FindingText texts_of(const Blob& blob, const std::string& table) {
  FindingText text;
  constexpr std::string_view prefix = "fix.";
  for (const BlobRow& row : blob.rows(table)) {
    text.title = row.text("title");
    text.why = row.text("why");
    for (const std::string_view key : row.keys())
      if (key.starts_with(prefix)) text.fix[std::string(key.substr(prefix.size()))] = row.text(key);
  }
  return text;
}

}  // namespace

FindingText Catalog::step_texts(std::string_view language) const {
  return texts_of(Blob(blob()), "steps:" + std::string(language));
}

std::vector<std::string> Catalog::finding_ids() const {
  std::vector<std::string> ids;
  for (std::string_view name : Blob(blob()).table_names())
    if (name.starts_with(folder) && name.ends_with(':'))
      ids.emplace_back(name.substr(folder.size(), name.size() - folder.size() - 1));
  return ids;
}

std::optional<FindingRow> Catalog::finding(std::string_view id) const {
  const Blob blob(this->blob());
  const std::string table = std::string(folder) + std::string(id) + ":";
  const std::vector<BlobRow> rows = blob.rows(table);
  if (rows.empty()) return std::nullopt;
  FindingRow finding;
  finding.id = id;
  finding.role = rows[0].text("role");
  finding.severity = rows[0].text("severity");
  finding.explains = rows[0].strings("explains");
  finding.lacks = rows[0].text("lacks");
  finding.sources = rows[0].strings("sources");
  finding.checked = rows[0].text("checked");
  finding.en = texts_of(blob, table + "en");
  finding.zh = texts_of(blob, table + "zh");
  return finding;
}

}  // namespace gpuenv::catalog
