// What would compile CUDA code: nvcc and the host compiler that it calls.
#pragma once

#include "model/facts.h"
#include "probe/toolkits.h"

namespace gpuenv::probe {

/// `facts` gives the toolkits and variables. The host compiler is looked for only where there is an nvcc. No
/// compiler is started: versions are those in names of files.
model::CudaCompiler read_compiler(Machine& machine, const model::Facts& facts,
                                  const Known<std::string>& nvcc);

/// Adds the compilers that the active and named environments hold as packages (nvidia-cuda-nvcc).
void add_packaged_toolkits(const std::vector<model::Environment>& environments,
                           Known<std::vector<model::Toolkit>>& toolkits);

}  // namespace gpuenv::probe
