// From a folder laid out like data/ to the packed tables.
#pragma once

#include <string>

#include "catalog/catalog.h"

namespace gpuenv::catalog {

/// Reads, checks and packs all tables. The first mistake is the error, with file, line and row.
[[nodiscard]] Result<std::string> pack_folder(const FolderReader& folder);

}  // namespace gpuenv::catalog
