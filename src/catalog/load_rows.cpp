// How frameworks bring libraries into a process (data/frameworks, [[load]]), and who brings which library
// (data/libraries.toml).
#include "base/text.h"
#include "catalog/blob.h"
#include "catalog/catalog.h"

namespace gpuenv::catalog {
namespace {

/// Whether a row speaks for a release; rows without bounds speak for all.
bool speaks_for(const BlobRow& row, const Version& release) {
  const Version from(row.text("from")), below(row.text("below"));
  if (!release.valid()) return !below.valid();  // as the newest
  return !(from.valid() && release < from) && !(below.valid() && !(release < below));
}

}  // namespace

std::vector<LoadRow> Catalog::load_rows(std::string_view framework, const Version& release) const {
  const Blob blob(this->blob());
  std::vector<LoadRow> rows;
  for (const BlobRow& row : blob.rows("frameworks/" + std::string(framework) + ":load")) {
    if (!speaks_for(row, release)) continue;
    LoadRow& load = rows.emplace_back();
    load.how = row.text("how");
    load.names = row.strings("names");
    load.first = row.text("take") == "first";
    load.when = row.has("when") ? std::string(row.text("when")) : "import";
    load.call = row.text("call");
    load.caller = row.text("caller");
    load.if_mapped = row.text("if_mapped");
    load.after_failure = row.flag("after_failure");
    load.global = row.flag("global");
    load.lazy = row.flag("lazy");
    load.required = row.flag("required");
    load.unconfirmed = row.flag("unconfirmed");
  }
  return rows;
}

std::vector<std::string> Catalog::packages_with(std::string_view library, int cuda_major) const {
  const Blob blob(this->blob());
  std::vector<std::string> names;
  for (const BlobRow& row : blob.rows("libraries:package")) {
    const int major = base::small_number(row.text("cuda_major"));
    if (row.lists("libraries", library) && (cuda_major == 0 || major <= 0 || major == cuda_major))
      names.emplace_back(row.text("name"));
  }
  return names;
}

}  // namespace gpuenv::catalog
