// Chooses the build of a framework for a machine, with the reason for every candidate that was not taken. Pure.
#pragma once

#include "catalog/catalog.h"
#include "model/environment.h"
#include "model/facts.h"
#include "model/plan.h"

namespace gpuenv::resolve {

/// The wish "this framework on this machine in this environment": system, driver and every card with known capability are taken from the facts.
model::Wish wish_for(const model::Facts& facts, const model::Environment& environment, std::string framework);

/// The newest mature build that serves every card on this driver with this Python; never a release that is newer than needed
/// to a build whose row is unconfirmed when a confirmed one fits.
model::Plan resolve(const catalog::Catalog& catalog, const model::Wish& wish);

}  // namespace gpuenv::resolve
