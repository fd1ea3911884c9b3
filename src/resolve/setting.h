// What else an environment and its machine hold that a build has to get along with.
#pragma once

#include <optional>
#include <vector>

namespace gpuenv::resolve {

/// CUDA libraries of the system: cuBLAS and cuDNN that belong together.
struct SystemLibraries {
  int cuda_major = 0;
  int cudnn_major = 0;  ///< 0 = not known
};

struct Setting {
  /// CUDA majors of the NVIDIA wheels that other frameworks of the environment use: wheels of another major
  /// would overwrite some of their files. Empty = any will do.
  std::vector<int> cuda_majors;
  /// Where a build that brings no libraries would find them; nothing = that does not count here.
  std::optional<std::vector<SystemLibraries>> system_libraries;
};

}  // namespace gpuenv::resolve
