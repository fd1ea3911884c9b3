// The cards that an inspection answers for: those that were asked for by name or number, or those of this
// machine.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "catalog/catalog.h"
#include "machine/machine.h"
#include "model/inspection.h"

namespace gpuenv::app {

/// "RTX 5090", "5090", "v100", "sm_90", "9.0", "90": capitals do not matter. An error names the cards that a
/// name may mean where they differ.
[[nodiscard]] base::Result<model::InspectedCard> card_called(const catalog::Catalog& catalog,
                                                             const std::string& name);

/// The cards of this machine of which the architecture is known.
std::vector<model::InspectedCard> cards_here(machine::Machine& machine, const catalog::Catalog& catalog);

}  // namespace gpuenv::app
