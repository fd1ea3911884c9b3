// The codes of nvmlReturn_t.
#include "vendor/vendor.h"

namespace gpuenv::vendor {

// Source: NVML API reference, nvmlReturn_t and nvmlErrorString of driver 550.
const std::vector<NvmlError>& nvml_errors() {
  static const std::vector<NvmlError> errors{
      {0, "NVML_SUCCESS", "Success"},
      {1, "NVML_ERROR_UNINITIALIZED", "Uninitialized"},
      {2, "NVML_ERROR_INVALID_ARGUMENT", "Invalid Argument"},
      {3, "NVML_ERROR_NOT_SUPPORTED", "Not Supported"},
      {4, "NVML_ERROR_NO_PERMISSION", "Insufficient Permissions"},
      {5, "NVML_ERROR_ALREADY_INITIALIZED", "Already Initialized"},
      {6, "NVML_ERROR_NOT_FOUND", "Not Found"},
      {7, "NVML_ERROR_INSUFFICIENT_SIZE", "Insufficient Size"},
      {8, "NVML_ERROR_INSUFFICIENT_POWER", "Insufficient External Power"},
      {9, "NVML_ERROR_DRIVER_NOT_LOADED", "Driver Not Loaded"},
      {10, "NVML_ERROR_TIMEOUT", "Timeout"},
      {11, "NVML_ERROR_IRQ_ISSUE", "Interrupt Request Issue"},
      {12, "NVML_ERROR_LIBRARY_NOT_FOUND", "NVML Shared Library Not Found"},
      {13, "NVML_ERROR_FUNCTION_NOT_FOUND", "Function Not Found"},
      {14, "NVML_ERROR_CORRUPTED_INFOROM", "Corrupted infoROM"},
      {15, "NVML_ERROR_GPU_IS_LOST", "GPU is lost"},
      {16, "NVML_ERROR_RESET_REQUIRED", "GPU requires reset"},
      {17, "NVML_ERROR_OPERATING_SYSTEM", "GPU access blocked by the operating system"},
      {18, "NVML_ERROR_LIB_RM_VERSION_MISMATCH", "Driver/library version mismatch"},
      {19, "NVML_ERROR_IN_USE", "In use by another client"},
      {20, "NVML_ERROR_MEMORY", "Insufficient Memory"},
      {21, "NVML_ERROR_NO_DATA", "No data"},
      {22, "NVML_ERROR_VGPU_ECC_NOT_SUPPORTED", "vGPU ECC not supported"},
      {23, "NVML_ERROR_INSUFFICIENT_RESOURCES", "Insufficient Resources"},
      {24, "NVML_ERROR_FREQ_NOT_SUPPORTED", "Invalid Frequency"},
      {25, "NVML_ERROR_ARGUMENT_VERSION_MISMATCH", "Argument version mismatch"},
      {26, "NVML_ERROR_DEPRECATED", "Requested functionality has been deprecated"},
      {27, "NVML_ERROR_NOT_READY", "System is not in ready state"},
      {28, "NVML_ERROR_GPU_NOT_FOUND", "No supported GPUs were found"},
      {29, "NVML_ERROR_INVALID_STATE", "Resource not in correct state to perform requested operation"},
      {999, "NVML_ERROR_UNKNOWN", "Unknown Error"},
  };
  return errors;
}

std::string nvml_error_text(int code) {
  for (const NvmlError& error : nvml_errors())
    if (error.code == code) return error.text + (" (" + std::to_string(code) + ")");
  return "NVML error " + std::to_string(code);
}

}  // namespace gpuenv::vendor
