// Plans for every framework, system and card architecture that the catalog knows hold what they promise, and
// without a plan every build has its reason.
#include <gtest/gtest.h>

#include "resolve/refuse.h"
#include "resolve/resolve.h"

namespace gpuenv::resolve {
namespace {

using base::Version;
using catalog::Catalog;
using model::Plan;
using model::Wish;

const Catalog& tables() {
  static const Catalog catalog = Catalog::embedded();
  return catalog;
}

std::string words(const Wish& wish) {
  return wish.framework + " on " + wish.os + ", " + wish.cards[0].name() + ", driver " + wish.driver.text();
}

/// Drivers that serve CUDA 10, 11, 12 and 13, oldest first.
std::vector<Version> drivers(const std::string& os) {
  if (os == "linux")
    return {Version("418.226.00"), Version("470.256.02"), Version("550.163.01"), Version("595.84")};
  return {Version("426.78"), Version("474.82"), Version("553.62"), Version("595.79")};
}

/// Every framework on every system with a card of every architecture; the driver is left open.
std::vector<Wish> wishes() {
  std::vector<Wish> all;
  for (const auto& framework : tables().framework_names())
    for (const char* os : {"linux", "windows"})
      for (const auto& generation : tables().architectures())
        if (!generation.compute_capabilities.empty()) {
          Wish wish;
          wish.framework = framework;
          wish.os = os;
          wish.cards = {generation.compute_capabilities.back()};
          all.push_back(wish);
        }
  return all;
}

/// The builds of the catalog that a plan can mean.
std::vector<catalog::FrameworkBuild> meant(const Plan& plan) {
  std::vector<catalog::FrameworkBuild> builds;
  for (const auto& build : tables().builds(plan.wish.framework))
    if (build.variant == plan.packages[0].variant && build.machine == plan.wish.architecture &&
        Version(plan.packages[0].version).begins_with(build.version))
      builds.push_back(build);
  return builds;
}

void expect_kept(const Plan& plan) {
  SCOPED_TRACE(words(plan.wish) + ": " + plan.packages[0].name + " " + plan.packages[0].version);
  EXPECT_FALSE(plan.packages[0].version.empty());
  ASSERT_FALSE(meant(plan).empty());
  if (!plan.driver_floor.empty())
    EXPECT_FALSE(plan.wish.driver < Version(plan.driver_floor)) << plan.driver_floor;
  bool served = false;
  for (const auto& build : meant(plan)) {
    const auto how = serves_all(build, plan.wish);
    served = served || !how || *how != base::Serves::none;
  }
  EXPECT_TRUE(served) << "no build of the plan has code for the card";
}

void expect_reasons(const Plan& plan) {
  EXPECT_FALSE(plan.rejected.empty()) << words(plan.wish);
  for (const auto& rejected : plan.rejected)
    EXPECT_FALSE(rejected.reason.empty() || rejected.detail.empty()) << rejected.candidate;
}

TEST(EveryMachine, APlanHoldsARefusalHasAReasonAndANewerDriverTakesNothingAway) {
  size_t plans = 0, refusals = 0;
  for (Wish wish : wishes()) {
    bool before = false;
    for (const Version& driver : drivers(wish.os)) {
      wish.driver = driver;
      const Plan plan = resolve(tables(), wish);
      EXPECT_TRUE(plan.found() || !before) << words(wish);
      before = plan.found();
      ++(plan.found() ? plans : refusals);
      if (plan.found()) expect_kept(plan);
      if (!plan.found()) expect_reasons(plan);
    }
  }
  EXPECT_GT(plans, 100U);
  EXPECT_GT(refusals, 100U);
}

}  // namespace
}  // namespace gpuenv::resolve
