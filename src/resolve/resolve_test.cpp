// Wishes from facts, and plans from the catalog that the program carries.
#include "resolve/resolve.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace gpuenv::resolve {
namespace {

using base::Version;
using catalog::Catalog;
using model::Wish;

Wish wish(const char* framework, const char* card, const char* driver, const char* python) {
  Wish wish;
  wish.framework = framework;
  wish.cards = {*base::parse_sm(card)};
  wish.driver = Version(driver);
  wish.python = Version(python);
  return wish;
}

model::Gpu card(const char* capability) {
  model::Gpu gpu;
  gpu.compute_capability = {*base::parse_sm(capability), "NVML"};
  return gpu;
}

TEST(WishFor, TakesSystemDriverPythonAndEveryKnownCard) {
  model::Facts facts;
  facts.os.family = base::OsFamily::windows;
  facts.os.architecture = {"x86_64", "system"};
  facts.driver.kernel_module = {Version("560.94"), "registry"};
  facts.cards.nvidia = {{card("8.9"), model::Gpu(), card("6.1")}, "PCI"};
  model::Environment environment;
  environment.python = {Version("3.12.4"), "pyvenv.cfg"};
  const Wish made = wish_for(facts, environment, "torch");
  EXPECT_EQ(made.framework, "torch");
  EXPECT_EQ(made.os, "windows");
  EXPECT_EQ(made.driver.text(), "560.94");
  EXPECT_EQ(made.python.text(), "3.12.4");
  ASSERT_EQ(made.cards.size(), 2u);
  EXPECT_EQ(made.cards[1].name(), "sm_61");
}

TEST(WishFor, UnknownFactsLeaveTheirFieldFree) {
  const Wish made = wish_for(model::Facts(), model::Environment(), "jax");
  EXPECT_FALSE(made.driver.valid());
  EXPECT_FALSE(made.python.valid());
  EXPECT_TRUE(made.cards.empty());
}

TEST(Resolve, PascalOnAnOldDriverIsToldABuildThatCarriesIt) {
  const auto plan = resolve(Catalog::embedded(), wish("torch", "6.1", "535.183.01", "3.12"));
  ASSERT_TRUE(plan.found());
  EXPECT_EQ(plan.packages[0].variant, "cu126");
  EXPECT_GE(Version(plan.packages[0].version), Version("2.14"));
  EXPECT_EQ(plan.packages[0].index, "https://download.pytorch.org/whl/cu126");
  EXPECT_EQ(plan.driver_floor, "525.60.13");
}

TEST(ResolveNear, KeepsTheReleaseOfACpuBuild) {
  const auto plan =
      resolve_near(Catalog::embedded(), wish("torch", "8.9", "550.54.15", "3.12"), Version("2.8.0+cpu"));
  ASSERT_TRUE(plan.found());
  EXPECT_EQ(plan.packages[0].version, "2.8.0");
}

TEST(Resolve, WindowsNeedsItsOwnDriverNumber) {
  auto on_windows = wish("torch", "8.6", "528.24", "3.12");
  on_windows.os = "windows";
  const auto old = resolve(Catalog::embedded(), on_windows);
  on_windows.driver = Version("528.33");
  const auto enough = resolve(Catalog::embedded(), on_windows);
  ASSERT_TRUE(enough.found());
  EXPECT_EQ(enough.driver_floor, "528.33");
  EXPECT_NE(old.found() ? old.packages[0].variant : "", enough.packages[0].variant);
}

TEST(Resolve, WindowsHasNoNativeGpuBuildOfNewTensorflow) {
  auto on_windows = wish("tensorflow", "8.9", "580.82", "3.12");
  on_windows.os = "windows";
  const auto plan = resolve(Catalog::embedded(), on_windows);
  EXPECT_FALSE(plan.found());
  EXPECT_TRUE(std::ranges::any_of(plan.rejected, [](const auto& line) { return line.reason == "os"; }));
  const auto changes = single_changes(Catalog::embedded(), on_windows);
  EXPECT_TRUE(std::ranges::count(changes, "os==linux"));
}

TEST(SingleChanges, DriverAndPythonOfRealBuilds) {
  auto pinned = wish("torch", "8.9", "470.256.02", "3.12");
  pinned.version = Version("2.14");
  const auto old_driver = single_changes(Catalog::embedded(), pinned);
  EXPECT_EQ(old_driver, (std::vector<std::string>{"driver>=525.60.13", "version==2.5.1"}));
  const auto old_python = single_changes(Catalog::embedded(), wish("torch", "12.0", "580.82.07", "3.8"));
  ASSERT_EQ(old_python.size(), 1u);
  EXPECT_TRUE(old_python[0].starts_with("python>=3.9,<="));
}

TEST(Resolve, CpuBuildComesFromTheFrameworksRow) {
  auto cpu = wish("torch", "8.9", "550.54.15", "3.12");
  cpu.cpu = true;
  const auto plan = resolve(Catalog::embedded(), cpu);
  ASSERT_TRUE(plan.found());
  EXPECT_EQ(plan.packages[0].variant, "cpu");
  EXPECT_EQ(plan.packages[0].index, "https://download.pytorch.org/whl/cpu");
  EXPECT_EQ(plan.packages[0].version, "");
  EXPECT_EQ(resolve_near(Catalog::embedded(), cpu, Version("2.8.0+cu128")).packages[0].version, "2.8.0");
}

TEST(Resolve, UnknownFrameworkHasNoPlan) {
  EXPECT_FALSE(resolve(Catalog::embedded(), wish("no-such-thing", "8.9", "", "")).found());
}

}  // namespace
}  // namespace gpuenv::resolve
