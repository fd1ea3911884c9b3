// Checks about cards and the driver.
#include <gtest/gtest.h>

#include "check/test_facts.h"

namespace gpuenv::check::test {
namespace {

using Ids = std::vector<std::string>;

const Unknown absent{Why::absent, ""};
const Unknown not_recorded{Why::not_recorded, "no answer"};

TEST(NoCard, LaptopIsToldThatTheCardMayBeSwitchedOff) {
  model::Facts facts = working_machine();
  facts.cards.nvidia = Known<std::vector<model::Gpu>>(std::vector<model::Gpu>{}, "/sys/bus/pci/devices");
  facts.cards.others = {{"AMD", "15bf", "0000:c1:00.0"}};
  facts.os.laptop = Known<bool>(true, "dmi");
  const auto judgement = judged(facts);
  const auto* finding = find(judgement, "gpu.none");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->confidence, model::Confidence::likely);
  ASSERT_EQ(finding->fix.size(), 2u);
  EXPECT_EQ(finding->fix[0].text, "laptop");
  facts.cards.switched_off = Known<model::CardSwitch>({"prime-select", "intel"}, "/etc/prime-discrete");
  EXPECT_EQ(judged(facts).findings.at(0).fix.at(0).command, "sudo prime-select on-demand");
  facts.cards.switched_off = Known<model::CardSwitch>({"udev", "/etc/udev/rules.d/x.rules"}, "x");
  EXPECT_EQ(judged(facts).findings.at(0).fix.at(0).text, "rule");
  EXPECT_EQ(finding->fix[1].parameters.at("others"), "AMD 15bf");
}

struct Visible {
  const char* value;
  const char* finding;
};

class VisibleDevices : public testing::TestWithParam<Visible> {};

TEST_P(VisibleDevices, IsReadAsCudaReadsIt) {
  model::Facts facts = working_machine();
  facts.cards.nvidia->push_back(card("NVIDIA GeForce RTX 3090", {8, 6}, "0000:02:00.0"));
  (*facts.cards.nvidia)[0].uuid = Known<std::string>("GPU-aaaa-1", "NVML");
  (*facts.cards.nvidia)[1].uuid = Known<std::string>("GPU-bbbb-2", "NVML");
  facts.variables["CUDA_VISIBLE_DEVICES"] = Known<std::string>(GetParam().value, "$CUDA_VISIBLE_DEVICES");
  const auto judgement = judged(facts);
  std::string found;
  for (const auto& finding : judgement.findings)
    if (finding.id.ends_with("hidden")) found = finding.id;
  EXPECT_EQ(found, GetParam().finding) << GetParam().value;
}

INSTANTIATE_TEST_SUITE_P(Values, VisibleDevices,
                         testing::Values(Visible{"", "gpu.hidden"}, Visible{"-1", "gpu.hidden"},
                                         Visible{"NoDevFiles", "gpu.hidden"}, Visible{"2", "gpu.hidden"},
                                         Visible{"0", "gpu.some-hidden"}, Visible{"1,0", ""},
                                         Visible{"0,5,1", "gpu.some-hidden"},
                                         Visible{"GPU-bbbb", "gpu.some-hidden"},
                                         Visible{"GPU-cccc", "gpu.hidden"}, Visible{"0, 1", ""}));

TEST(Driver, MissingWhenModuleAndLibrariesAreAbsent) {
  model::Facts facts = working_machine();
  facts.driver.kernel_module = Known<Version>(absent, "/proc/driver/nvidia/version");
  facts.driver.user_library = Known<Version>(absent, "library search");
  facts.driver.nvml = {};
  facts.driver.nvml.init = Known<int>(absent, "");
  EXPECT_EQ(causes(judged(facts)), Ids{"driver.missing"});
}

TEST(Driver, UnreadableModuleVersionIsNeverAMissingDriver) {
  model::Facts facts = working_machine();
  facts.driver.kernel_module = Known<Version>(not_recorded, "");
  facts.driver.user_library = Known<Version>(absent, "library search");
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{});
  EXPECT_EQ(judgement.verdict, model::Verdict::unknown);
}

TEST(Driver, MissingOldCardIsSentToItsLastBranch) {
  model::Facts facts = working_machine();
  *facts.cards.nvidia = {card("NVIDIA GeForce GTX 1080 Ti", {6, 1})};
  facts.driver.kernel_module = Known<Version>(absent, "");
  facts.driver.user_library = Known<Version>(absent, "");
  const auto judgement = judged(facts);
  const auto* finding = find(judgement, "driver.missing");
  ASSERT_NE(finding, nullptr);
  ASSERT_EQ(finding->fix.size(), 2u);
  EXPECT_EQ(finding->fix[0].text, "legacy");
  EXPECT_EQ(finding->fix[0].parameters.at("branch"), "R580");
  facts.os.distribution = Known<model::LinuxDistribution>();
  EXPECT_EQ(find(judged(facts), "driver.missing")->fix.back().text, "branch");
}

TEST(Driver, ContainerWithoutLibrariesWasStartedWithoutTheGpu) {
  model::Facts facts = working_machine();
  facts.os.container = Known<std::string>("docker", "/.dockerenv");
  facts.driver.user_library = Known<Version>(absent, "library search");
  facts.driver.nvml.init = Known<int>(absent, "");
  facts.driver.nvml.library = "";
  EXPECT_EQ(causes(judged(facts)), Ids{"container.no-gpu"});
}

TEST(Driver, WslVersionsMayDiffer) {
  model::Facts facts = working_machine();
  facts.os.wsl = Known<bool>(true, "uname");
  facts.surroundings.wsl.dxg = Known<bool>(true, "/dev/dxg");
  facts.driver.kernel_module = Known<Version>(Version("551.61"), "NVML");
  EXPECT_EQ(causes(judged(facts)), Ids{});
}

TEST(Driver, DifferingVersionsThatWorkAreForwardCompatibility) {
  model::Facts facts = working_machine();
  facts.driver.user_library =
      Known<Version>(Version("570.86.15"), "/usr/local/cuda/compat/libcuda.so.570.86.15");
  EXPECT_EQ(causes(judged(facts)), Ids{});
}

TEST(Driver, CrashOfNvmlIsLikelyAndNotCertain) {
  model::Facts facts = working_machine();
  facts.driver.nvml.init =
      Known<int>(Unknown{Why::failed, "the library crashed (SIGSEGV)"}, "libnvidia-ml.so.1");
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{"driver.nvml-no-answer"});
  EXPECT_EQ(judgement.findings[0].confidence, model::Confidence::likely);
}

TEST(Driver, MinorVersionCompatibilityIsApplied) {
  model::Facts facts = working_machine();
  facts.driver.kernel_module = facts.driver.user_library = Known<Version>(Version("525.60.13"), "lib");
  facts.driver.cuda = Known<Version>(Version("12.0"), "NVML");
  facts.environments.push_back(environment({torch("2.8.0", "cu128", "12.8")}));
  EXPECT_EQ(causes(judged(facts)), Ids{});
  facts.driver.kernel_module = facts.driver.user_library = Known<Version>(Version("525.53"), "lib");
  EXPECT_EQ(causes(judged(facts)), Ids{"driver.too-old"});
}

TEST(Driver, TooOldOffersTheBuildThatTheDriverServes) {
  model::Facts facts = working_machine();
  facts.driver.kernel_module = facts.driver.user_library = Known<Version>(Version("550.54.15"), "lib");
  facts.environments.push_back(environment({torch("2.9.1", "cu130", "13.0")}));
  const auto judgement = judged(facts);
  const auto* finding = find(judgement, "driver.too-old");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->parameters.at("floor"), "580");
  EXPECT_NE(finding->parameters.at("planned").find("cu12"), std::string::npos) << commands(*finding);
}

TEST(Driver, WindowsHasItsOwnFloors) {
  model::Facts facts = working_machine();
  facts.os.family = base::OsFamily::windows;
  facts.environments.push_back(environment({torch("2.5.1", "cu124", "12.4")}));
  facts.driver.kernel_module = facts.driver.user_library = Known<Version>(Version("528.33"), "registry");
  EXPECT_EQ(causes(judged(facts)), Ids{});
  facts.driver.kernel_module = facts.driver.user_library = Known<Version>(Version("527.99"), "registry");
  EXPECT_EQ(causes(judged(facts)), Ids{"driver.too-old"});
}

TEST(Leaving, OldCardThatWorksTodayIsTold) {
  model::Facts facts = working_machine();
  *facts.cards.nvidia = {card("NVIDIA GeForce GTX 1080 Ti", {6, 1})};
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement, model::Role::note), Ids{"gpu.leaving@gpu0"});
  EXPECT_EQ(judgement.findings[0].parameters.at("last").substr(0, 4), "2.14");
  EXPECT_EQ(judged(working_machine()).findings.size(), 0u);
}

}  // namespace
}  // namespace gpuenv::check::test
