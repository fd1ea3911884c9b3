// Tests of the commands that distributions are given for the driver.
#include "check/driver_steps.h"

#include <gtest/gtest.h>

#include "check/test_facts.h"

namespace gpuenv::check::test {
namespace {

std::string install_commands(const std::string& id, const std::string& version, const std::string& kernel,
                             base::Sm sm = {8, 6}) {
  model::Facts facts = working_machine();
  facts.os.distribution = Known<model::LinuxDistribution>({id, {}, version}, "/etc/os-release");
  facts.os.kernel = Known<std::string>(kernel, "uname");
  *facts.cards.nvidia = {card("card", sm)};
  facts.driver.kernel_module = facts.driver.user_library = Known<Version>(Unknown{Why::absent, ""}, "");
  facts.driver.nvml = {};
  facts.driver.nvml.init = Known<int>(Unknown{Why::absent, ""}, "");
  const auto judgement = judged(facts);
  const auto* finding = find(judgement, "driver.missing");
  return finding == nullptr ? "" : commands(*finding);
}

void expect_all(const std::string& text, std::initializer_list<const char*> pieces) {
  for (const char* piece : pieces) EXPECT_NE(text.find(piece), std::string::npos) << piece << " in\n" << text;
  EXPECT_EQ(text.find('{'), std::string::npos) << text;
}

TEST(DriverSteps, EachFamilyHasItsOwnCommands) {
  expect_all(install_commands("ubuntu", "24.04", "6.8.0"), {"ubuntu-drivers install", "sudo reboot"});
  expect_all(install_commands("debian", "12", "6.1.0-25-amd64"),
             {"non-free-firmware", "apt install linux-headers-6.1.0-25-amd64 nvidia-driver"});
  expect_all(install_commands("fedora", "42", "6.14"), {"rpmfusion-nonfree", "akmod-nvidia"});
  expect_all(install_commands("rocky", "9.4", "5.14"),
             {"repos/rhel9/x86_64/cuda-rhel9.repo", "nvidia-driver:open-dkms"});
  expect_all(install_commands("arch", "", "6.12.1-1-lts"), {"pacman", "linux-lts-headers"});
  expect_all(install_commands("arch", "", "6.12.1-arch1-1"), {" linux-headers"});
  expect_all(install_commands("opensuse-leap", "15.6", "6.4-default"), {"zypper"});
}

TEST(DriverSteps, AnOldCardGetsItsBranch) {
  expect_all(install_commands("ubuntu", "24.04", "6.8.0", {6, 1}), {"nvidia-driver-580"});
  expect_all(install_commands("debian", "12", "6.1", {3, 5}), {"nvidia-tesla-470-driver"});
  expect_all(install_commands("arch", "", "6.12", {3, 5}), {"nvidia-470xx-utils"});
  EXPECT_EQ(install_commands("ubuntu", "24.04", "6.8.0", {2, 0}).find("apt"), std::string::npos);
}

TEST(DriverSteps, AnUnknownDistributionGetsNoCommand) {
  EXPECT_EQ(install_commands("nixos", "25.05", "6.12"), "\n");
}

TEST(DriverSteps, TheOldestOfSeveralCardsDecidesTheBranch) {
  static const auto catalog = catalog::Catalog::embedded();
  model::Facts facts = working_machine();
  const Input input{facts, catalog};
  EXPECT_EQ(last_branch(input), "");
  facts.cards.nvidia->push_back(card("b", {6, 1}));
  EXPECT_EQ(last_branch(input), "R580");
  facts.cards.nvidia->push_back(card("c", {3, 5}));
  EXPECT_EQ(last_branch(input), "R470");
}

}  // namespace
}  // namespace gpuenv::check::test
