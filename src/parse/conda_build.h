// What the build string of a conda package says of CPU and CUDA: "cuda126_generic_py310_h478e78a_207".
#pragma once

#include <optional>
#include <string_view>

#include "model/environment.h"

namespace gpuenv::parse {

/// The build that such a string names; nothing when it does not tell. Build strings are free text, but the
/// channels keep to words between '_': conda-forge (cuda126, cpu; onnxruntime ends in _cuda or _cpu:
/// github.com/conda-forge/onnxruntime-feedstock, recipe/meta.yaml), pytorch (py3.12_cuda12.1_cudnn8.9.2_0,
/// py3.11_cpu_0) and defaults (gpu_cuda118py39..., gpu_py37..., mkl_py310..., eigen_py37...: the variants of
/// github.com/AnacondaRecipes/tensorflow_recipes).
std::optional<model::Build> conda_build(std::string_view build_string);

}  // namespace gpuenv::parse
