// Markers of requirements: "sys_platform == 'linux' and extra == 'cuda'" (packaging.python.org, dependency
// specifiers).
#pragma once

#include <string_view>
#include <vector>

#include "parse/requirement.h"

namespace gpuenv::parse {

/// Whether a marker holds with this extra ("" = none). What is not known or not understood counts as held, so
/// that nothing is left out by mistake.
bool marker_holds(std::string_view marker, const MarkerContext& context, std::string_view extra);

/// The extras that a marker names.
std::vector<std::string> extras_of(std::string_view marker);

}  // namespace gpuenv::parse
