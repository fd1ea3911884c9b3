// Tests of modules.dep, modprobe.d, the kernel command line and the driver's own parameters.
#include "parse/kernel_modules.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

TEST(KernelModules, TheMainModuleIsToldFromItsCompanions) {
  for (const char* name :
       {"nvidia.ko", "nvidia.ko.zst", "nvidia.ko.xz", "nvidia-current.ko", "nvidia-tesla-470.ko.gz"})
    EXPECT_TRUE(is_nvidia_module(name)) << name;
  for (const char* name : {"nvidia-uvm.ko", "nvidia-current-drm.ko", "nvidiafb.ko", "nvidia.ko.txt", "nvidia",
                           "i2c-nvidia-gpu.ko", "nvidia-wmi-ec-backlight.ko"})
    EXPECT_FALSE(is_nvidia_module(name)) << name;
}

TEST(KernelModules, ModulesDepNamesTheFiles) {
  const auto found = nvidia_modules(
      "kernel/drivers/net/r8169.ko.zst: kernel/drivers/net/mdio.ko.zst\n"
      "updates/dkms/nvidia-uvm.ko.zst: updates/dkms/nvidia.ko.zst\n"
      "updates/dkms/nvidia.ko.zst: kernel/drivers/video/nvidiafb.ko\n");
  EXPECT_EQ(found, std::vector<std::string>{"updates/dkms/nvidia.ko.zst"});
  EXPECT_TRUE(nvidia_modules("").empty());
}

TEST(KernelModules, OnlyLinesThatKeepTheModuleOutBlockIt) {
  EXPECT_TRUE(modprobe_blocks("# by hand\nblacklist\tnouveau\n", "nouveau"));
  EXPECT_TRUE(modprobe_blocks("install nvidia /bin/false", "nvidia"));
  EXPECT_TRUE(modprobe_blocks("alias nouveau off", "nouveau"));
  EXPECT_FALSE(modprobe_blocks("#blacklist nvidia\nblacklist nvidia_drm\n", "nvidia"));
  EXPECT_FALSE(modprobe_blocks("install nvidia modprobe -i nvidia-current $CMDLINE_OPTS", "nvidia"));
  EXPECT_FALSE(modprobe_blocks("options nvidia NVreg_DynamicPowerManagement=0x02", "nvidia"));
}

TEST(KernelModules, TheCommandLineBlocksTooInItsThreeSpellings) {
  EXPECT_TRUE(command_line_blocks("quiet modprobe.blacklist=i2c,nouveau splash", "nouveau"));
  EXPECT_TRUE(command_line_blocks("rd.driver.blacklist=nouveau", "nouveau"));
  EXPECT_TRUE(command_line_blocks("nouveau.modeset=0", "nouveau"));
  EXPECT_TRUE(command_line_blocks("module_blacklist=nvidia\n", "nvidia"));
  EXPECT_FALSE(command_line_blocks("root=/dev/nvidia modprobe.blacklist=nvidia_drm", "nvidia"));
}

TEST(KernelModules, LockdownStandsInBrackets) {
  EXPECT_EQ(lockdown_state("none [integrity] confidentiality\n"), "integrity");
  EXPECT_EQ(lockdown_state("[none] integrity"), "none");
  EXPECT_EQ(lockdown_state("garbage ]["), "");
}

TEST(KernelModules, TheGroupOfTheNodesIsNamed) {
  const char* params = "ModifyDeviceFiles: 1\nDeviceFileUID: 0\nDeviceFileGID: 44\nDeviceFileMode: 432\n";
  EXPECT_EQ(device_file_group(params), 44);
  EXPECT_EQ(device_file_group("DeviceFileGID: 44\nModifyDeviceFiles: 0\n"), -1);
  EXPECT_EQ(device_file_group(""), -1);
  EXPECT_EQ(device_file_group("DeviceFileGID: 4294967340\n"), -1) << "no number of a group";
  EXPECT_EQ(group_name("root:x:0:\nvideo:x:44:alice\n", 44), "video");
  EXPECT_EQ(group_name("video\n", 44), "");
  EXPECT_EQ(group_name("video:x:broken:\n", -1), "") << "-1 is no group";
}

}  // namespace
}  // namespace gpuenv::parse
