// Installed CUDA toolkits.
#pragma once

#include <vector>

#include "model/driver.h"
#include "probe/ask.h"

namespace gpuenv::probe {

struct ToolkitsAnswer {
  Known<std::vector<model::Toolkit>> list;
  Known<std::string> nvcc;  ///< the first on PATH; absent = none there
};

/// Looks where NVIDIA's and the distributions' installers put them, where CUDA_HOME and CUDA_PATH point, and
/// behind the first nvcc on PATH.
ToolkitsAnswer read_toolkits(Machine& machine);

}  // namespace gpuenv::probe
