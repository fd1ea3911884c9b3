// Checks of why the driver does not work on Linux: holds, does not hold, cannot tell.
#include <gtest/gtest.h>

#include <algorithm>

#include "check/test_facts.h"

namespace gpuenv::check::test {
namespace {

using Ids = std::vector<std::string>;
using model::DriverSetup;

const Unknown absent{Why::absent, ""};
const Unknown denied{Why::denied, "permission denied"};

template <class T>
Known<std::vector<T>> list(std::vector<T> items) {
  return {std::move(items), "file"};
}

/// Libraries of 550.54.15 and no module; nothing on disk says why.
model::Facts unloaded_machine() {
  model::Facts facts = working_machine();
  facts.driver.kernel_module = Known<Version>(absent, "/proc/driver/nvidia/version");
  facts.driver.kind = absent;
  facts.driver.nvml.init = Known<int>(9, "NVML");
  auto& card = facts.cards.nvidia->front();
  card.kernel_driver = Known<std::string>(absent, card.pci_address);
  card.in_nvml = false;
  DriverSetup& setup = facts.driver.setup;
  setup.module_files = list<model::ModuleFile>({{"/lib/modules/6.8.0/updates/dkms/nvidia.ko.zst", true}});
  setup.secure_boot = Known<bool>(false, "efivars");
  setup.lockdown = Known<std::string>(absent, "lockdown");
  setup.nvidia_blacklisted = Known<bool>(false, "/etc/modprobe.d");
  setup.nouveau_blacklisted = Known<bool>(false, "/etc/modprobe.d");
  return facts;
}

Ids causes_with(void (*change)(DriverSetup&)) {
  model::Facts facts = unloaded_machine();
  change(facts.driver.setup);
  return causes(judged(facts));
}

model::Verdict verdict_with(void (*change)(DriverSetup&)) {
  model::Facts facts = unloaded_machine();
  change(facts.driver.setup);
  return judged(facts).verdict;
}

TEST(NotLoaded, IsTheCauseItselfWhenNothingSaysWhy) {
  EXPECT_EQ(causes(judged(unloaded_machine())), Ids{"driver.not-loaded"});
}

TEST(NotLoaded, InAContainerTheHostHasToLoadIt) {
  model::Facts facts = unloaded_machine();
  facts.driver.setup = {};
  facts.os.container = Known<std::string>("docker", "/.dockerenv");
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"driver.not-loaded"});
  EXPECT_EQ(judgement.findings[0].fix.at(0).text, "host");
}

TEST(ModuleFile, EachReasonForItsAbsenceHasItsOwnName) {
  EXPECT_EQ(causes_with([](DriverSetup& s) { s.module_files = absent; }), Ids{"driver.kernel-gone"});
  EXPECT_EQ(causes_with([](DriverSetup& s) {
              s.module_files = list<model::ModuleFile>({});
              s.dkms = absent;
              s.other_kernels = list<std::string>({"6.5.0"});
            }),
            Ids{"driver.module-missing"});
  EXPECT_EQ(causes_with([](DriverSetup& s) {
              s.module_files = list<model::ModuleFile>({});
              s.dkms = list<model::DkmsBuild>({{"nvidia", Version("550.54.15"), "6.5.0", true, ""}});
              s.headers = Known<bool>(false, "build");
            }),
            Ids{"driver.headers-missing"});
  EXPECT_EQ(causes_with([](DriverSetup& s) {
              s.module_files = list<model::ModuleFile>({});
              s.dkms = list<model::DkmsBuild>({{"nvidia", Version("550.54.15"), "", false, "make.log"}});
              s.headers = Known<bool>(true, "build");
            }),
            Ids{"driver.dkms-not-built"});
}

TEST(ModuleFile, WhatCannotBeReadLeavesTheReasonOpen) {
  EXPECT_EQ(verdict_with([](DriverSetup& s) { s.module_files = denied; }), model::Verdict::unknown);
  EXPECT_EQ(verdict_with([](DriverSetup& s) {
              s.module_files = list<model::ModuleFile>({});
              s.dkms = denied;
            }),
            model::Verdict::unknown);
  EXPECT_EQ(verdict_with([](DriverSetup& s) {
              s.module_files = list<model::ModuleFile>({});
              s.dkms = list<model::DkmsBuild>({{"nvidia", Version("550.54.15"), "", false, ""}});
              s.headers = denied;
            }),
            model::Verdict::unknown);
}

TEST(SecureBoot, RefusesOnlyWhatWasBuiltHereUnderLockdown) {
  const auto with = [](bool on, const char* lockdown, bool self_built) {
    model::Facts facts = unloaded_machine();
    DriverSetup& setup = facts.driver.setup;
    setup.secure_boot = Known<bool>(on, "efivars");
    setup.lockdown = Known<std::string>(lockdown, "lockdown");
    setup.module_files = list<model::ModuleFile>({{"/lib/modules/6.8.0/nvidia.ko", self_built}});
    return causes(judged(facts));
  };
  EXPECT_EQ(with(true, "integrity", true), Ids{"driver.secure-boot"});
  EXPECT_EQ(with(true, "integrity", false), Ids{"driver.not-loaded"});
  EXPECT_EQ(with(true, "none", true), Ids{"driver.not-loaded"});
  EXPECT_EQ(with(false, "integrity", true), Ids{"driver.not-loaded"});
}

TEST(SecureBoot, IsNeverCertainAndNamesTheKeyOfTheDistribution) {
  model::Facts facts = unloaded_machine();
  facts.driver.setup.secure_boot = Known<bool>(true, "efivars");
  facts.driver.setup.lockdown = Known<std::string>("integrity", "lockdown");
  const auto judgement = judged(facts);
  EXPECT_EQ(judgement.findings[0].confidence, model::Confidence::likely);
  EXPECT_NE(commands(judgement.findings[0]).find("mokutil --import /var/lib/shim-signed"), std::string::npos);
  facts.driver.setup.lockdown = denied;
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
  facts.driver.setup.secure_boot = denied;
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
}

TEST(Blacklisted, TheFileIsNamed) {
  model::Facts facts = unloaded_machine();
  facts.driver.setup.nvidia_blacklisted = Known<bool>(true, "/etc/modprobe.d/old.conf");
  auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"driver.blacklisted"});
  EXPECT_NE(commands(judgement.findings[0]).find("/etc/modprobe.d/old.conf"), std::string::npos);
  facts.driver.setup.nvidia_blacklisted = Known<bool>(true, "/proc/cmdline");
  judgement = judged(facts);
  EXPECT_EQ(judgement.findings[0].fix.at(0).text, "command-line");
  facts.driver.setup.nvidia_blacklisted = denied;
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
}

TEST(CardHeld, NouveauIsBlacklistedUnlessItAlreadyIs) {
  model::Facts facts = unloaded_machine();
  facts.cards.nvidia->front().kernel_driver = Known<std::string>("nouveau", "sysfs");
  auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"driver.card-held"});
  EXPECT_NE(commands(judgement.findings[0]).find("blacklist nouveau"), std::string::npos);
  facts.driver.setup.nouveau_blacklisted = Known<bool>(true, "/etc/modprobe.d/x.conf");
  judgement = judged(facts);
  EXPECT_EQ(commands(judgement.findings[0]).find("blacklist nouveau"), std::string::npos);
  EXPECT_NE(commands(judgement.findings[0]).find("update-initramfs"), std::string::npos);
}

TEST(CardHeld, VfioIsNoFaultOfNouveau) {
  model::Facts facts = unloaded_machine();
  facts.cards.nvidia->front().kernel_driver = Known<std::string>("vfio-pci", "sysfs");
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"driver.card-held"});
  EXPECT_EQ(judgement.findings[0].fix.at(0).text, "vfio");
  facts.cards.nvidia->front().kernel_driver = denied;
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
}

struct Served {
  const char* driver;
  const char* kind;
  base::Sm card;
  const char* cause;
};

class CardSupport : public testing::TestWithParam<Served> {};

TEST_P(CardSupport, IsJudgedForACardThatNvmlLeavesOut) {
  const Served& given = GetParam();
  model::Facts facts = working_machine();
  facts.driver.kernel_module = facts.driver.user_library = Known<Version>(Version(given.driver), "file");
  facts.driver.kind = Known<std::string>(given.kind, "file");
  *facts.cards.nvidia = {card("card", given.card)};
  facts.cards.nvidia->front().in_nvml = false;
  facts.driver.setup.nodes = list<model::DeviceFile>({});
  const std::string cause = *given.cause == '\0' ? "gpu.not-listed" : given.cause;
  EXPECT_EQ(causes(judged(facts)), Ids{cause + "@gpu0"}) << given.driver;
  facts.cards.nvidia->front().in_nvml = true;
  EXPECT_EQ(causes(judged(facts)), Ids{}) << "a card that works is served";
}

INSTANTIATE_TEST_SUITE_P(Cards, CardSupport,
                         testing::Values(Served{"590.48.01", "open", {6, 1}, "driver.card-dropped"},
                                         Served{"580.95.05", "proprietary", {6, 1}, ""},
                                         Served{"580.95.05", "open", {6, 1}, "driver.wrong-module-kind"},
                                         Served{"535.183.01", "proprietary", {3, 5}, "driver.card-dropped"},
                                         Served{"550.54.15", "open", {12, 0}, "driver.older-than-card"},
                                         Served{
                                             "575.64.03", "proprietary", {12, 0}, "driver.wrong-module-kind"},
                                         Served{"575.64.03", "open", {12, 0}, ""}));

TEST(CardSupport, ADroppedCardExplainsTheModuleThatDoesNotLoad) {
  model::Facts facts = unloaded_machine();
  facts.driver.user_library = Known<Version>(Version("590.48.01"), "libcuda");
  facts.cards.nvidia->front().compute_capability = Known<base::Sm>({6, 1}, "catalog");
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"driver.card-dropped@gpu0"});
  EXPECT_NE(commands(judgement.findings[0]).find("nvidia-driver-580"), std::string::npos);
  facts.cards.nvidia->front().compute_capability = denied;
  facts.cards.nvidia->front().pci_device_id = "";
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
}

model::Facts closed_machine(Known<bool> may_open) {
  model::Facts facts = working_machine();
  facts.driver.nvml.init = Known<int>(999, "NVML");
  facts.driver.setup.nodes = list<model::DeviceFile>(
      {{"/dev/nvidiactl", may_open}, {"/dev/nvidia-uvm", may_open}, {"/dev/nvidia0", may_open}});
  return facts;
}

TEST(DeviceNodes, ClosedOnesNameTheGroupThatMayOpenThem) {
  model::Facts facts = closed_machine(Known<bool>(false, "/dev/nvidiactl"));
  EXPECT_EQ(find(judged(facts), "driver.nodes-denied")->fix.at(0).text, "look");
  facts.driver.setup.node_group = Known<std::string>("video", "params");
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"driver.nodes-denied"});
  EXPECT_NE(commands(judgement.findings[0]).find("usermod -aG video"), std::string::npos);
}

TEST(DeviceNodes, MissingOnesAreMadeOnTheHostAndHandedIntoContainers) {
  model::Facts facts = closed_machine(absent);
  EXPECT_EQ(find(judged(facts), "driver.nodes-missing")->fix.at(0).text, "create");
  facts.os.container = Known<std::string>("docker", "/.dockerenv");
  EXPECT_EQ(find(judged(facts), "driver.nodes-missing")->fix.at(0).text, "container");
}

TEST(DeviceNodes, AreNotLookedAtWhenTheDriverWorksOrDiffers) {
  model::Facts facts = closed_machine(absent);
  facts.driver.nvml.init = Known<int>(0, "NVML");
  EXPECT_EQ(find(judged(facts), "driver.nodes-missing"), nullptr);
  facts.driver.nvml.init = Known<int>(18, "NVML");
  EXPECT_EQ(find(judged(facts), "driver.nodes-missing"), nullptr);
  EXPECT_EQ(judged(closed_machine(denied)).verdict, model::Verdict::unknown);
}

model::Facts compat_machine(Known<int> cuda_init) {
  model::Facts facts = working_machine();
  facts.driver.cuda_library = Known<std::string>("/usr/local/cuda/compat/libcuda.so.1", "LD_LIBRARY_PATH");
  facts.driver.user_library =
      Known<Version>(Version("570.86.15"), "/usr/local/cuda/compat/libcuda.so.570.86.15");
  facts.driver.setup.cuda_init = std::move(cuda_init);
  return facts;
}

TEST(CudaStart, TheCodeOfCuInitDecidesAboutForwardCompatibility) {
  EXPECT_EQ(causes(judged(compat_machine({804, "cuInit"}))), Ids{"driver.compat-unsupported"});
  EXPECT_EQ(causes(judged(compat_machine({803, "cuInit"}))), Ids{"driver.compat-mismatch"});
  EXPECT_EQ(causes(judged(compat_machine({0, "cuInit"}))), Ids{});
  EXPECT_EQ(causes(judged(compat_machine({100, "cuInit"}))), Ids{});
  EXPECT_EQ(judged(compat_machine(denied)).verdict, model::Verdict::unknown);
}

TEST(CudaStart, TheFolderOfTheCompatLibraryLeavesThePathOrItsPackageGoes) {
  model::Facts facts = compat_machine({804, "cuInit"});
  EXPECT_NE(commands(judged(facts).findings[0]).find("cuda-compat"), std::string::npos);
  facts.variables["LD_LIBRARY_PATH"] = Known<std::string>("/usr/local/cuda/compat:/x", "$LD_LIBRARY_PATH");
  const auto judgement = judged(facts);
  EXPECT_NE(commands(judgement.findings[0]).find("/usr/local/cuda/compat"), std::string::npos);
  EXPECT_EQ(commands(judgement.findings[0]).find("remove"), std::string::npos);
}

TEST(CudaStart, UvmMattersOnlyWhenCudaFails) {
  model::Facts facts = working_machine();
  facts.driver.setup.uvm_loaded = Known<bool>(false, "/sys/module/nvidia_uvm");
  facts.driver.setup.cuda_init = Known<int>(999, "cuInit");
  EXPECT_EQ(causes(judged(facts)), Ids{"driver.uvm-missing"});
  facts.driver.setup.cuda_init = Known<int>(0, "cuInit");
  EXPECT_EQ(causes(judged(facts)), Ids{});
  facts.driver.setup.cuda_init = denied;
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
  facts.driver.setup.uvm_loaded = Known<bool>();
  EXPECT_EQ(judged(facts).verdict, model::Verdict::healthy);
}

TEST(CudaStart, AContainerMayLackTheNodeOfUvm) {
  model::Facts facts = working_machine();
  facts.os.container = Known<std::string>("lxc", "/run/systemd/container");
  facts.driver.setup.uvm_loaded = Known<bool>(true, "/sys/module/nvidia_uvm");
  facts.driver.setup.nodes = list<model::DeviceFile>({{"/dev/nvidia-uvm", absent}});
  facts.driver.setup.cuda_init = Known<int>(999, "cuInit");
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"driver.uvm-missing"});
  EXPECT_EQ(judgement.findings[0].fix.at(0).text, "container");
}

TEST(CudaStart, AnUncertainNodeOfUvmMattersWhenCudaFails) {
  model::Facts facts = working_machine();
  facts.driver.setup.nodes = list<model::DeviceFile>({{"/dev/nvidia-uvm", denied}});
  facts.driver.setup.cuda_init = Known<int>(0, "cuInit");
  EXPECT_EQ(judged(facts).verdict, model::Verdict::healthy);
  facts.driver.setup.cuda_init = Known<int>(999, "cuInit");
  EXPECT_EQ(causes(judged(facts)), Ids{});
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
}

TEST(TwoInstalls, AMatchingCopyElsewhereIsWhyARestartDoesNotHelp) {
  model::Facts facts = working_machine();
  facts.driver.nvml.init = Known<int>(18, "NVML");
  facts.driver.user_library = Known<Version>(Version("535.183.01"), "/usr/lib/libcuda.so.535.183.01");
  EXPECT_EQ(causes(judged(facts)), Ids{"driver.version-mismatch"});
  facts.driver.setup.copies = list<model::DriverCopy>(
      {{"/usr/lib64/libcuda.so.550.54.15", Known<Version>(Version("550.54.15"), ""), false}});
  facts.driver.setup.run_file = Known<bool>(true, "/usr/bin/nvidia-uninstall");
  facts.driver.setup.packages = list<model::DriverPackage>({{"dpkg", "libnvidia-compute-535", "535.183.01"}});
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"driver.two-installs"});
  EXPECT_EQ(commands(judgement.findings[0]).find("rmmod"), std::string::npos);
  EXPECT_NE(commands(judgement.findings[0]).find("nvidia-uninstall"), std::string::npos);
  facts.driver.setup.copies->front().compat = true;
  EXPECT_EQ(causes(judged(facts)), Ids{"driver.version-mismatch"});
}

TEST(Mismatch, WhereFilesAgreeTheLogTellsMoreAndNothingElseIsAdvised) {
  model::Facts facts = working_machine();
  facts.driver.nvml.init = Known<int>(18, "NVML");
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"driver.version-mismatch"});
  EXPECT_NE(commands(judgement.findings[0]).find("API mismatch"), std::string::npos);
  EXPECT_EQ(commands(judgement.findings[0]).find("reboot"), std::string::npos);
}

TEST(Mismatch, WithoutNvmlOneVersionAloneLeavesItOpen) {
  model::Facts facts = working_machine();
  facts.driver.nvml.init = Known<int>(denied, "NVML");
  facts.driver.kernel_module = Known<Version>(denied, "/proc/driver/nvidia/version");
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{});
  const auto& open = judgement.open;
  EXPECT_TRUE(std::any_of(open.begin(), open.end(), [](const model::Open& one) {
    const auto& ids = one.leaves_open;
    return std::find(ids.begin(), ids.end(), "driver.version-mismatch") != ids.end();
  }));
}

TEST(Mismatch, AnotherLibcudaBesideWorkingNvmlHangsOnCuInit) {
  model::Facts facts = working_machine();
  facts.driver.user_library = Known<Version>(Version("550.90.07"), "libcuda");
  facts.driver.setup.cuda_init = Known<int>(denied, "cuInit");
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
  facts.driver.setup.cuda_init = Known<int>(0, "cuInit");
  EXPECT_EQ(judged(facts).verdict, model::Verdict::healthy);
}

}  // namespace
}  // namespace gpuenv::check::test
