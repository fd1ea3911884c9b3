// Installed CUDA toolkits.
#pragma once

#include <vector>

#include "model/driver.h"
#include "probe/ask.h"

namespace gpuenv::probe {

/// Looks where NVIDIA's and the distributions' installers put them, where CUDA_HOME and CUDA_PATH point, and
/// behind the first nvcc on PATH.
Known<std::vector<model::Toolkit>> read_toolkits(Machine& machine);

}  // namespace gpuenv::probe
