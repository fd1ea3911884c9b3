// Which build is chosen, and what is said about the others.
#include "resolve/choose.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "resolve/example_rows.h"

namespace gpuenv::resolve {
namespace {

using example::codes;
using example::linux_with;
using example::torch;
using example::torch_builds;
using model::Plan;

std::string chosen(const Plan& plan) {
  return plan.found() ? plan.packages[0].version + " " + plan.packages[0].variant : "nothing";
}

std::string reason_for(const Plan& plan, const std::string& candidate) {
  for (const auto& line : plan.rejected)
    if (line.candidate == candidate) return line.reason;
  return "";
}

Plan plan_for(const example::Case& it) {
  return choose(torch_builds(), it.ground, it.wish);
}

TEST(Choose, NewCardOnNewDriverTakesDefaultBuildOfTheNewestMatureRelease) {
  const Plan plan = plan_for(linux_with("8.9", "580.82.07", "13.0", "3.12.4"));
  EXPECT_EQ(chosen(plan), "2.14.1 cu130");
  EXPECT_EQ(plan.packages[0].name, "torch");
  EXPECT_EQ(plan.packages[0].index, "");
  EXPECT_EQ(plan.python, "3.12");
  EXPECT_EQ(plan.driver_floor, "580");
  EXPECT_FALSE(plan.unconfirmed);
  EXPECT_EQ(reason_for(plan, "torch 2.15.0"), "young");
  EXPECT_EQ(reason_for(plan, "torch 2.14.1 cu126"), "variant");
}

TEST(Choose, PascalGetsTheLastBuildThatCarriesItsArchitecture) {
  const Plan plan = plan_for(linux_with("6.1", "535.183.01", "12.2", "3.12"));
  EXPECT_EQ(chosen(plan), "2.14.1 cu126");
  EXPECT_EQ(plan.driver_floor, "525.60.13");
  EXPECT_EQ(reason_for(plan, "torch 2.8.0 cu128"), "arch");
}

TEST(Choose, OldDriverIsServedByMinorVersionCompatibility) {
  const Plan plan = plan_for(linux_with("8.6", "525.60.13", "12.0", "3.12"));
  EXPECT_EQ(chosen(plan), "2.14.1 cu126");
  EXPECT_EQ(reason_for(plan, "torch 2.14.1 cu130"), "driver");
}

TEST(Choose, OlderReleasesAreNamedOnceEach) {
  const Plan plan = plan_for(linux_with("8.6", "580.82.07", "13.0", "3.12"));
  const auto lines = std::count_if(plan.rejected.begin(), plan.rejected.end(), [](const auto& line) {
    return line.candidate.starts_with("torch 2.8.0");
  });
  EXPECT_EQ(lines, 1);
  EXPECT_EQ(reason_for(plan, "torch 2.8.0"), "older");
}

TEST(Choose, OneBuildHasToServeEveryCard) {
  auto it = linux_with("12.0", "580.82.07", "13.0", "3.12");
  it.wish.cards = codes({"12.0", "6.1"});
  const Plan plan = plan_for(it);
  EXPECT_FALSE(plan.found());
  EXPECT_EQ(reason_for(plan, "torch 2.14.1 cu126"), "arch");
  EXPECT_EQ(reason_for(plan, "torch 2.14.1 cu130"), "arch");
  it.wish.cards = codes({"8.6", "6.1"});
  EXPECT_EQ(chosen(plan_for(it)), "2.14.1 cu126");
}

TEST(Choose, UnknownDriverRejectsNothingForTheDriver) {
  auto it = linux_with("8.9", "", "", "3.12");
  const Plan plan = plan_for(it);
  EXPECT_EQ(chosen(plan), "2.14.1 cu130");
  EXPECT_EQ(plan.driver_floor, "580");
}

TEST(Choose, VariantWithoutDefaultIndexPrefersWhatTheDriverServesInFull) {
  const auto code = codes({"8.0"});
  const std::vector<Candidate> builds{torch("2.5.1", "2024-10-29", "cu118", "11.8", code, {"3.12"}),
                                      torch("2.5.1", "2024-10-29", "cu121", "12.1", code, {"3.12"}),
                                      torch("2.5.1", "2024-10-29", "cu124", "12.4", code, {"3.12"})};
  const auto old_driver = linux_with("8.0", "535.183.01", "12.2", "3.12");
  EXPECT_EQ(chosen(choose(builds, old_driver.ground, old_driver.wish)), "2.5.1 cu121");
  const auto new_driver = linux_with("8.0", "580.65.06", "13.0", "3.12");
  EXPECT_EQ(chosen(choose(builds, new_driver.ground, new_driver.wish)), "2.5.1 cu124");
}

TEST(Choose, ConfirmedRowsBeatNewerUnconfirmedOnes) {
  auto builds = torch_builds();
  for (auto& candidate : builds)
    if (candidate.build.version == base::Version("2.14.1")) candidate.build.unconfirmed = true;
  const auto it = linux_with("8.6", "580.82.07", "13.0", "3.12");
  const Plan plan = choose(builds, it.ground, it.wish);
  EXPECT_EQ(chosen(plan), "2.8.0 cu128");
  EXPECT_EQ(reason_for(plan, "torch 2.15.0"), "young");
  EXPECT_EQ(reason_for(plan, "torch 2.14.1"), "unconfirmed");
}

TEST(Choose, BuildWithUnknownArchitecturesIsTheLastResortAndSaysSo) {
  auto unknown = torch("3.0.1", "2026-01-01", "cu130", "13.0", {}, {"3.12"});
  unknown.build.cubins.reset();
  unknown.build.ptx.reset();
  const auto it = linux_with("8.6", "580.82.07", "13.0", "3.12");
  std::vector<Candidate> builds{unknown};
  EXPECT_TRUE(choose(builds, it.ground, it.wish).unconfirmed);
  builds.push_back(torch("2.8.0", "2025-08-06", "cu128", "12.8", codes({"8.6"}), {"3.12"}));
  EXPECT_EQ(chosen(choose(builds, it.ground, it.wish)), "2.8.0 cu128");
}

TEST(Choose, KnownPtxBeatsUnknownArchitectures) {
  auto by_ptx = torch("2.8.0", "2025-08-06", "cu128", "12.8", codes({"8.0"}), {"3.12"});
  by_ptx.build.ptx = codes({"9.0"});
  auto unknown = torch("2.9.1", "2025-11-12", "cu130", "13.0", {}, {"3.12"});
  unknown.build.cubins.reset();
  const auto it = linux_with("12.0", "580.82.07", "13.0", "3.12");
  const Plan plan = choose(std::vector<Candidate>{by_ptx, unknown}, it.ground, it.wish);
  EXPECT_EQ(chosen(plan), "2.8.0 cu128");
  EXPECT_EQ(reason_for(plan, "torch 2.9.1"), "unconfirmed");
}

TEST(Choose, CompiledCodeBeatsNewerPtx) {
  auto by_ptx = torch("2.9.1", "2025-11-12", "cu130", "13.0", codes({"8.0"}), {"3.12"});
  by_ptx.build.ptx = codes({"9.0"});
  const std::vector<Candidate> builds{
      by_ptx, torch("2.8.0", "2025-08-06", "cu128", "12.8", codes({"12.0"}), {"3.12"})};
  const auto it = linux_with("12.0", "580.82.07", "13.0", "3.12");
  const Plan plan = choose(builds, it.ground, it.wish);
  EXPECT_EQ(chosen(plan), "2.8.0 cu128");
  EXPECT_EQ(reason_for(plan, "torch 2.9.1"), "ptx");
  EXPECT_EQ(chosen(choose(std::span(builds).first(1), it.ground, it.wish)), "2.9.1 cu130");
}

TEST(Choose, SeriesRowTakesTheReleaseThatWasAskedFor) {
  auto series = torch("1.26", "2026-05", "cuda12", "12.8", codes({"8.0"}), {"3.12"});
  series.build.requirement = "onnxruntime-gpu[cuda,cudnn]==1.26.*";
  auto it = linux_with("8.0", "550.54.15", "12.4", "3.12");
  const std::vector<Candidate> builds{series};
  Plan plan = choose(builds, it.ground, it.wish);
  EXPECT_EQ(plan.packages[0].name, "onnxruntime-gpu[cuda,cudnn]");
  EXPECT_EQ(plan.packages[0].version, "1.26.*");
  it.wish.version = base::Version("1.26.1");
  EXPECT_EQ(choose(builds, it.ground, it.wish).packages[0].version, "1.26.1");
}

TEST(Choose, RowOfAMinorSeriesIsNamedByTheReleaseItGives) {
  auto fresh = torch("2.15", "2026-10", "cu132", "13.2", codes({"8.0"}), {"3.12"});
  fresh.build.requirement = "torch==2.15.0";
  auto patched = torch("2.14", "2026-09", "cu130", "13.0", codes({"8.0"}), {"3.12"});
  patched.build.requirement = "torch==2.14.1";
  const auto it = linux_with("8.0", "580.82.07", "13.0", "3.12");
  const std::vector<Candidate> builds{fresh, patched};
  const Plan plan = choose(builds, it.ground, it.wish);
  EXPECT_EQ(chosen(plan), "2.14.1 cu130");
  EXPECT_EQ(reason_for(plan, "torch 2.15.0"), "young");
  EXPECT_EQ(chosen(choose_near(builds, it.ground, it.wish, base::Version("2.14.0+cpu"))), "2.14.0 cu130");
}

TEST(Choose, LocalPartOfARequirementStaysWithAnotherPatch) {
  auto old = torch("1.13", "2022-12-15", "cu117", "11.7", codes({"8.0"}), {"3.9"});
  old.build.requirement = "torch==1.13.1+cu117";
  old.build.index_kind = catalog::IndexKind::extra;
  auto it = linux_with("8.0", "525.60.13", "12.0", "3.9");
  it.wish.version = base::Version("1.13.0");
  const Plan plan = choose(std::vector<Candidate>{old}, it.ground, it.wish);
  EXPECT_EQ(chosen(plan), "1.13.0+cu117 cu117");
  EXPECT_EQ(plan.packages[0].index_use, model::IndexUse::extra);
  old = example::default_index(old);
  EXPECT_EQ(chosen(choose(std::vector<Candidate>{old}, it.ground, it.wish)), "1.13.0 cu117");
}

TEST(Choose, RowsForOtherSystemsAreOnlyNamedWhereNoneIsForThisOne) {
  auto here = torch("2.8.0", "2025-08-06", "cu128", "12.8", codes({"8.0"}), {"3.12"});
  auto there = here, only_there = torch("2.9.1", "2025-11-12", "cu130", "13.0", codes({"8.0"}), {"3.12"});
  there.build.systems = only_there.build.systems = {base::OsFamily::windows};
  const auto it = linux_with("8.0", "580.82.07", "13.0", "3.12");
  const Plan plan = choose(std::vector<Candidate>{only_there, there, here}, it.ground, it.wish);
  EXPECT_EQ(chosen(plan), "2.8.0 cu128");
  EXPECT_EQ(reason_for(plan, "torch 2.9.1"), "os");
  EXPECT_EQ(reason_for(plan, "torch 2.8.0"), "");
}

TEST(ChooseNear, StaysWithTheInstalledReleaseWhenAVariantFits) {
  const auto it = linux_with("6.1", "535.183.01", "12.2", "3.12");
  EXPECT_EQ(chosen(choose_near(torch_builds(), it.ground, it.wish, base::Version("2.8.0+cu128"))),
            "2.8.0 cu126");
}

TEST(ChooseNear, FallsBackToTheSeriesAndThenToTheNewest) {
  const auto it = linux_with("6.1", "535.183.01", "12.2", "3.12");
  EXPECT_EQ(chosen(choose_near(torch_builds(), it.ground, it.wish, base::Version("2.14.0"))), "2.14.1 cu126");
  EXPECT_EQ(chosen(choose_near(torch_builds(), it.ground, it.wish, base::Version("2.15.0"))), "2.14.1 cu126");
  EXPECT_EQ(chosen(choose_near(torch_builds(), it.ground, it.wish, base::Version())), "2.14.1 cu126");
}

TEST(ChooseNear, AnotherReleaseWithCompiledCodeBeatsTheSameOneByPtx) {
  auto installed = torch("2.6.0", "2025-01-29", "cu126", "12.6", codes({"9.0"}), {"3.12"});
  installed.build.ptx = codes({"9.0"});
  const auto newer = torch("2.8.0", "2025-08-06", "cu128", "12.8", codes({"12.0"}), {"3.12"});
  const auto it = linux_with("12.0", "580.82.07", "13.0", "3.12");
  const base::Version version("2.6.0");
  EXPECT_EQ(chosen(choose_near(std::vector<Candidate>{installed, newer}, it.ground, it.wish, version)),
            "2.8.0 cu128");
  EXPECT_EQ(chosen(choose_near(std::vector<Candidate>{installed}, it.ground, it.wish, version)),
            "2.6.0 cu126");
}

TEST(Changes, NamesTheDriverThatWouldDo) {
  const auto it = linux_with("8.6", "470.256.02", "11.4", "3.12");
  const std::vector<Change> expected{{Change::Kind::driver, "525.60.13", ""}};
  EXPECT_EQ(changes_that_help(torch_builds(), {}, it.ground, it.wish), expected);
}

TEST(Changes, NamesThePythonsThatWouldDo) {
  const auto it = linux_with("8.6", "580.82.07", "13.0", "3.8");
  const std::vector<Change> expected{{Change::Kind::python, "3.9", "3.14"}};
  EXPECT_EQ(changes_that_help(torch_builds(), {}, it.ground, it.wish), expected);
}

TEST(Changes, NamesAnotherVersionAndAnotherSystem) {
  auto it = linux_with("6.1", "580.82.07", "13.0", "3.12");
  it.wish.version = base::Version("2.15");
  EXPECT_EQ(changes_that_help(torch_builds(), {}, it.ground, it.wish),
            (std::vector<Change>{{Change::Kind::version, "2.14.1", ""}}));
  it.wish.os = "windows";
  it.wish.version = {};
  auto linux_only = torch_builds();
  for (auto& candidate : linux_only) candidate.build.systems = {base::OsFamily::linux};
  EXPECT_EQ(changes_that_help(linux_only, linux_only, it.ground, it.wish),
            (std::vector<Change>{{Change::Kind::linux, "", ""}}));
}

TEST(Changes, SaysNothingWhenAPlanExistsOrNothingHelps) {
  const auto fits = linux_with("8.6", "580.82.07", "13.0", "3.12");
  EXPECT_TRUE(changes_that_help(torch_builds(), {}, fits.ground, fits.wish).empty());
  const auto hopeless = linux_with("3.0", "470.256.02", "11.4", "3.8");
  EXPECT_TRUE(changes_that_help(torch_builds(), {}, hopeless.ground, hopeless.wish).empty());
}

}  // namespace
}  // namespace gpuenv::resolve
