// Tests of how the driver is installed: module files, DKMS, what the system forbids, nodes, packages, copies.
#include "probe/driver_setup.h"

#include <gtest/gtest.h>

#include "probe/test_machine.h"

namespace gpuenv::probe {
namespace {

using test::TestMachine;

constexpr const char* kernel = "6.8.0-45-generic";
const std::string modules = std::string("/lib/modules/") + kernel;
constexpr const char* efivars = "/sys/firmware/efi/efivars/";
constexpr const char* secure_boot =
    "/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c";
constexpr const char* shim = "/sys/firmware/efi/efivars/MokSBStateRT-605dab50-e046-4300-abb6-3dd810dd8b23";

std::string efi_flag(char value) {
  return std::string("\6\0\0\0", 4) + value;
}

model::DriverSetup modules_of(TestMachine& machine) {
  model::DriverSetup setup;
  read_module_files(machine, kernel, setup);
  return setup;
}

model::DriverSetup policy_of(TestMachine& machine) {
  model::DriverSetup setup;
  read_module_policy(machine, setup);
  return setup;
}

TEST(ModuleFiles, ModulesDepDecides) {
  TestMachine machine;
  machine.file(modules + "/modules.dep", "updates/dkms/nvidia.ko.zst:\nkernel/nvidia-550/nvidia.ko:\n");
  const auto setup = modules_of(machine);
  ASSERT_EQ(setup.module_files->size(), 2u);
  EXPECT_EQ((*setup.module_files)[0].path, modules + "/updates/dkms/nvidia.ko.zst");
  EXPECT_TRUE((*setup.module_files)[0].self_built);
  EXPECT_FALSE((*setup.module_files)[1].self_built);
  EXPECT_TRUE(setup.dkms.undecided()) << "with a module at hand DKMS is not asked";
}

TEST(ModuleFiles, AKernelWithoutFolderIsToldFromOneWithoutModule) {
  TestMachine machine;
  machine.file("/lib/modules/6.9.0/modules.dep", "extra/nvidia.ko.xz:\n");
  auto setup = modules_of(machine);
  EXPECT_TRUE(setup.module_files.absent());
  EXPECT_EQ(*setup.other_kernels, std::vector<std::string>{"6.9.0"});
  machine.file(modules + "/modules.dep", "kernel/fs/ext4.ko:\n");
  setup = modules_of(machine);
  EXPECT_TRUE(setup.module_files.known() && setup.module_files->empty());
  machine.refuse(modules + "/modules.dep");
  EXPECT_EQ(modules_of(machine).module_files.why().why, Why::denied);
}

TEST(Dkms, BuildsAreReadFromTheirFolders) {
  TestMachine machine;
  machine.file(modules + "/modules.dep", "");
  machine.folder("/var/lib/dkms/nvidia/550.54.15/6.5.0-35-generic/x86_64/module");
  machine.file("/var/lib/dkms/nvidia/550.54.15/build/make.log");
  machine.folder("/var/lib/dkms/nvidia-fs/2.19/6.5.0/x86_64/module");
  machine.file(modules + "/build/Makefile");
  const auto setup = modules_of(machine);
  ASSERT_EQ(setup.dkms->size(), 1u);
  const auto& build = setup.dkms->front();
  EXPECT_EQ(build.version.text() + " " + build.kernel, "550.54.15 6.5.0-35-generic");
  EXPECT_TRUE(build.built);
  EXPECT_EQ(build.log, "/var/lib/dkms/nvidia/550.54.15/build/make.log");
  EXPECT_TRUE(*setup.headers);
}

TEST(Dkms, AddedBuiltForNoneAbsentAndUnreadableAreFourAnswers) {
  TestMachine machine;
  machine.file(modules + "/modules.dep", "");
  EXPECT_TRUE(modules_of(machine).dkms.absent());
  machine.folder("/var/lib/dkms/nvidia-current/535.183.01/build");
  EXPECT_EQ(modules_of(machine).dkms->front().kernel, "");
  EXPECT_FALSE(*modules_of(machine).headers);
  machine.folder("/var/lib/dkms/nvidia-current/535.183.01/6.5.0/x86_64");
  EXPECT_FALSE(modules_of(machine).dkms->front().built);
  machine.refuse("/var/lib/dkms/nvidia-current/535.183.01");
  EXPECT_TRUE(modules_of(machine).dkms.undecided());
}

TEST(SecureBootProbe, TheFifthByteTells) {
  TestMachine machine;
  EXPECT_FALSE(*policy_of(machine).secure_boot) << "started without EFI";
  machine.folder(efivars);
  EXPECT_FALSE(*policy_of(machine).secure_boot);
  machine.file(secure_boot, efi_flag(1));
  EXPECT_TRUE(*policy_of(machine).secure_boot);
  machine.file(shim, efi_flag(1));
  EXPECT_FALSE(*policy_of(machine).secure_boot) << "shim does not validate";
  machine.file(secure_boot, "\6");
  EXPECT_EQ(policy_of(machine).secure_boot.why().why, Why::failed);
  machine.refuse(secure_boot);
  EXPECT_EQ(policy_of(machine).secure_boot.why().why, Why::denied);
}

TEST(Lockdown, IsAbsentInKernelsWithoutIt) {
  TestMachine machine;
  EXPECT_TRUE(policy_of(machine).lockdown.absent());
  machine.file("/sys/kernel/security/lockdown", "none [integrity] confidentiality\n");
  EXPECT_EQ(*policy_of(machine).lockdown, "integrity");
  machine.file("/sys/kernel/security/lockdown", "?");
  EXPECT_EQ(policy_of(machine).lockdown.why().why, Why::failed);
}

TEST(Blacklist, NamesTheFileAndAnEarlierFolderWins) {
  TestMachine machine;
  EXPECT_FALSE(*policy_of(machine).nvidia_blacklisted);
  machine.file("/usr/lib/modprobe.d/nv.conf", "blacklist nvidia\n");
  EXPECT_EQ(policy_of(machine).nvidia_blacklisted.origin(), "/usr/lib/modprobe.d/nv.conf");
  machine.file("/etc/modprobe.d/nv.conf", "");
  EXPECT_FALSE(*policy_of(machine).nvidia_blacklisted);
  machine.file("/proc/cmdline", "quiet modprobe.blacklist=nouveau\n");
  EXPECT_TRUE(*policy_of(machine).nouveau_blacklisted);
  machine.refuse("/etc/modprobe.d/nv.conf");
  EXPECT_TRUE(policy_of(machine).nvidia_blacklisted.undecided());
  EXPECT_TRUE(*policy_of(machine).nouveau_blacklisted);
}

TEST(DeviceNodesProbe, NodesAreThereMissingOrUnknown) {
  TestMachine machine;
  machine.device("/dev/nvidiactl");
  machine.refuse("/dev/nvidia0", Why::not_recorded);
  model::DriverSetup setup;
  read_device_nodes(machine, 1, setup);
  ASSERT_EQ(setup.nodes->size(), 3u);
  EXPECT_TRUE(*(*setup.nodes)[0].may_open);
  EXPECT_TRUE((*setup.nodes)[1].may_open.absent());
  EXPECT_TRUE((*setup.nodes)[2].may_open.undecided());
  EXPECT_FALSE(*setup.uvm_loaded);
  EXPECT_TRUE(setup.node_group.absent());
  machine.file("/proc/driver/nvidia/params", "DeviceFileGID: 44\nModifyDeviceFiles: 1\n");
  machine.file("/etc/group", "video:x:44:\n");
  read_device_nodes(machine, 1, setup);
  EXPECT_EQ(*setup.node_group, "video");
}

TEST(DriverPackages, EachDatabaseIsReadOrItsReasonGiven) {
  const auto with = [](auto change) {
    TestMachine machine;
    change(machine);
    model::DriverSetup setup;
    read_driver_packages(machine, setup);
    return setup.packages;
  };
  EXPECT_EQ(with([](TestMachine& m) {
              m.file("/var/lib/dpkg/status",
                     "Package: nvidia-driver-550\nStatus: install ok installed\nVersion: 550.54\n");
            })
                ->front()
                .name,
            "nvidia-driver-550");
  EXPECT_EQ(with([](TestMachine& m) { m.folder("/var/lib/pacman/local/nvidia-utils-580.95.05-1"); })
                ->front()
                .version,
            "580.95.05-1");
  const auto rpm = with([](TestMachine& m) { m.folder("/var/lib/rpm"); });
  EXPECT_EQ(rpm.why().why, Why::unsupported);
  EXPECT_NE(rpm.why().detail.find("rpm"), std::string::npos);
  EXPECT_TRUE(with([](TestMachine& m) { m.refuse("/var/lib/dpkg"); }).undecided());
}

TEST(DriverCopies, AllFoldersOfTheSearchAreListedOnce) {
  TestMachine machine;
  machine.link("/lib", "usr/lib");
  machine.file("/usr/lib/x86_64-linux-gnu/libcuda.so.535.183.01");
  machine.link("/usr/lib/x86_64-linux-gnu/libcuda.so.1", "libcuda.so.535.183.01");
  machine.file("/usr/lib64/libnvidia-ml.so.550.54.15");
  machine.variables["LD_LIBRARY_PATH"] = "/usr/local/cuda/compat";
  machine.file("/usr/local/cuda/compat/libcuda.so.570.86.15");
  const auto copies = driver_copies(machine, Known<Version>(Version("550.54.15"), ""));
  ASSERT_EQ(copies->size(), 3u);
  EXPECT_TRUE((*copies)[0].compat);
  EXPECT_EQ((*copies)[1].version->text(), "535.183.01");
  EXPECT_EQ((*copies)[2].path, "/usr/lib64/libnvidia-ml.so.550.54.15");
}

/// A machine with one card whose driver works or not.
model::Facts facts_of(int nvml_init, bool module) {
  model::Facts facts;
  facts.os.kernel = Known<std::string>(kernel, "uname");
  facts.os.wsl = Known<bool>(false, "");
  facts.os.container = Known<std::string>(Unknown{Why::absent, ""}, "");
  model::Gpu card;
  card.in_nvml = nvml_init == 0;
  facts.cards.nvidia = Known<std::vector<model::Gpu>>(std::vector{card}, "");
  facts.driver.nvml.init = Known<int>(nvml_init, "");
  facts.driver.user_library = Known<Version>(Version("550.54.15"), "");
  facts.driver.cuda_library = Known<std::string>("/usr/lib/libcuda.so.1", "");
  facts.driver.kernel_module =
      module ? Known<Version>(Version("550.54.15"), "") : Known<Version>(Unknown{Why::absent, ""});
  return facts;
}

TEST(DriverSetup, AWorkingDriverCostsOneQuestion) {
  TestMachine machine;
  machine.folder("/sys/module/nvidia_uvm");
  model::Facts facts = facts_of(0, true);
  int asked = 0;
  const int before = machine.questions;
  read_driver_setup(machine, [&] { return ++asked, Known<int>(0, ""); }, facts);
  EXPECT_EQ(asked, 0);
  EXPECT_EQ(machine.questions - before, 1);
  EXPECT_TRUE(facts.driver.setup.module_files.undecided());
}

TEST(DriverSetup, CudaIsAskedWhenTheFilesSpeakAgainstIt) {
  TestMachine machine;
  for (const bool compat : {true, false}) {
    model::Facts facts = facts_of(0, true);
    if (compat) {
      machine.folder("/sys/module/nvidia_uvm");
      facts.driver.cuda_library = Known<std::string>("/usr/local/cuda/compat/libcuda.so.1", "");
    } else {
      machine.refuse("/sys/module", Why::not_recorded);  // the missing node speaks as well
    }
    read_driver_setup(machine, [] { return Known<int>(804, ""); }, facts);
    EXPECT_EQ(facts.driver.setup.cuda_init.value_or(0), 804) << compat;
  }
}

TEST(DriverSetup, AContainerIsNotAskedForTheHostsFiles) {
  TestMachine machine;
  model::Facts facts = facts_of(9, false);
  facts.os.container = Known<std::string>("docker", "");
  read_driver_setup(machine, [] { return Known<int>(0, ""); }, facts);
  EXPECT_FALSE(facts.driver.setup.module_files.absent());
  facts.os.container = Known<std::string>(Unknown{Why::absent, ""}, "");
  read_driver_setup(machine, [] { return Known<int>(0, ""); }, facts);
  EXPECT_TRUE(facts.driver.setup.module_files.absent());
}

}  // namespace
}  // namespace gpuenv::probe
