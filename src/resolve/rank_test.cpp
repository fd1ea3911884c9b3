// When a release counts as young.
#include "resolve/rank.h"

#include <gtest/gtest.h>

namespace gpuenv::resolve {
namespace {

bool is_young(const char* version, const char* date) {
  catalog::FrameworkBuild build;
  build.version = base::Version(version);
  build.date = date;
  return young(build, "2026-12-02");
}

TEST(Young, FirstReleaseOfASeriesForNinetyDays) {
  EXPECT_TRUE(is_young("2.15.0", "2026-09-04"));
  EXPECT_FALSE(is_young("2.14.0", "2026-09-03"));
  EXPECT_TRUE(is_young("2.15.0", "2026-10"));
}

TEST(Young, PatchesAndRowsOfASeriesAreNot) {
  EXPECT_FALSE(is_young("2.15.1", "2026-11-30"));
  EXPECT_FALSE(is_young("1.31", "2026-11"));
}

TEST(Young, WithoutAReadableDateCountsAsOld) {
  EXPECT_FALSE(is_young("2.15.0", ""));
  EXPECT_FALSE(is_young("2.15.0", "2026-13-40"));
  EXPECT_FALSE(is_young("2.15.0", "last autumn"));
}

bool counts_as_native_on_blackwell(const char* cuda, bool with_floor) {
  Candidate candidate;
  candidate.build.cuda = base::Version(cuda);
  candidate.build.pythons = {"3.12"};
  if (with_floor) candidate.build.floor = base::parse_sm("6.0");
  candidate.driver_floor = base::Version("525.60.13");
  model::Wish wish;
  wish.cards = {*base::parse_sm("12.0")};
  wish.driver = base::Version("580.82.07");
  const Ground ground{"2026-12-02", base::Version("13.0"), {{wish.cards[0], base::Version("12.8"), {}}}};
  return rank_of(candidate, ground, wish).code == Rank::Code::native;
}

TEST(Code, WithoutAListNativeOnlyByAFloorAndAToolkitThatKnowsTheCard) {
  EXPECT_TRUE(counts_as_native_on_blackwell("12.9", true));
  EXPECT_FALSE(counts_as_native_on_blackwell("12.6", true));
  EXPECT_FALSE(counts_as_native_on_blackwell("11", true));
  EXPECT_TRUE(counts_as_native_on_blackwell("12", true));
  EXPECT_FALSE(counts_as_native_on_blackwell("12.9", false));
}

}  // namespace
}  // namespace gpuenv::resolve
