// Tests of the package databases.
#include "parse/packages.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

TEST(Packages, DpkgNamesWhatIsInstalledAndNotWhatWasRemoved) {
  const auto found = dpkg_driver_packages(
      "Package: bash\nStatus: install ok installed\nVersion: 5.2\n\n"
      "Package: nvidia-driver-550\nStatus: install ok installed\nArchitecture: amd64\n"
      "Version: 550.54.15-0ubuntu1\nDescription: NVIDIA\n Package: nvidia-driver-1\n\n"
      "Package: nvidia-driver-470\nStatus: deinstall ok config-files\nVersion: 470.1\n\n"
      "Package: libnvidia-compute-550\nStatus: install ok installed\nVersion: 550.54.15");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].name, "nvidia-driver-550");
  EXPECT_EQ(found[0].version, "550.54.15-0ubuntu1");
  EXPECT_EQ(found[1].name, "libnvidia-compute-550");
  EXPECT_TRUE(dpkg_driver_packages("").empty());
}

TEST(Packages, PacmanFoldersAreNameVersionRelease) {
  const auto found = pacman_driver_package("nvidia-open-dkms-580.95.05-1");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->name, "nvidia-open-dkms");
  EXPECT_EQ(found->version, "580.95.05-1");
  for (const char* other :
       {"bash-5.2-1", "nvidia", "-", "nvidia-container-toolkit-1.17-1", "ALPM_DB_VERSION"})
    EXPECT_FALSE(pacman_driver_package(other)) << other;
}

TEST(Packages, ToolsAroundTheDriverDoNotBringIt) {
  for (const char* name : {"libnvidia-compute-550", "akmod-nvidia", "nvidia-utils", "cuda-compat-12-8"})
    EXPECT_TRUE(is_driver_package(name)) << name;
  for (const char* name : {"nvidia-cuda-toolkit", "libnvidia-container1", "nvidia-settings", "mesa"})
    EXPECT_FALSE(is_driver_package(name)) << name;
}

}  // namespace
}  // namespace gpuenv::parse
