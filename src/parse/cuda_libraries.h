// NVIDIA's libraries by the names of their files and of their packages.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/version.h"

namespace gpuenv::parse {

/// "libcudnn.so.9.1.0" is cudnn 9.1.0.
struct LibraryName {
  std::string library;    ///< cudart, cublas, cudnn, nccl, nvjitlink ...
  base::Version version;  ///< what the name tells: "9.1.0", only "9", or nothing ("libcudnn.so")
  int cuda_major = 0;     ///< CUDA whose libraries have this name; 0 = the name does not tell
  bool operator==(const LibraryName&) const = default;
};

/// From a file name of Linux or Windows; nothing for other files.
std::optional<LibraryName> cuda_library(std::string_view file_name);

/// From the name of a distribution (normal form) and its version: "nvidia-cudnn-cu12" is cudnn for CUDA 12,
/// "nvidia-cublas" 13.4.1.3 is cublas for CUDA 13. Nothing for other distributions.
std::optional<LibraryName> cuda_wheel(std::string_view distribution, const base::Version& version);

/// The part of the name that says which library it is: "cudnn" of "nvidia-cudnn-cu12" and of "nvidia-cudnn".
std::string_view wheel_part(std::string_view distribution);

}  // namespace gpuenv::parse
