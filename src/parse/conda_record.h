// Names of conda's records: conda-meta/<name>-<version>-<build>.json
// (docs.conda.io/projects/conda-build/en/stable/resources/package-spec.html).
#pragma once

#include <optional>
#include <string_view>

#include "model/environment.h"

namespace gpuenv::parse {

/// The package of a record; nothing for other files of conda-meta, such as "history".
std::optional<model::CondaPackage> conda_record(std::string_view file_name);

}  // namespace gpuenv::parse
