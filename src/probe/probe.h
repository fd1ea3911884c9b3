// Probes fill Facts from a machine. One file per fact and source; each states its answer or the reason why
// there is none.
#pragma once

#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "machine/machine.h"
#include "model/facts.h"

namespace gpuenv::probe {

struct Options {
  std::vector<std::string> environments;  ///< --env; when given, only these are examined
  bool deep = false;  ///< compare every installed file with RECORD, not only the libraries that matter
};

/// The cards of a machine alone.
model::Cards examine_cards(machine::Machine& machine, const catalog::Catalog& catalog);

/// Asks a machine everything that `doctor` judges. Vendor libraries answer from a child process while files
/// are being read.
model::Facts examine(machine::Machine& machine, const catalog::Catalog& catalog, const Options& options);

}  // namespace gpuenv::probe
