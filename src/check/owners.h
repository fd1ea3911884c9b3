// Distributions of an environment and the frameworks that they belong to.
#pragma once

#include <string>
#include <string_view>

#include "check/check.h"

namespace gpuenv::check {

/// The framework of an environment that a distribution brings, or nullptr.
const model::Framework* framework_of(const Input& input, const model::Environment& environment,
                                     std::string_view distribution);

/// True when two distributions lie in one folder. In others, such as the environment's own and the user's,
/// neither overwrites files of the other.
bool share_folder(const Input& input, const model::Distribution& a, const model::Distribution& b);

/// The index that has this very build of an installed distribution: that of its framework when the version
/// names the build ("2.8.0+cu128"), else "" for the default one.
std::string index_of(const Input& input, const model::Environment& environment,
                     const model::Distribution& distribution);

}  // namespace gpuenv::check
