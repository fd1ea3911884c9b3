// The part of `inspect` that loads files in thought.
#pragma once

#include <string>
#include <vector>

#include "machine/machine.h"
#include "model/inspection.h"

namespace gpuenv::app {

/// What loading each ELF library or program at a path gives: of the file itself, or of all in a folder and
/// below it. `symbols` adds where each symbol that it needs is bound.
std::vector<model::LoadResult> loads_of(machine::Machine& machine, const std::string& path, bool symbols);

}  // namespace gpuenv::app
