// Names of conda's records: conda-meta/<name>-<version>-<build>.json
// (docs.conda.io/projects/conda-build/en/stable/resources/package-spec.html).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/environment.h"

namespace gpuenv::parse {

/// The package of a record; nothing for other files of conda-meta, such as "history".
std::optional<model::CondaPackage> conda_record(std::string_view file_name);

/// The channel of a package, as for conda's -c, from the beginning of its record: "conda-forge" of
/// "https://conda.anaconda.org/conda-forge/linux-64"; other addresses as they stand, without the platform.
/// "" when it is not told, or only with a token or password.
std::string conda_channel(std::string_view record);

/// The program that made an environment, from the beginning of conda-meta/history ("# cmd: .../bin/mamba
/// create -n x"): conda, mamba or micromamba; "" when it does not tell.
std::string conda_program(std::string_view history);

}  // namespace gpuenv::parse
