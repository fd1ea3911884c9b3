// Names of NVIDIA's libraries.
#include "parse/cuda_libraries.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

using base::Version;

TEST(CudaLibrary, IsKnownByItsFileOnLinux) {
  EXPECT_EQ(cuda_library("libcudnn.so.9.1.0"), (LibraryName{"cudnn", Version("9.1.0"), 0}));
  EXPECT_EQ(cuda_library("libcublas.so.12.4.5.8"), (LibraryName{"cublas", Version("12.4.5.8"), 12}));
  EXPECT_EQ(cuda_library("libcublasLt.so.13"), (LibraryName{"cublaslt", Version("13"), 13}));
  EXPECT_EQ(cuda_library("libnvJitLink.so.12.1.105")->version, Version("12.1.105"));
  EXPECT_EQ(cuda_library("libnvinfer.so.10.3.0")->library, "tensorrt");
  EXPECT_FALSE(cuda_library("libcudnn.so")->version.valid());
}

TEST(CudaLibrary, IsKnownByItsFileOnWindows) {
  EXPECT_EQ(cuda_library("cudnn64_9.dll"), (LibraryName{"cudnn", Version("9"), 0}));
  EXPECT_EQ(cuda_library("cudart64_110.dll"), (LibraryName{"cudart", Version("11"), 11}));
  EXPECT_EQ(cuda_library("nvrtc64_120_0.dll")->version, Version("12"));
  EXPECT_EQ(cuda_library("CUBLASLT64_12.DLL")->library, "cublaslt");
}

TEST(CudaLibrary, HashOfTheOneWhoBundledItIsPassedOver) {
  EXPECT_EQ(cuda_library("libcudart-d0da41ae.so.11.0"), (LibraryName{"cudart", Version("11.0"), 11}));
  EXPECT_EQ(cuda_library("libcudart.3eda8113.so.13"), (LibraryName{"cudart", Version("13"), 13}));
  EXPECT_EQ(cuda_library("libcudart-static.so.11.0"), std::nullopt);
}

TEST(CudaLibrary, PartsStubsAndOthersAreNone) {
  for (const char* name : {"libcudnn_ops.so.9.1.0", "libcublas.a", "libcudnn.so.9.bak", "libcuda.so.1",
                           "cudnn_ops64_9.dll", "cudart.dll", "", "lib", "libcudnn", "nvrtc64_.dll"})
    EXPECT_EQ(cuda_library(name), std::nullopt) << name;
}

TEST(CudaWheel, TellsLibraryAndCuda) {
  EXPECT_EQ(cuda_wheel("nvidia-cudnn-cu12", Version("9.1.0.70")),
            (LibraryName{"cudnn", Version("9.1.0.70"), 12}));
  EXPECT_EQ(cuda_wheel("nvidia-cublas", Version("13.4.1.3"))->cuda_major, 13);
  EXPECT_EQ(cuda_wheel("nvidia-cufft", Version("12.0.0.61"))->cuda_major, 13);
  EXPECT_EQ(cuda_wheel("nvidia-cuda-runtime-cu11", Version("11.8.89"))->library, "cudart");
  EXPECT_EQ(cuda_wheel("nvidia-ml-py", Version("12.0")), std::nullopt);
  EXPECT_EQ(cuda_wheel("torch", Version("2.8.0")), std::nullopt);
}

TEST(CudaWheel, PartIsTheNameWithoutMakerAndCuda) {
  EXPECT_EQ(wheel_part("nvidia-cuda-nvcc-cu12"), "cuda-nvcc");
  EXPECT_EQ(wheel_part("nvidia-cublas"), "cublas");
  EXPECT_EQ(wheel_part("nvidia-cutlass"), "cutlass");
  EXPECT_EQ(wheel_part("cuda-toolkit"), "");
}

}  // namespace
}  // namespace gpuenv::parse
