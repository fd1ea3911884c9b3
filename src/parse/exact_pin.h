// Requirements in METADATA that leave one release only (packaging.python.org, "Dependency specifiers").
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/version.h"

namespace gpuenv::parse {

/// The release of `normal_name` that a METADATA asks for with "==", without an extra; nothing when it asks
/// for another one by system ("; sys_platform == ..."), for several, or for none. "==2.4.*" asks for several.
std::optional<base::Version> exact_pin(std::string_view metadata, std::string_view normal_name);

}  // namespace gpuenv::parse
