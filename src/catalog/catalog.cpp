// What belongs to no single table: the date of the knowledge.
#include "catalog/catalog.h"

#include <algorithm>

#include "catalog/blob.h"

namespace gpuenv::catalog {

std::string Catalog::date() const {
  const Blob blob(this->blob());
  std::string_view newest;
  for (const std::string_view table : blob.table_names())
    if (table.ends_with(":meta"))
      for (const BlobRow& row : blob.rows(table)) newest = std::max(newest, row.text("collected"));
  return std::string(newest);
}

}  // namespace gpuenv::catalog
