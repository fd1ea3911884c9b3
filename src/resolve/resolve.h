// Chooses the build of a framework for a machine, with the reason for every candidate that was not taken.
// Pure.
#pragma once

#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "model/environment.h"
#include "model/facts.h"
#include "model/plan.h"

namespace gpuenv::resolve {

/// The wish "this framework on this machine in this environment": system, driver and every card with known
/// capability are taken from the facts. Unknown facts leave their field free.
model::Wish wish_for(const model::Facts& facts, const model::Environment& environment, std::string framework);

/// The newest mature build that serves every card on this driver with this Python; never a newer release
/// whose row is unconfirmed when a confirmed one fits. A wish for a CPU build is answered from the
/// framework's row.
model::Plan resolve(const catalog::Catalog& catalog, const model::Wish& wish);

/// As resolve(), staying as near as possible to what is installed: the same release if any build of it fits,
/// else the same minor series, else what resolve() takes. The version of the wish is not looked at.
model::Plan resolve_near(const catalog::Catalog& catalog, model::Wish wish, const base::Version& installed);

/// The single changes that would each make a plan possible, such as "driver>=580", "python>=3.10,<=3.13",
/// "version==2.14.1" or "os==linux" (from Windows: WSL2). Empty when a plan exists or one change is not
/// enough.
std::vector<std::string> single_changes(const catalog::Catalog& catalog, const model::Wish& wish);

}  // namespace gpuenv::resolve
