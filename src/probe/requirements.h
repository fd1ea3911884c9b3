// What the distributions of frameworks ask for, and the packages built against them.
#pragma once

#include "probe/environment.h"

namespace gpuenv::probe {

/// Fills Environment::companions: packages with compiled code against a framework that is here.
void read_companions(Machine& machine, model::Environment& environment, FrameworkRows& rows);

/// Fills Distribution::requires_dist where it decides: for GPU builds of frameworks, their plugins, their
/// companions, and the packages that stand for NVIDIA's libraries.
void read_requirements(Machine& machine, model::Environment& environment, const EnvironmentContext& context);

}  // namespace gpuenv::probe
