// Reads one TOML file of data/ into plain tables.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/tables.h"

namespace gpuenv::catalog {

/// The tables of a file. `path` is how messages call it ("data/gpus.toml"); `stem` begins the names of its
/// tables ("gpus"). Fails on what TOML does not allow (a key written twice, for example) and on values that
/// are neither text, number, boolean nor a list of these.
[[nodiscard]] base::Result<std::vector<SourceTable>> tables_of_toml(std::string_view text,
                                                                    std::string_view path,
                                                                    std::string_view stem);

}  // namespace gpuenv::catalog
