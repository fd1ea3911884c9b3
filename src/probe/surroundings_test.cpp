// Tests of what surrounds the environments: WSL, containers, jobs, disks.
#include "probe/surroundings.h"

#include <gtest/gtest.h>

#include "probe/test_machine.h"

namespace gpuenv::probe {
namespace {

using test::TestMachine;

model::Facts working() {
  model::Facts facts;
  facts.os.kernel = Known<std::string>("5.15.153.1-microsoft-standard-WSL2", "uname");
  facts.os.container = Unknown{Why::absent, ""};
  facts.driver.nvml.init = Known<int>(0, "NVML");
  facts.driver.nvml.library = "/usr/lib/libnvidia-ml.so.1";
  facts.cards.nvidia = Known<std::vector<model::Gpu>>(std::vector<model::Gpu>(1), "NVML");
  return facts;
}

model::Facts in_wsl(const std::string& library = "/usr/lib/wsl/lib/libcuda.so.1") {
  model::Facts facts = working();
  facts.os.wsl = Known<bool>(true, "uname");
  facts.driver.cuda_library = Known<std::string>(library, library);
  return facts;
}

TEST(WslProbe, AWorkingMachineIsAskedLittle) {
  TestMachine machine;
  machine.device("/dev/dxg");
  machine.file("/usr/lib/wsl/lib/libcuda.so.1");
  machine.file("/etc/ld.so.cache", std::string("x\0/usr/lib/wsl/lib/libcuda.so.1\0", 32));
  machine.refuse("/mnt/c", Why::timed_out);
  const auto wsl = read_wsl_state(machine, in_wsl());
  EXPECT_EQ(*wsl.generation, 2);
  EXPECT_TRUE(*wsl.dxg && *wsl.stubs && *wsl.on_search_path);
  EXPECT_TRUE(wsl.linux_driver.absent());
  EXPECT_EQ(wsl.windows_build.why().why, Why::not_recorded);
}

TEST(WslProbe, WithoutTheDeviceWindowsIsAsked) {
  TestMachine machine;
  machine.folder("/mnt/c/Windows/servicing/Version/10.0.18362.1");
  machine.file("/mnt/c/Users/me/.wslconfig", "[wsl2]\nmemory=8GB\ngpuSupport = false\n");
  machine.folder("/mnt/c/Users/Public");
  const auto wsl = read_wsl_state(machine, in_wsl());
  EXPECT_EQ(*wsl.windows_build, 18362);
  EXPECT_EQ(*wsl.memory, "8GB");
  EXPECT_FALSE(*wsl.gpu_support);
  machine.file("/mnt/c/Users/you/.wslconfig");
  EXPECT_TRUE(read_wsl_state(machine, in_wsl()).gpu_support.undecided());
  TestMachine bare;
  const auto other = read_wsl_state(bare, in_wsl());
  EXPECT_TRUE(other.windows_build.undecided());
}

TEST(WslProbe, AVersionInTheNameIsALinuxDriver) {
  TestMachine machine;
  machine.file("/usr/lib/x/libcuda.so.550.54.15");
  machine.link("/usr/lib/x/libcuda.so.1", "libcuda.so.550.54.15");
  machine.file("/usr/lib/wsl/lib/libcuda.so.1.1");
  machine.link("/usr/lib/y/libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1.1");
  EXPECT_EQ(*read_wsl_state(machine, in_wsl("/usr/lib/x/libcuda.so.1")).linux_driver,
            "/usr/lib/x/libcuda.so.550.54.15");
  EXPECT_TRUE(read_wsl_state(machine, in_wsl("/usr/lib/y/libcuda.so.1")).linux_driver.absent());
}

TEST(WslProbe, TheDynamicLinkersCacheDecides) {
  TestMachine machine;
  machine.file("/usr/lib/wsl/lib/libcuda.so.1");
  const auto asked = [&] { return read_wsl_state(machine, in_wsl()).on_search_path; };
  EXPECT_TRUE(asked().absent());  // systems without a cache have a linker of their own
  machine.file("/etc/ld.so.cache", "other");
  EXPECT_FALSE(*asked());
  machine.variables["LD_LIBRARY_PATH"] = "/opt/x:/usr/lib/wsl/lib/";
  EXPECT_TRUE(*asked());
  machine.refuse("/opt/x/libcuda.so.1");
  EXPECT_TRUE(asked().undecided());
  machine.refused = {{"$LD_LIBRARY_PATH", Why::not_recorded}};
  EXPECT_TRUE(asked().undecided());
}

TEST(ContainerGpuProbe, AWorkingContainerIsOnlyAskedForItsVariables) {
  TestMachine machine;
  model::Facts facts = working();
  facts.driver.cuda_library = Known<std::string>("/usr/lib/libcuda.so.1", "");
  machine.variables["NVIDIA_VISIBLE_DEVICES"] = "all";
  const auto inside = read_container_inside(machine, facts);
  EXPECT_EQ(*inside.visible_devices, "all");
  EXPECT_TRUE(inside.capabilities.absent());
  EXPECT_EQ(machine.questions, 0);
}

TEST(ContainerGpuProbe, NodesAndLibrariesOfAFailingOne) {
  TestMachine machine;
  model::Facts facts = working();
  facts.driver.nvml.init = Known<int>(18, "NVML");
  facts.driver.kernel_module = Known<base::Version>(base::Version("550.54.15"), "");
  facts.driver.user_library = Known<base::Version>(base::Version("535.1"), "");
  facts.driver.cuda_library = Known<std::string>("/lib/libcuda.so.535.1", "");
  machine.file("/lib/libcuda.so.535.1");
  machine.file("/proc/self/mountinfo", "1 0 0:1 / / rw - overlay x rw\n");
  machine.file("/var/lib/dpkg/info/libnvidia-compute-535:amd64.list");
  machine.file("/var/lib/dpkg/info/libnvidia-compute-535:amd64.md5sums");
  machine.file("/var/lib/dpkg/info/libc6.list");
  machine.file("/var/lib/dpkg/info/nvidia-utils-535.list");
  auto inside = read_container_inside(machine, facts);
  EXPECT_FALSE(*inside.nodes);
  EXPECT_FALSE(*inside.library_mounted);
  EXPECT_EQ(*inside.driver_packages, (std::vector<std::string>{"libnvidia-compute-535", "nvidia-utils-535"}));
  machine.device("/dev/nvidiactl");
  machine.file("/proc/self/mountinfo",
               "1 0 0:1 / / rw - overlay x rw\n2 1 0:1 / /lib/libcuda.so.535.1 ro - ext4 x rw\n");
  inside = read_container_inside(machine, facts);
  EXPECT_TRUE(*inside.nodes && *inside.library_mounted);
  machine.refuse("/proc/self/mountinfo");
  EXPECT_TRUE(read_container_inside(machine, facts).library_mounted.undecided());
}

TEST(ContainerGpuProbe, AHostIsAskedFurtherOnlyWhereAnEngineIs) {
  TestMachine machine;
  EXPECT_FALSE(*read_container_host(machine, working()).docker);
  EXPECT_FALSE(read_container_host(machine, working()).toolkit.known());
  machine.file("/usr/bin/dockerd");
  machine.file("/usr/bin/nvidia-ctk");
  machine.file("/etc/docker/daemon.json", R"({"runtimes": {"nvidia": {}}})");
  machine.file("/etc/cdi/nvidia.yaml", "path: /usr/lib/libcuda.so.535.1\n");
  const auto host = read_container_host(machine, working());
  EXPECT_TRUE(*host.docker && *host.toolkit && *host.runtime_configured && *host.cdi);
  EXPECT_EQ(*host.cdi_driver, "535.1");
  EXPECT_FALSE(*host.snap_docker);
  model::Facts broken = working();
  broken.driver.nvml.init = Known<int>(9, "NVML");
  EXPECT_FALSE(read_container_host(machine, broken).docker.known());
}

TEST(JobProbe, SlurmSaysWhatItGave) {
  TestMachine machine;
  EXPECT_TRUE(read_job(machine).absent());
  machine.variables["SLURM_JOB_ID"] = "1";
  EXPECT_EQ(read_job(machine)->system, "slurm");
  EXPECT_EQ(read_job(machine)->gpus, "");
  machine.variables["SLURM_JOB_GPUS"] = "0,1";
  EXPECT_EQ(read_job(machine)->gpus, "0,1");
  machine.refused["$SLURM_JOB_ID"] = Why::not_recorded;
  EXPECT_TRUE(read_job(machine).undecided());
}

TEST(DiskProbe, ThePlacesWhereInstallersWrite) {
  TestMachine machine;
  machine.folder("/tmp");
  machine.free["/home"] = 300 << 20;
  model::Facts facts = working();
  facts.environments.resize(2);
  facts.environments[0].path = facts.environments[0].interpreter = "/home/user/env";
  facts.environments[0].selection = model::Selection::active;
  machine.folder("/home/user/env");
  facts.environments[1].path = facts.environments[1].interpreter = "/found";
  const auto disks = read_disks(machine, facts);
  ASSERT_EQ(disks.size(), 3u);
  EXPECT_EQ(disks[0].path, "/home/user/env");
  EXPECT_EQ(*disks[0].free_mib, 300);
  EXPECT_EQ(disks[2].path, "/tmp");
  machine.refuse("/home/user");
  EXPECT_TRUE(read_disks(machine, facts)[1].free_mib.undecided());
}

}  // namespace
}  // namespace gpuenv::probe
