// Tests of what the system is: os, container, laptop, variables.
#include "probe/system.h"

#include <gtest/gtest.h>

#include "probe/test_machine.h"

namespace gpuenv::probe {
namespace {

using test::TestMachine;

constexpr const char* current_version = R"(HKLM\SOFTWARE\Microsoft\Windows NT\CurrentVersion\)";

TEST(OsProbe, NamesTheDistribution) {
  TestMachine machine;
  machine.file("/usr/lib/os-release", "NAME=\"Ubuntu\"\nVERSION_ID=\"24.04\"\n");
  machine.link("/etc/os-release", "../usr/lib/os-release");
  const auto os = read_os(machine);
  EXPECT_EQ(*os.name, "Ubuntu 24.04");
  EXPECT_EQ(os.name.origin(), "/etc/os-release");
  EXPECT_EQ(*os.kernel, "6.8.0-45-generic");
  EXPECT_EQ(*os.architecture, "x86_64");
}

TEST(OsProbe, TheDistributionIsKnownByItsId) {
  TestMachine machine;
  machine.file("/etc/os-release",
               "NAME=\"Linux Mint\"\nID=linuxmint\nID_LIKE=\"ubuntu debian\"\nVERSION_ID=\"22\"\n");
  const auto os = read_os(machine);
  EXPECT_EQ(os.distribution->id, "linuxmint");
  EXPECT_EQ(os.distribution->like, (std::vector<std::string>{"ubuntu", "debian"}));
  EXPECT_EQ(os.distribution->version, "22");
  machine.file("/etc/os-release", "NAME=Mine\n");
  EXPECT_TRUE(read_os(machine).distribution.undecided());
}

TEST(OsProbe, TheNameStaysUnknownWithItsReason) {
  TestMachine machine;
  EXPECT_TRUE(read_os(machine).name.absent());
  machine.file("/etc/os-release", "# nothing\n");
  EXPECT_EQ(read_os(machine).name.why().why, Why::failed);
  machine.refuse("/etc/os-release", Why::denied);
  EXPECT_EQ(read_os(machine).name.why().why, Why::denied);
}

TEST(OsProbe, WindowsElevenCallsItselfTen) {
  TestMachine machine(base::OsFamily::windows);
  machine.registry[std::string(current_version) + "ProductName"] = "Windows 10 Pro";
  machine.registry[std::string(current_version) + "CurrentBuild"] = "22631";
  EXPECT_EQ(*read_os(machine).name, "Windows 11");
  machine.registry[std::string(current_version) + "CurrentBuild"] = "19045";
  EXPECT_EQ(*read_os(machine).name, "Windows 10");
  EXPECT_FALSE(*read_os(machine).wsl);
  EXPECT_TRUE(read_os(machine).container.absent());
}

TEST(OsProbe, WslIsKnownByItsKernelOrItsDevice) {
  TestMachine machine;
  EXPECT_FALSE(*read_os(machine).wsl);
  machine.info->kernel = "5.15.153.1-microsoft-standard-WSL2";
  EXPECT_TRUE(*read_os(machine).wsl);
  machine.info->kernel = "6.6.0-mine";
  machine.device("/dev/dxg");
  EXPECT_TRUE(*read_os(machine).wsl);
}

TEST(OsProbe, WithoutAKernelNameWslIsOpen) {
  TestMachine machine;
  machine.info.reset();
  machine.refuse("/proc/sys/kernel/osrelease", Why::not_recorded);
  EXPECT_TRUE(read_os(machine).wsl.undecided());
  machine.refused.clear();
  machine.file("/proc/sys/kernel/osrelease", "5.15.0-microsoft-standard-WSL2\n");
  EXPECT_TRUE(*read_os(machine).wsl);
}

TEST(ContainerProbe, EachMarkNamesItsManager) {
  const auto with = [](auto change) {
    TestMachine machine;
    change(machine);
    return read_container(machine).value_or("none");
  };
  EXPECT_EQ(with([](TestMachine&) {}), "none");
  EXPECT_EQ(with([](TestMachine& m) { m.file("/.dockerenv"); }), "docker");
  EXPECT_EQ(with([](TestMachine& m) { m.file("/run/.containerenv", "engine=\"podman-4\"\n"); }), "podman");
  EXPECT_EQ(with([](TestMachine& m) { m.file("/run/systemd/container", "systemd-nspawn\n"); }),
            "systemd-nspawn");
  EXPECT_EQ(with([](TestMachine& m) { m.variables["container"] = "lxc"; }), "lxc");
  EXPECT_EQ(with([](TestMachine& m) { m.variables["KUBERNETES_SERVICE_HOST"] = "10.0.0.1"; }), "kubernetes");
  EXPECT_EQ(with([](TestMachine& m) { m.variables["APPTAINER_CONTAINER"] = "/x.sif"; }), "apptainer");
  EXPECT_EQ(with([](TestMachine& m) { m.file("/proc/1/cgroup", "0::/docker/1\n"); }), "docker");
}

TEST(ContainerProbe, AMarkThatCannotBeReadLeavesItOpen) {
  TestMachine machine;
  EXPECT_TRUE(read_container(machine).absent());
  machine.refuse("/run/systemd/container");
  EXPECT_TRUE(read_container(machine).undecided());
  machine.file("/.dockerenv");
  EXPECT_EQ(*read_container(machine), "docker");
}

TEST(LaptopProbe, TheChassisDecidesBeforeTheBattery) {
  TestMachine machine;
  EXPECT_FALSE(*read_laptop(machine));
  machine.folder("/sys/class/power_supply/BAT0");
  EXPECT_TRUE(*read_laptop(machine));
  machine.file("/sys/class/dmi/id/chassis_type", "3\n");
  EXPECT_FALSE(*read_laptop(machine));
  machine.file("/sys/class/dmi/id/chassis_type", "10\n");
  EXPECT_TRUE(*read_laptop(machine));
}

TEST(LaptopProbe, StaysOpenWhenNeitherCanBeRead) {
  TestMachine machine;
  machine.refuse("/sys/class/dmi/id/chassis_type");
  EXPECT_TRUE(read_laptop(machine).undecided());
  machine.refused.clear();
  machine.refuse("/sys/class/power_supply");
  EXPECT_TRUE(read_laptop(machine).undecided());
}

TEST(LaptopProbe, WindowsKeepsTheChassisInTheRegistry) {
  TestMachine machine(base::OsFamily::windows);
  EXPECT_EQ(read_laptop(machine).why().why, Why::unsupported);
  machine.registry[R"(HKLM\SYSTEM\HardwareConfig\Current\EnclosureType)"] = "9";
  EXPECT_TRUE(*read_laptop(machine));
}

TEST(VariablesProbe, PasswordsInAddressesAreLeftOut) {
  TestMachine machine;
  machine.variables["PIP_INDEX_URL"] = "https://me:s3cret@host.example/simple";
  const auto variables = read_variables(machine);
  EXPECT_EQ(*variables.at("PIP_INDEX_URL"), "https://***@host.example/simple");
  EXPECT_FALSE(variables.contains("UV_INDEX_URL"));
}

TEST(VariablesProbe, UnsetAndEmptyAreDifferent) {
  TestMachine machine;
  machine.variables["CUDA_VISIBLE_DEVICES"] = "";
  machine.refused["$LD_LIBRARY_PATH"] = Why::not_recorded;
  const auto variables = read_variables(machine);
  EXPECT_EQ(*variables.at("CUDA_VISIBLE_DEVICES"), "");
  EXPECT_TRUE(variables.at("JAX_PLATFORMS").absent());
  EXPECT_TRUE(variables.at("LD_LIBRARY_PATH").undecided());
  TestMachine windows(base::OsFamily::windows);
  EXPECT_FALSE(read_variables(windows).contains("LD_LIBRARY_PATH"));
}

}  // namespace
}  // namespace gpuenv::probe
