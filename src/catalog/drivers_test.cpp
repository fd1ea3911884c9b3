// Driver branches and floors.
#include <gtest/gtest.h>

#include "catalog/catalog.h"

namespace gpuenv::catalog {
namespace {

const Catalog& known() {
  static const Catalog catalog = Catalog::embedded();
  return catalog;
}

std::string branch(const char* driver, OsFamily os) {
  const auto found = known().branch_of(Version(driver), os);
  return found ? found->name + " " + found->cuda.text() : "none";
}

std::string floor(const char* cuda) {
  const auto found = known().driver_floor(Version(cuda));
  return found ? found->linux_driver.text() + " " + found->windows_driver.text() : "none";
}

TEST(Drivers, LinuxBranchIsTheMajorNumber) {
  EXPECT_EQ(branch("550.54.15", OsFamily::linux), "R550 12.4");
  EXPECT_EQ(branch("535.288.01", OsFamily::linux), "R535 12.2");
  EXPECT_EQ(branch("610.57.04", OsFamily::linux), "R610 13.3");
}

TEST(Drivers, WindowsNumbersMapIntoBranches) {
  EXPECT_EQ(branch("551.61", OsFamily::windows), "R550 12.4");
  EXPECT_EQ(branch("528.33", OsFamily::windows), "R525 12.0");
  EXPECT_EQ(branch("425.31", OsFamily::windows), "R418 10.1");  // the second of its two spans
  EXPECT_EQ(branch("616.64", OsFamily::windows), "R615 13.4");
}

TEST(Drivers, NumbersOutsideAllBranchesTellNothing) {
  EXPECT_EQ(branch("551.61", OsFamily::linux), "none");
  EXPECT_EQ(branch("999.1", OsFamily::linux), "none");
  EXPECT_EQ(branch("999.1", OsFamily::windows), "none");
  EXPECT_EQ(branch("300.1", OsFamily::windows), "none");
  EXPECT_EQ(branch("", OsFamily::linux), "none");
}

TEST(Drivers, ADoubtfulCudaLevelSaysSo) {
  EXPECT_TRUE(known().branch_of(Version("565.57.01"), OsFamily::linux)->unconfirmed);
  // What is doubtful there is the date of its first public version, not its CUDA.
  EXPECT_FALSE(known().branch_of(Version("550.54.15"), OsFamily::linux)->unconfirmed);
}

TEST(DriverFloor, FollowsTheMajorFromCuda11On) {
  EXPECT_EQ(floor("11.8"), "450.80.02 452.39");
  EXPECT_EQ(floor("12.8"), "525.60.13 528.33");
  EXPECT_EQ(floor("12"), "525.60.13 528.33");
  EXPECT_EQ(floor("12.8.93"), "525.60.13 528.33");
  EXPECT_EQ(floor("13.0"), "580 580");
  EXPECT_EQ(floor("13.2"), "580 580");
}

TEST(DriverFloor, IsThatOfTheSeriesBeforeCuda11) {
  EXPECT_EQ(floor("10.2"), "440.33 441.22");
  EXPECT_EQ(floor("10.1.243"), "418.39 418.96");
  EXPECT_EQ(floor("9.2"), "396.26 397.44");  // the lower of its two releases
  EXPECT_EQ(floor("10"), "none");            // the series is not known
}

TEST(DriverFloor, IsUnknownForUnknownCuda) {
  EXPECT_EQ(floor("14.0"), "none");
  EXPECT_EQ(floor("7.5"), "none");
  EXPECT_EQ(floor("10.9"), "none");
  EXPECT_EQ(floor("none"), "none");
}

TEST(Toolkits, AreKnownBySeriesOrMajor) {
  EXPECT_TRUE(known().knows_toolkit(Version("12.8")));
  EXPECT_TRUE(known().knows_toolkit(Version("12.8.1")));
  EXPECT_TRUE(known().knows_toolkit(Version("13")));
  EXPECT_FALSE(known().knows_toolkit(Version("12.7")));  // never published
  EXPECT_FALSE(known().knows_toolkit(Version("14")));
  EXPECT_FALSE(known().knows_toolkit(Version("")));
}

}  // namespace
}  // namespace gpuenv::catalog
