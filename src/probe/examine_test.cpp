// Tests of the whole examination.
#include "probe/probe.h"

#include <gtest/gtest.h>

#include "probe/test_environments.h"

namespace gpuenv::probe {
namespace {

using test::put_distribution;
using test::put_torch;
using test::put_venv;
using test::TestMachine;

model::Facts examined(TestMachine& machine, const Options& options = {}) {
  static const auto catalog = catalog::Catalog::embedded();
  return examine(machine, catalog, options);
}

TEST(Examine, FillsTheFactsOfAWorkingMachine) {
  TestMachine machine;
  machine.file("/etc/os-release", "NAME=Ubuntu\nVERSION_ID=24.04\n");
  machine.file("/sys/bus/pci/devices/0000:01:00.0/class", "0x030000\n");
  machine.file("/sys/bus/pci/devices/0000:01:00.0/vendor", "0x10de\n");
  machine.file("/sys/bus/pci/devices/0000:01:00.0/device", "0x2204\n");
  machine.file("/proc/driver/nvidia/version",
               "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  x\n");
  machine.folder("/sys/module/nvidia_uvm");
  const std::string libraries = "/usr/lib/x86_64-linux-gnu/";
  for (const char* name : {"libcuda.so", "libnvidia-ml.so"}) {
    machine.file(libraries + name + ".550.54.15");
    machine.link(libraries + name + ".1", std::string(name) + ".550.54.15");
  }
  machine.vendor["nvml " + libraries + "libnvidia-ml.so.1"] = Known<std::string>(
      "init=0\ndriver=550.54.15\ncuda=12040\ncount=1\ngpu0.name=NVIDIA GeForce RTX "
      "3090\ngpu0.pci=0000:01:00.0\n"
      "gpu0.cc=8.6\n",
      "");
  const std::string site = put_venv(machine, "/proj/.venv");
  put_distribution(machine, site, "torch", "2.6.0");
  put_torch(machine, site, "2.6.0+cu124", "'12.4'");
  machine.variables["VIRTUAL_ENV"] = "/proj/.venv";
  const auto facts = examined(machine);
  EXPECT_EQ(facts.source.kind, "recording");
  EXPECT_EQ(*facts.os.name, "Ubuntu 24.04");
  EXPECT_EQ(facts.driver.version()->text(), "550.54.15");
  EXPECT_EQ(facts.driver.cuda->text(), "12.4");
  ASSERT_EQ(facts.cards.nvidia->size(), 1u);
  EXPECT_TRUE(facts.cards.nvidia->front().in_nvml && facts.cards.nvidia->front().in_pci);
  ASSERT_EQ(facts.environments.size(), 1u);
  EXPECT_EQ(facts.environments[0].selection, model::Selection::active);
  EXPECT_EQ(facts.environments[0].frameworks.at(0).build->variant, "cu124");
  // NVML answered: libcuda is not opened.
  EXPECT_EQ(machine.vendor_asked.size(), 1u);
}

TEST(Examine, ABareMachineHasAnswersToo) {
  TestMachine machine;
  machine.folder("/sys/bus/pci/devices");
  const auto facts = examined(machine);
  EXPECT_TRUE(facts.cards.nvidia.known() && facts.cards.nvidia->empty());
  EXPECT_TRUE(facts.driver.kernel_module.absent());
  EXPECT_TRUE(facts.driver.user_library.absent());
  EXPECT_TRUE(facts.toolkits.known() && facts.toolkits->empty());
  EXPECT_TRUE(facts.environments.empty());
}

TEST(Examine, AWindowsMachineIsReadThroughItsDeviceManager) {
  TestMachine machine(base::OsFamily::windows);
  machine.devices = {std::vector{machine::DeviceNode{R"(PCI\VEN_10DE&DEV_2786&SUBSYS_1)",
                                                     "NVIDIA GeForce RTX 4070", 0, "32.0.15.6094"}},
                     "device manager"};
  machine.file(R"(C:\Windows\System32\nvcuda.dll)");
  machine.file(R"(C:\Windows\System32\nvml.dll)");
  machine.vendor[R"(nvml C:\Windows\System32\nvml.dll)"] =
      Unknown{Why::timed_out, "no answer within 10000 ms"};
  const auto facts = examined(machine);
  EXPECT_EQ(facts.cards.nvidia->at(0).compute_capability->name(), "sm_89");
  EXPECT_EQ(facts.driver.kernel_module->text(), "560.94");
  EXPECT_EQ(facts.driver.user_library->text(), "560.94");
  EXPECT_EQ(facts.driver.nvml.init.why().why, Why::timed_out);
  EXPECT_EQ(facts.driver.cuda->text(), "12.6");
}

TEST(Examine, NothingThatCannotBeReadBecomesAnAbsence) {
  TestMachine machine;
  machine.info.reset();
  machine.refuse("/", Why::denied);
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX", "PATH", "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES"})
    machine.refused[std::string("$") + name] = Why::not_recorded;
  const auto facts = examined(machine);
  EXPECT_TRUE(facts.os.name.undecided() && facts.os.wsl.undecided() && facts.os.container.undecided());
  EXPECT_TRUE(facts.os.laptop.undecided() && facts.cards.nvidia.undecided() && facts.toolkits.undecided());
  EXPECT_TRUE(facts.driver.kernel_module.undecided() && facts.driver.user_library.undecided());
  EXPECT_TRUE(facts.driver.cuda.undecided() && facts.driver.nvml.init.undecided());
  ASSERT_EQ(facts.environments.size(), 1u);
  EXPECT_TRUE(facts.environments[0].distributions.undecided());
}

TEST(Examine, NamedEnvironmentsReplaceTheSearch) {
  TestMachine machine;
  put_venv(machine, "/proj/.venv");
  put_venv(machine, "/a");
  const auto facts = examined(machine, {{"/a/bin/python"}});
  ASSERT_EQ(facts.environments.size(), 1u);
  EXPECT_EQ(facts.environments[0].path, "/a");
  EXPECT_EQ(facts.environments[0].selection, model::Selection::named);
}

}  // namespace
}  // namespace gpuenv::probe
