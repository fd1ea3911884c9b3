// The use case behind `inspect`: read files, folders and wheels, and say for which cards their device code
// is.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "catalog/catalog.h"
#include "machine/machine.h"
#include "model/inspection.h"

namespace gpuenv::app {

struct InspectOptions {
  std::vector<std::string> paths;  ///< files, folders, wheels; absolute
  std::vector<std::string> cards;  ///< "RTX 4090", "8.9"; none = the cards of this machine
  model::LoadView load;            ///< simulate loading each file named, and those of folders; none = do not
  std::vector<std::string> environments;  ///< --env
  std::vector<std::string> frameworks;    ///< --framework; none = all of an environment
};

/// An error for a card that is not known, or a path that is not there; files that cannot be read say so in
/// the result.
[[nodiscard]] base::Result<model::Inspection> inspect(machine::Machine& machine,
                                                      const catalog::Catalog& catalog,
                                                      const InspectOptions& options);

}  // namespace gpuenv::app
