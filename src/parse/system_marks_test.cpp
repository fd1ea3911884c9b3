// Tests of the marks of a system.
#include "parse/system_marks.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

TEST(SystemMarks, WslKernelsNameMicrosoft) {
  EXPECT_TRUE(is_wsl_kernel("5.15.153.1-microsoft-standard-WSL2"));
  EXPECT_TRUE(is_wsl_kernel("Linux version 4.4.0-19041-Microsoft (Microsoft@Microsoft.com)"));
  EXPECT_FALSE(is_wsl_kernel("6.8.0-45-generic"));
  EXPECT_FALSE(is_wsl_kernel(""));
}

TEST(SystemMarks, ChassisTypesOfLaptops) {
  for (const char* type : {"8", "9\n", "10", "14", "30", "31", "32"})
    EXPECT_EQ(chassis(type), Chassis::laptop) << type;
  for (const char* type : {"3", "23", "35"}) EXPECT_EQ(chassis(type), Chassis::other) << type;
  for (const char* type : {"", "1", "2", "x", "-3"}) EXPECT_EQ(chassis(type), Chassis::unclear) << type;
}

TEST(SystemMarks, CgroupPathsNameTheManager) {
  EXPECT_EQ(container_of_cgroup("12:cpu:/docker/4d3f\n"), "docker");
  EXPECT_EQ(container_of_cgroup("1:name=systemd:/kubepods/burstable/docker-1\n"), "kubernetes");
  EXPECT_EQ(container_of_cgroup("0::/machine.slice/libpod-1.scope\n"), "podman");
  EXPECT_EQ(container_of_cgroup("0::/\n"), "");
  EXPECT_EQ(container_of_cgroup(""), "");
}

TEST(SystemMarks, ContainerenvNamesTheEngine) {
  EXPECT_EQ(container_of_containerenv("engine=\"podman-4.9.3\"\nname=\"x\"\n"), "podman");
  EXPECT_EQ(container_of_containerenv("engine=\"buildah-1.33\"\n"), "buildah");
  EXPECT_EQ(container_of_containerenv(""), "podman");
  EXPECT_EQ(container_of_containerenv("engine=\"\n"), "podman");
}

}  // namespace
}  // namespace gpuenv::parse
