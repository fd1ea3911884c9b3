// Version specifiers of Python packages: "==12.8.*", ">=2,<3" (packaging.python.org, version specifiers).
#pragma once

#include <optional>
#include <string_view>

#include "base/version.h"

namespace gpuenv::base {

/// Whether a version is one that a specifier allows; nothing when the specifier is not understood. The local
/// part plays no role: 2.8.0+cu128 is 2.8.0.
std::optional<bool> allows(std::string_view specifier, const Version& version);

/// The lowest version that a specifier names with "==", ">=", "~=" or ">"; invalid when it names none.
Version lowest_of(std::string_view specifier);

}  // namespace gpuenv::base
