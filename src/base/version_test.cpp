#include "base/version.h"

#include <gtest/gtest.h>

#include "base/sm.h"

namespace gpuenv::base {
namespace {

TEST(Version, ComparesNumberByNumber) {
  EXPECT_LT(Version("525.60.13"), Version("525.105.17"));
  EXPECT_EQ(Version("580"), Version("580.0.0"));
  EXPECT_LT(Version("550.54.15"), Version("580"));
  EXPECT_LT(Version("2.9.1"), Version("2.10.0"));
}

TEST(Version, LocalPartPlaysNoRoleInTheOrder) {
  EXPECT_EQ(Version("2.8.0+cu128"), Version("2.8.0"));
  EXPECT_EQ(Version("2.8.0+cu128").local(), "cu128");
  EXPECT_EQ(Version("2.8.0+cu128").public_text(), "2.8.0");
}

TEST(Version, PrereleasesComeBeforeTheRelease) {
  EXPECT_LT(Version("2.7.0.dev20250101"), Version("2.7.0a1"));
  EXPECT_LT(Version("2.7.0rc1"), Version("2.7.0"));
  EXPECT_LT(Version("2.7.0rc1"), Version("2.7.0rc2"));
  EXPECT_TRUE(Version("1.0b2").prerelease());
  EXPECT_FALSE(Version("1.0").prerelease());
}

TEST(Version, BeginsWithTheNumbersThatThePrefixWrites) {
  EXPECT_TRUE(Version("2.8.1").begins_with(Version("2.8")));
  EXPECT_FALSE(Version("2.80").begins_with(Version("2.8")));
  EXPECT_FALSE(Version("2.8").begins_with(Version()));
}

TEST(Version, TextWithoutNumberIsNotValid) {
  for (const char* bad : {"", "unknown", "+cu128", "-1"}) EXPECT_FALSE(Version(bad).valid()) << bad;
  EXPECT_EQ(Version(" v1.2 ").at(1), 2);
  EXPECT_TRUE(Version("20250101123456789012").valid());
}

TEST(Sm, ReadsAllSpellings) {
  EXPECT_EQ(parse_sm("8.9"), (Sm{8, 9}));
  EXPECT_EQ(parse_sm("sm_90a"), (Sm{9, 0, 'a'}));
  EXPECT_EQ(parse_sm("compute_120f"), (Sm{12, 0, 'f'}));
  for (const char* bad : {"", "sm_", "8.x", "ninety", "8.10", "100.0"}) EXPECT_FALSE(parse_sm(bad)) << bad;
  EXPECT_EQ((Sm{12, 1}).name(), "sm_121");
  EXPECT_EQ((Sm{9, 0, 'a'}).dotted(), "9.0a");
}

TEST(Sm, CubinRunsOnTheSameMajorWithHigherMinor) {
  EXPECT_TRUE(cubin_runs_on({8, 6}, {8, 9}));
  EXPECT_FALSE(cubin_runs_on({8, 9}, {8, 6}));
  EXPECT_FALSE(cubin_runs_on({7, 0}, {8, 0}));
}

TEST(Sm, SuffixNarrowsWhereCodeRuns) {
  EXPECT_TRUE(cubin_runs_on({9, 0, 'a'}, {9, 0}));
  EXPECT_FALSE(cubin_runs_on({12, 0, 'a'}, {12, 1}));
  EXPECT_TRUE(cubin_runs_on({10, 0, 'f'}, {10, 3}));
  EXPECT_FALSE(cubin_runs_on({10, 0, 'f'}, {12, 0}));
  EXPECT_FALSE(ptx_runs_on({9, 0, 'a'}, {12, 0}));
}

TEST(Sm, PtxServesNewerMajors) {
  EXPECT_EQ(serves({{8, 0}}, {{9, 0}}, {12, 0}), Serves::ptx);
  EXPECT_EQ(serves({{8, 0}}, {{9, 0}}, {8, 6}), Serves::native);
  EXPECT_EQ(serves({{8, 0}}, {}, {12, 0}), Serves::none);
  EXPECT_EQ(serves({{8, 0}}, {{9, 0}}, {7, 5}), Serves::none);
}

}  // namespace
}  // namespace gpuenv::base
