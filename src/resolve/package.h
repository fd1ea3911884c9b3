// From a row of the catalog to the package that an installer is asked for, and to its names in texts.
#pragma once

#include <string>

#include "catalog/catalog.h"
#include "model/plan.h"

namespace gpuenv::resolve {

/// The release that an installer gets from a row: "2.14.1" from "torch==2.14.1" in a row for 2.14.
std::string release_of(const catalog::FrameworkBuild& build);

/// "torch 2.14.1".
std::string release_name(const catalog::FrameworkBuild& build);

/// "torch 2.14.1 cu130".
std::string build_name(const catalog::FrameworkBuild& build);

/// "3.9 to 3.13", or "3.9, 3.12" where some between are missing.
std::string python_range(const std::vector<std::string>& pythons);

/// What to ask for. What the default index serves needs no index.
model::PlannedPackage package_of(const catalog::FrameworkBuild& build, const model::Wish& wish);

}  // namespace gpuenv::resolve
