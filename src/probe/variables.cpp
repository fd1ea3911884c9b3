// The variables that change whether a card is used, or which libraries and packages a program gets.
#include "parse/url_secrets.h"
#include "probe/system.h"

namespace gpuenv::probe {
namespace {

constexpr const char* everywhere[] = {"CUDA_VISIBLE_DEVICES",
                                      "CUDA_DEVICE_ORDER",
                                      "CUDA_FORCE_PTX_JIT",
                                      "CUDA_DISABLE_PTX_JIT",
                                      "CUDA_PATH",
                                      "CUDA_HOME",
                                      "JAX_PLATFORMS",
                                      "JAX_PLATFORM_NAME",
                                      "PYTHONPATH",
                                      "PYTHONHOME"};
constexpr const char* linux_only[] = {"NVIDIA_VISIBLE_DEVICES", "NVIDIA_DRIVER_CAPABILITIES",
                                      "LD_LIBRARY_PATH", "LD_PRELOAD"};
/// Matter only where they are set.
constexpr const char* when_set[] = {
    "CUDA_CACHE_DISABLE", "CUDA_LAUNCH_BLOCKING", "CUDA_MODULE_LOADING", "NVCC_CCBIN",
    "NVIDIA_DISABLE_REQUIRE", "NVIDIA_REQUIRE_CUDA", "NCCL_P2P_DISABLE", "NCCL_SOCKET_IFNAME",
    "CUBLAS_WORKSPACE_CONFIG", "TRITON_LIBCUDA_PATH", "BNB_CUDA_VERSION", "TORCH_CUDA_ARCH_LIST",
    "PYTORCH_CUDA_ALLOC_CONF", "PYTORCH_ALLOC_CONF", "PYTORCH_NVML_BASED_CUDA_CHECK",
    "PYTORCH_NO_CUDA_MEMORY_CACHING", "XLA_FLAGS", "XLA_PYTHON_CLIENT_PREALLOCATE",
    "XLA_PYTHON_CLIENT_MEM_FRACTION", "JAX_SKIP_CUDA_CONSTRAINTS_CHECK", "TF_FORCE_GPU_ALLOW_GROWTH",
    "TF_GPU_ALLOCATOR", "TF_XLA_FLAGS", "TF_USE_LEGACY_KERAS", "ORT_LOGGING_LEVEL", "FLAGS_selected_gpus",
    "SHELL", "WSL_DISTRO_NAME", "KMP_DUPLICATE_LIB_OK", "PYTHONNOUSERSITE",
    // what installers get from where
    "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS", "PIP_NO_INDEX", "PIP_CONSTRAINT", "PIP_TARGET",
    "PIP_CONFIG_FILE", "UV_INDEX", "UV_DEFAULT_INDEX", "UV_INDEX_URL", "UV_EXTRA_INDEX_URL", "UV_FIND_LINKS",
    "UV_TORCH_BACKEND", "UV_PYTHON_INSTALL_MIRROR", "CONDA_CHANNELS", "CONDA_CHANNEL_ALIAS",
    "CONDA_OVERRIDE_CUDA", "HF_ENDPOINT"};

/// Addresses may hold a password.
Known<std::string> shown(Known<std::string> value) {
  if (!value.known() || value->find("://") == std::string::npos) return value;
  return {parse::without_secrets(*value), value.origin()};
}

}  // namespace

std::map<std::string, Known<std::string>> read_variables(Machine& machine) {
  std::map<std::string, Known<std::string>> variables;
  for (const char* name : everywhere) variables.emplace(name, shown(machine.variable(name)));
  for (const char* name : when_set)
    if (auto value = machine.variable(name); value.known()) variables.emplace(name, shown(std::move(value)));
  if (machine.traits().os == base::OsFamily::windows) return variables;
  for (const char* name : linux_only) variables.emplace(name, machine.variable(name));
  return variables;
}

}  // namespace gpuenv::probe
