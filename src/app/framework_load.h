// The use case behind `inspect --env`: what a process that imports a framework loads, and what it misses.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "catalog/catalog.h"
#include "machine/machine.h"
#include "model/load.h"

namespace gpuenv::app {

struct FrameworkLoadOptions {
  std::vector<std::string> environments;  ///< none = the active one
  std::vector<std::string> frameworks;    ///< catalog names; none = all that are installed
};

/// One answer for each framework of each environment. An error for a framework that no row names, and for a
/// path that is no environment.
[[nodiscard]] base::Result<std::vector<model::FrameworkLoad>> framework_loads(
    machine::Machine& machine, const catalog::Catalog& catalog, const FrameworkLoadOptions& options);

}  // namespace gpuenv::app
