// Phrases of the program's code; see phrases.h.
#include "catalog/phrases.h"

#include <string_view>

#include "catalog/blob.h"

extern "C" {
extern const char gpuenv_catalog_blob[];
extern const char gpuenv_catalog_blob_end[];
}

namespace gpuenv::catalog {

std::vector<PhraseRow> phrases() {
  const Blob blob({gpuenv_catalog_blob, static_cast<size_t>(gpuenv_catalog_blob_end - gpuenv_catalog_blob)});
  std::vector<PhraseRow> rows;
  for (const BlobRow& row : blob.rows("phrases:phrase"))
    rows.push_back({std::string(row.text("en")), std::string(row.text("zh"))});
  for (const BlobRow& row : blob.rows("xids:xid"))
    rows.push_back({std::string(row.text("meaning")), std::string(row.text("meaning_zh"))});
  return rows;
}

}  // namespace gpuenv::catalog
