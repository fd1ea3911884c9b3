// Codes of the driver's libraries on which checks decide.
#pragma once

namespace gpuenv::check {

// nvmlReturn_t, NVML API reference.
inline constexpr int nvml_no_permission = 4;
inline constexpr int nvml_lib_rm_version_mismatch = 18;

// CUresult of cuInit, CUDA driver API reference.
inline constexpr int cuda_no_device = 100;
inline constexpr int cuda_system_driver_mismatch = 803;
inline constexpr int cuda_compat_not_supported = 804;

}  // namespace gpuenv::check
