// The first reason that applies, in words that name both sides.
#include "resolve/refuse.h"

#include <gtest/gtest.h>

#include "resolve/example_rows.h"

namespace gpuenv::resolve {
namespace {

using example::codes;
using example::linux_with;

const std::vector<std::string> pythons{"3.9", "3.12"};

Candidate blackwell_build() {
  return example::torch("2.8.0", "2025-08-06", "cu128", "12.8", codes({"7.5", "8.0", "12.0"}), pythons);
}

std::string said(const Candidate& candidate, const example::Case& it) {
  const auto refusal = refuse(candidate, it.ground, it.wish);
  return refusal ? std::string(refusal->reason) + ": " + refusal->detail : "fits";
}

TEST(Refuse, NothingForABuildThatFits) {
  EXPECT_EQ(said(blackwell_build(), linux_with("8.9", "550.54.15", "12.4", "3.12.4")), "fits");
}

TEST(Refuse, SystemAndMachine) {
  auto it = linux_with("8.9", "550.54.15", "12.4", "3.12");
  auto linux_only = blackwell_build();
  linux_only.build.systems = {base::OsFamily::linux};
  it.wish.os = "windows";
  EXPECT_EQ(said(linux_only, it), "os: built for linux; the system is windows");
  EXPECT_EQ(said(blackwell_build(), it), "fits");
  it.wish.architecture = "aarch64";
  EXPECT_EQ(said(blackwell_build(), it), "architecture: built for x86_64; the machine is aarch64");
}

TEST(Refuse, PythonIsComparedNumberByNumber) {
  EXPECT_EQ(said(blackwell_build(), linux_with("8.9", "550.54.15", "12.4", "3.1")),
            "python: built for Python 3.9, 3.12; the environment has 3.1");
  EXPECT_EQ(said(blackwell_build(), linux_with("8.9", "550.54.15", "12.4", "")), "fits");
}

TEST(Refuse, DriverBelowTheFloorOfItsCudaMajor) {
  EXPECT_EQ(said(blackwell_build(), linux_with("8.9", "525.60.12", "12.0", "3.12")),
            "driver: CUDA 12.8 needs driver 525.60.13 or newer; the machine has 525.60.12");
  EXPECT_EQ(said(blackwell_build(), linux_with("8.9", "525.60.13", "12.0", "3.12")), "fits");
}

TEST(Refuse, CardOlderThanEveryArchitectureAndCardInBetween) {
  EXPECT_EQ(said(blackwell_build(), linux_with("6.1", "550.54.15", "12.4", "3.12")),
            "arch: built for sm_75 and newer; the card is sm_61");
  EXPECT_EQ(said(blackwell_build(), linux_with("9.0", "550.54.15", "12.4", "3.12")),
            "arch: built for sm_75, sm_80, sm_120; the card is sm_90");
}

TEST(Refuse, PtxNeedsADriverAsNewAsTheToolkit) {
  auto build = blackwell_build();
  build.build.ptx = codes({"8.0"});
  EXPECT_EQ(said(build, linux_with("9.0", "550.54.15", "12.4", "3.12")),
            "driver: only its PTX serves the card, and driver 550.54.15 compiles PTX up to CUDA 12.4; the "
            "build is CUDA 12.8");
  EXPECT_EQ(said(build, linux_with("9.0", "570.86.15", "12.8", "3.12")), "fits");
  EXPECT_EQ(needed_driver(build, linux_with("9.0", "", "", "3.12").wish), base::Version("570"));
  EXPECT_EQ(needed_driver(build, linux_with("8.0", "", "", "3.12").wish), base::Version("525.60.13"));
}

TEST(Refuse, ArchitectureSpecificCodeServesOnlyItsOwnNumber) {
  auto build = blackwell_build();
  build.build.cubins = codes({"9.0a", "12.0a"});
  EXPECT_EQ(said(build, linux_with("12.0", "570.86.15", "12.8", "3.12")), "fits");
  EXPECT_EQ(said(build, linux_with("12.1", "570.86.15", "12.8", "3.12")),
            "arch: built for sm_90a, sm_120a; the card is sm_121");
}

TEST(Refuse, UnknownArchitecturesAreNoReason) {
  auto build = blackwell_build();
  build.build.cubins.reset();
  EXPECT_EQ(said(build, linux_with("3.0", "550.54.15", "12.4", "3.12")), "fits");
  EXPECT_FALSE(serves_all(build.build, linux_with("3.0", "", "", "").wish).has_value());
}

TEST(Refuse, WithoutAListTheMaintainersFloorAndTheToolkitDecide) {
  auto build = blackwell_build();
  build.build.cubins.reset();
  build.build.floor = base::parse_sm("6.0");
  auto it = linux_with("5.2", "580.82.07", "13.0", "3.12");
  EXPECT_EQ(said(build, it), "arch: made for sm_60 and newer; the card is sm_52");
  it = linux_with("6.1", "580.82.07", "13.0", "3.12");
  it.ground.cards = {{*base::parse_sm("6.1"), {}, base::Version("12.9")}};
  EXPECT_EQ(said(build, it), "fits");
  build.build.cuda = base::Version("13");
  EXPECT_EQ(said(build, it), "arch: CUDA 13 makes no code for sm_61; 12.9 was the last that did");
  it = linux_with("12.0", "580.82.07", "13.0", "3.12");
  it.ground.cards = {{it.wish.cards[0], base::Version("12.8"), {}}};
  build.build.cuda = base::Version("11.8");
  EXPECT_EQ(said(build, it), "arch: CUDA 11.8 is older than sm_120");
  build.build.cuda = base::Version("12.0");
  EXPECT_EQ(said(build, it), "arch: CUDA 12.0 is older than sm_120");
  build.build.cuda = base::Version("12.8");
  EXPECT_EQ(said(build, it), "fits");
}

TEST(Refuse, PtxOfACudaMajorBeforeTheCardHasLibrariesThatDoNotKnowIt) {
  auto build = blackwell_build();
  build.build.cubins = codes({"9.0"});
  build.build.ptx = codes({"9.0"});
  auto it = linux_with("12.0", "580.82.07", "13.0", "3.12");
  it.ground.cards = {{it.wish.cards[0], base::Version("12.8"), {}}};
  build.build.cuda = base::Version("12.4");
  EXPECT_EQ(said(build, it), "fits");
  build.build.cuda = base::Version("11.8");
  EXPECT_EQ(said(build, it),
            "arch: only its PTX serves sm_120, and its CUDA 11.8 libraries are older than the card");
}

TEST(Refuse, WithoutAListOtherReleasesOfTheVariantSpeakForIt) {
  auto unlisted = blackwell_build();
  unlisted.build.cubins.reset();
  const std::vector<Candidate> all{unlisted, blackwell_build()};
  const auto pascal = linux_with("6.1", "550.54.15", "12.4", "3.12"),
             turing = linux_with("7.5", "550.54.15", "12.4", "3.12");
  const auto refusal = refuse_among(all, unlisted, pascal.ground, pascal.wish);
  ASSERT_TRUE(refusal.has_value());
  EXPECT_STREQ(refusal->reason, "arch");
  EXPECT_FALSE(refuse_among(all, unlisted, turing.ground, turing.wish).has_value());
  EXPECT_FALSE(
      refuse_among(std::vector<Candidate>{unlisted}, unlisted, pascal.ground, pascal.wish).has_value());
}

TEST(Refuse, VersionMatchesBySeriesBothWays) {
  auto it = linux_with("8.9", "550.54.15", "12.4", "3.12");
  it.wish.version = base::Version("2.8");
  EXPECT_EQ(said(blackwell_build(), it), "fits");
  it.wish.version = base::Version("2.8.1");
  EXPECT_EQ(said(blackwell_build(), it), "version: version 2.8.1 is wanted");
  auto series = blackwell_build();
  series.build.version = base::Version("2.8");
  EXPECT_EQ(said(series, it), "fits");
}

}  // namespace
}  // namespace gpuenv::resolve
