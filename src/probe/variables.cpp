// The variables that change whether a card is used, or which libraries and packages a program gets.
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

}  // namespace

std::map<std::string, Known<std::string>> read_variables(Machine& machine) {
  std::map<std::string, Known<std::string>> variables;
  for (const char* name : everywhere) variables.emplace(name, machine.variable(name));
  if (machine.traits().os == base::OsFamily::windows) return variables;
  for (const char* name : linux_only) variables.emplace(name, machine.variable(name));
  return variables;
}

}  // namespace gpuenv::probe
