// Version numbers as NVIDIA's files, file names and Windows write them.
#pragma once

#include <optional>
#include <string_view>

#include "base/version.h"

namespace gpuenv::parse {

/// The driver version in a library's file name: 550.54.15 of "libcuda.so.550.54.15"; nothing for
/// "libcuda.so.1" and "libcuda.so.1.1".
std::optional<base::Version> library_version(std::string_view file_name);

/// An NVIDIA driver's own number from the one that Windows shows: the last five digits of 32.0.15.6094 are
/// 560.94. Nothing for numbers of other drivers (10.0.22621.1 is Microsoft's).
std::optional<base::Version> windows_driver(std::string_view text);

/// A toolkit's version from its version.json ("cuda": {"version": "12.4.1"}).
std::optional<base::Version> toolkit_json(std::string_view text);

/// A toolkit's version from the version.txt that came before CUDA 11.1 ("CUDA Version 10.2.89").
std::optional<base::Version> toolkit_txt(std::string_view text);

/// The CUDA version of a wheel variant: 12.8 of "cu128", 9.2 of "cu92"; nothing for other text.
std::optional<base::Version> variant_cuda(std::string_view variant);

/// The CUDA version that a framework's own file gives: "12.5.1"; TensorFlow's wheels for Windows write
/// "64_112" for 11.2, a part of the name cudart64_112.dll (tensorflow 2.10.0, build_info.py).
base::Version written_cuda(std::string_view text);

/// 12.4 of the number 12040 that cuDriverGetVersion and NVML give; nothing for numbers below 1000.
std::optional<base::Version> cuda_number(long long number);

}  // namespace gpuenv::parse
