// Tests of conda's build strings. Each string is a real one: of "conda list" or an environment.yml in public
// reports and repositories (read 2026-12-02), with the channel it came from.
#include "parse/conda_build.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

using Kind = model::Build::Kind;

std::string told(std::string_view build_string) {
  const auto build = conda_build(build_string);
  if (!build) return "nothing";
  if (build->kind == Kind::cuda) return "cuda " + build->cuda.text();
  return build->kind == Kind::cpu ? "cpu" : "other";
}

TEST(CondaBuild, CondaForge) {
  EXPECT_EQ(told("cuda126_generic_py310_h478e78a_207"), "cuda 12.6");  // pytorch 2.5.1
  EXPECT_EQ(told("cuda126_py312h1763f6d_305"), "cuda 12.6");           // pytorch 2.5.1, Windows
  EXPECT_EQ(told("cpu_generic_py312_h8a1ee9d_1"), "cpu");              // pytorch 2.6.0
  EXPECT_EQ(told("cuda120py311h5a49573_202"), "cuda 12.0");            // jaxlib 0.4.23
  EXPECT_EQ(told("cuda120py311h5cbd639_2"), "cuda 12.0");              // tensorflow 2.15.0
  EXPECT_EQ(told("cpu_py38hc7a75a0_0"), "cpu");                        // tensorflow-base 2.8.1
}

TEST(CondaBuild, OnnxruntimeEndsInItsKind) {
  EXPECT_EQ(told("py310h430d77f_200_cuda"), "cuda ");  // conda-forge 1.20.1, Linux
  EXPECT_EQ(told("py312h414cfab_0_cpu"), "cpu");       // conda-forge 1.20.1: microsoft/onnxruntime#23904
}

TEST(CondaBuild, PytorchChannel) {
  EXPECT_EQ(told("py3.12_cuda12.1_cudnn8.9.2_0"), "cuda 12.1");     // pytorch 2.3.1
  EXPECT_EQ(told("py3.12_cuda12.1_cudnn8_0"), "cuda 12.1");         // pytorch 2.2.0, Windows
  EXPECT_EQ(told("py3.7_cuda10.1.243_cudnn7.6.3_0"), "cuda 10.1");  // pytorch 1.5.1
  EXPECT_EQ(told("py3.11_cpu_0"), "cpu");                           // pytorch 2.1.0
  EXPECT_EQ(told("py312_cu121"), "cuda 12.1");                      // torchvision 0.18.1
  EXPECT_EQ(told("cuda"), "cuda ");                                 // pytorch-mutex 1.0
  EXPECT_EQ(told("cpu"), "cpu");
}

TEST(CondaBuild, Defaults) {
  EXPECT_EQ(told("gpu_cuda118py39he342708_0"), "cuda 11.8");  // pytorch 2.0.1
  EXPECT_EQ(told("gpu_py37h7a4bb67_0"), "cuda ");             // tensorflow 2.1.0
  EXPECT_EQ(told("mkl_py310h6a7f48e_0"), "cpu");              // tensorflow-base 2.10.0
  EXPECT_EQ(told("eigen_py37h17acbac_0"), "cpu");             // tensorflow-base 2.3.0
}

TEST(CondaBuild, OtherStringsTellNothing) {
  for (const char* build :
       {"", "_", "py312h98912ed_0", "pyhd8ed1ab_0", "0", "h955ad1f_0_cpython", "py39_cudnn8_0"})
    EXPECT_EQ(told(build), "nothing") << build;
}

TEST(CondaBuild, OtherMakersAreNoCpuBuilds) {
  EXPECT_EQ(told("gpu_mps_py311h7b7e308_101"), "other");
}

}  // namespace
}  // namespace gpuenv::parse
