// Tests of the driver's libraries, its kernel side, and how they are joined with NVML's answer.
#include "probe/driver.h"

#include <gtest/gtest.h>

#include "probe/test_machine.h"

namespace gpuenv::probe {
namespace {

using test::TestMachine;

constexpr const char* folder = "/usr/lib/x86_64-linux-gnu/";

void put_libraries(TestMachine& machine, const std::string& version, const std::string& where = folder) {
  for (const char* name : {"libcuda.so", "libnvidia-ml.so"}) {
    const std::string file = std::string(name) + "." + version;
    machine.file(where + file);
    machine.link(where + name + ".1", file);
  }
}

TEST(DriverLibraries, TheLinkTellsTheVersion) {
  TestMachine machine;
  put_libraries(machine, "550.54.15");
  const auto found = find_driver_libraries(machine);
  EXPECT_EQ(*found.nvml.path, std::string(folder) + "libnvidia-ml.so.1");
  EXPECT_EQ(found.cuda.version->text(), "550.54.15");
  EXPECT_EQ(found.cuda.version.origin(), std::string(folder) + "libcuda.so.550.54.15");
}

TEST(DriverLibraries, LooksWhereTheDynamicLinkerLooksInItsOrder) {
  TestMachine machine;
  put_libraries(machine, "535.104.05");
  machine.file("/etc/ld.so.conf", "include ld.so.conf.d/*.conf\n/opt/b\n");
  machine.file("/etc/ld.so.conf.d/nvidia.conf", "/opt/a\n");
  machine.file("/etc/ld.so.conf.d/README", "/opt/wrong\n");
  put_libraries(machine, "600.01", "/opt/wrong/");
  put_libraries(machine, "550.90.07", "/opt/b/");
  EXPECT_EQ(find_driver_libraries(machine).cuda.version->text(), "550.90.07");
  put_libraries(machine, "555.42.02", "/opt/a/");
  EXPECT_EQ(find_driver_libraries(machine).cuda.version->text(), "555.42.02");
  put_libraries(machine, "560.35.03", "/mine/");
  machine.variables["LD_LIBRARY_PATH"] = "/nothing:/mine";
  EXPECT_EQ(find_driver_libraries(machine).cuda.version->text(), "560.35.03");
}

TEST(DriverLibraries, LibrariesFor32BitsDoNotCount) {
  TestMachine machine;
  machine.file("/etc/ld.so.conf", "/usr/lib/i386-linux-gnu\n");
  put_libraries(machine, "550.54.15", "/usr/lib/i386-linux-gnu/");
  EXPECT_TRUE(find_driver_libraries(machine).cuda.path.absent());
}

TEST(DriverLibraries, AreAbsentOnlyWhenEveryFolderWasSeen) {
  TestMachine machine;
  EXPECT_TRUE(find_driver_libraries(machine).nvml.path.absent());
  EXPECT_TRUE(find_driver_libraries(machine).cuda.version.absent());
  machine.refuse("/etc/ld.so.conf", Why::not_recorded);
  EXPECT_TRUE(find_driver_libraries(machine).nvml.path.undecided());
  machine.refused.clear();
  machine.refuse("/usr/lib/wsl", Why::denied);
  EXPECT_TRUE(find_driver_libraries(machine).nvml.path.undecided());
}

TEST(DriverLibraries, WslAndWindowsNamesTellNoVersion) {
  TestMachine wsl;
  wsl.file("/usr/lib/wsl/lib/libcuda.so.1");
  wsl.file("/usr/lib/wsl/lib/libnvidia-ml.so.1");
  const auto found = find_driver_libraries(wsl);
  EXPECT_EQ(*found.cuda.path, "/usr/lib/wsl/lib/libcuda.so.1");
  EXPECT_EQ(found.cuda.version.why().why, Why::unsupported);
  TestMachine windows(base::OsFamily::windows);
  windows.variables["SystemRoot"] = R"(D:\Windows)";
  windows.file(R"(D:\Windows\System32\nvml.dll)");
  EXPECT_EQ(*find_driver_libraries(windows).nvml.path, R"(D:\Windows\System32\nvml.dll)");
  EXPECT_TRUE(find_driver_libraries(windows).cuda.path.absent());
}

TEST(KernelModule, ProcTellsVersionAndKind) {
  TestMachine machine;
  machine.file("/proc/driver/nvidia/version",
               "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.86.15  Release Build\n");
  const auto module = read_kernel_module(machine);
  EXPECT_EQ(module.version->text(), "570.86.15");
  EXPECT_EQ(*module.kind, "open");
}

TEST(KernelModule, SysIsTheSecondSource) {
  TestMachine machine;
  machine.refuse("/proc/driver");
  machine.file("/sys/module/nvidia/version", "550.54.15\n");
  EXPECT_EQ(read_kernel_module(machine).version->text(), "550.54.15");
  EXPECT_FALSE(read_kernel_module(machine).kind.known());
}

TEST(KernelModule, IsAbsentOnlyWhenBothAre) {
  TestMachine machine;
  EXPECT_TRUE(read_kernel_module(machine).version.absent());
  machine.refuse("/sys/module", Why::not_recorded);
  EXPECT_TRUE(read_kernel_module(machine).version.undecided());
  machine.refused.clear();
  machine.refuse("/proc/driver");
  EXPECT_EQ(read_kernel_module(machine).version.why().why, Why::denied);
}

TEST(KernelModule, NonsenseIsNoAbsence) {
  TestMachine machine;
  machine.file("/proc/driver/nvidia/version", "?");
  EXPECT_EQ(read_kernel_module(machine).version.why().why, Why::failed);
}

Known<std::vector<machine::DeviceNode>> nodes(const std::string& version) {
  return {std::vector{machine::DeviceNode{R"(PCI\VEN_8086&DEV_A7A0)", "Intel", 0, "31.0.101.5333"},
                      machine::DeviceNode{R"(PCI\VEN_10DE&DEV_2684)", "NVIDIA GeForce RTX 4090", 0, version}},
          "device manager"};
}

TEST(DisplayDriver, ComesFromTheNvidiaDevice) {
  EXPECT_EQ(display_driver(nodes("32.0.15.6094")).version->text(), "560.94");
  EXPECT_TRUE(display_driver(nodes("")).version.absent());
  EXPECT_TRUE(display_driver(nodes("10.0.22621.2506")).version.absent());
  EXPECT_EQ(display_driver(nodes("1.2.3")).version.why().why, Why::failed);
  EXPECT_TRUE(display_driver(Unknown{Why::failed, "no answer"}).version.undecided());
}

struct Joined {
  DriverLibraries libraries;
  KernelModule module;
  NvmlAnswer nvml;
  base::OsFamily os = base::OsFamily::linux;
  Known<Version> cuda_asked = Unknown{Why::failed, "libcuda crashed"};

  model::Driver driver() const {
    static const auto catalog = catalog::Catalog::embedded();
    return join_driver(libraries, module, nvml, [&] { return cuda_asked; }, catalog, os);
  }
};

TEST(Driver, TheFileNameIsTheUserLibrarysVersion) {
  Joined joined;
  joined.libraries.cuda = {Known<std::string>("/l/libcuda.so.1", "/l"),
                           Known<Version>(Version("550.54.15"), "/l")};
  joined.nvml.driver = Known<Version>(Version("1"), "NVML");
  EXPECT_EQ(joined.driver().user_library->text(), "550.54.15");
  joined.libraries.cuda = {Unknown{Why::absent, ""}, Unknown{Why::absent, ""}};
  joined.libraries.nvml = {Known<std::string>("/l/ml", "/l"), Known<Version>(Version("550.90.07"), "/l")};
  EXPECT_EQ(joined.driver().user_library->text(), "550.90.07");
}

TEST(Driver, NoLibraryIsAbsentOnlyWhenBothAre) {
  Joined joined;
  joined.libraries.cuda = {Unknown{Why::absent, ""}, Unknown{Why::absent, ""}};
  joined.libraries.nvml = {Unknown{Why::denied, ""}, Unknown{Why::denied, ""}};
  EXPECT_TRUE(joined.driver().user_library.undecided());
  joined.libraries.nvml = joined.libraries.cuda;
  EXPECT_TRUE(joined.driver().user_library.absent());
}

TEST(Driver, NamelessLibrariesTakeNvmlsOrWindowsVersion) {
  Joined joined;
  joined.libraries.cuda = {Known<std::string>("nvcuda.dll", ""), Unknown{Why::unsupported, ""}};
  joined.module.version = Known<Version>(Version("560.94"), "device manager");
  EXPECT_FALSE(joined.driver().user_library.known());
  joined.os = base::OsFamily::windows;
  EXPECT_EQ(joined.driver().user_library->text(), "560.94");
  joined.nvml.driver = Known<Version>(Version("561.09"), "NVML");
  EXPECT_EQ(joined.driver().user_library->text(), "561.09");
}

TEST(Driver, CudaComesFromNvmlThenLibcudaThenTheBranch) {
  Joined joined;
  joined.libraries.cuda = {Known<std::string>("/l", ""), Known<Version>(Version("550.54.15"), "/l")};
  EXPECT_EQ(joined.driver().cuda->text(), "12.4");
  EXPECT_EQ(joined.driver().cuda.origin(), "catalog: driver branch R550");
  joined.cuda_asked = Known<Version>(Version("12.5"), "libcuda");
  EXPECT_EQ(joined.driver().cuda->text(), "12.5");
  joined.nvml.cuda = Known<Version>(Version("12.6"), "NVML");
  EXPECT_EQ(joined.driver().cuda->text(), "12.6");
}

}  // namespace
}  // namespace gpuenv::probe
