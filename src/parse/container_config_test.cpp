// Tests of container_config.h.
#include "parse/container_config.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

TEST(ContainerConfig, DockersRuntimes) {
  EXPECT_TRUE(
      knows_nvidia_runtime(R"({"runtimes": {"nvidia": {"args": [], "path": "nvidia-container-runtime"}}})"));
  EXPECT_FALSE(knows_nvidia_runtime(R"({"registry-mirrors": ["https://nvidia.example"]})"));
  EXPECT_FALSE(knows_nvidia_runtime(""));
}

TEST(ContainerConfig, TheDriverThatACdiFileHandsIn) {
  const char* cdi = "  - containerPath: /usr/lib/libcuda.so.1\n  - hostPath: /usr/lib/libcuda.so.550.54.15\n";
  EXPECT_EQ(cdi_driver(cdi)->text(), "550.54.15");
  EXPECT_EQ(cdi_driver("path: /x/libcuda.so.1\n"), std::nullopt);
  EXPECT_EQ(cdi_driver(""), std::nullopt);
  EXPECT_EQ(cdi_driver("libcuda.so.580.95.05")->text(), "580.95.05");
}

}  // namespace
}  // namespace gpuenv::parse
