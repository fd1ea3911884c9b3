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
  EXPECT_TRUE(std::ranges::count(changes, Change{Change::Kind::linux, "", ""}));
}

TEST(SingleChanges, DriverAndPythonOfRealBuilds) {
  auto pinned = wish("torch", "8.9", "470.256.02", "3.12");
  pinned.version = Version("2.14");
  const auto old_driver = single_changes(Catalog::embedded(), pinned);
  EXPECT_EQ(old_driver, (std::vector<Change>{{Change::Kind::driver, "525.60.13", ""},
                                             {Change::Kind::version, "2.5.1", ""}}));
  const auto old_python = single_changes(Catalog::embedded(), wish("torch", "12.0", "580.82.07", "3.8"));
  ASSERT_EQ(old_python.size(), 1u);
  EXPECT_EQ(old_python[0].kind, Change::Kind::python);
  EXPECT_EQ(old_python[0].from, "3.9");
  EXPECT_GE(Version(old_python[0].to), Version("3.14"));
}

TEST(ResolveNear, ABuildThatNoIndexHasIsNotAskedFor) {
  for (const char* foreign :
       {"2.8.0a0+5228986c39.nv25.06", "2.8.0.dev20250701+cu128", "2.8.1+computecanada"}) {
    EXPECT_FALSE(is_published(Catalog::embedded(), "torch", Version(foreign))) << foreign;
    const auto plan =
        resolve_near(Catalog::embedded(), wish("torch", "8.9", "570.86.15", "3.12"), Version(foreign));
    ASSERT_TRUE(plan.found());
    EXPECT_EQ(plan.packages[0].version, "2.8.0") << foreign;
  }
  for (const char* known : {"2.8.0", "2.8.0+cu128", "2.8.0+cpu", "2.8.0+rocm6.4"})
    EXPECT_TRUE(is_published(Catalog::embedded(), "torch", Version(known))) << known;
}

TEST(Resolve, StaysWithTheCudaOfTheFrameworksBeside) {
  const auto free = wish("jax", "8.9", "580.82.07", "3.12");
  EXPECT_EQ(resolve(Catalog::embedded(), free).packages[0].variant, "cuda13");
  EXPECT_EQ(
      resolve(Catalog::embedded(), free, {.cuda_majors = {12}, .system_libraries = {}}).packages[0].variant,
      "cuda12");
  const Setting beside{.cuda_majors = {13}, .system_libraries = {}};
  const auto tensorflow =
      resolve(Catalog::embedded(), wish("tensorflow", "8.9", "580.82.07", "3.12"), beside);
  EXPECT_FALSE(tensorflow.found());
  EXPECT_TRUE(
      std::ranges::any_of(tensorflow.rejected, [](const auto& line) { return line.reason == "beside"; }));
  EXPECT_EQ(reason_against(Catalog::embedded(), wish("tensorflow", "8.9", "580.82.07", "3.12"),
                           Version("2.18.0"), beside),
            "beside");
}

TEST(Resolve, ABuildWithoutLibrariesNeedsThoseOfTheSystem) {
  const auto old_python = wish("paddle", "8.6", "550.54.15", "3.11");
  const Setting none{.cuda_majors = {}, .system_libraries = std::vector<SystemLibraries>{}};
  const Setting cuda11{.cuda_majors = {}, .system_libraries = std::vector<SystemLibraries>{{11, 8}}};
  const auto near = [&](const Setting& setting) {
    return resolve_near(Catalog::embedded(), old_python, Version("2.6.2"), setting).packages[0].version;
  };
  EXPECT_TRUE(near(none).starts_with("3."));
  EXPECT_EQ(near(cuda11), "2.6.2");
  EXPECT_EQ(reason_against(Catalog::embedded(), old_python, Version("2.6.2"), none), "libraries");
}

TEST(ReasonAgainst, NamesWhatIsNearestToAFit) {
  const auto reason = [](const Wish& wish, const char* release) {
    return reason_against(Catalog::embedded(), wish, Version(release));
  };
  EXPECT_EQ(reason(wish("tensorflow", "8.6", "550.54.15", "3.12"), "2.12.0"), "python");
  EXPECT_EQ(reason(wish("torch", "8.9", "470.256.02", "3.12"), "2.14.1"), "driver");
  EXPECT_EQ(reason(wish("torch", "12.0", "580.82.07", "3.12"), "2.5.1"), "arch");
  EXPECT_EQ(reason(wish("torch", "8.9", "580.82.07", "3.12"), "2.99.0"), "unlisted");
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
