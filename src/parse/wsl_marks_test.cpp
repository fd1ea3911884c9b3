// Tests of wsl_marks.h.
#include "parse/wsl_marks.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

TEST(WslMarks, TheKernelNamesTheGeneration) {
  EXPECT_EQ(wsl_generation("4.4.0-19041-Microsoft"), 1);
  EXPECT_EQ(wsl_generation("5.15.153.1-microsoft-standard-WSL2"), 2);
  EXPECT_EQ(wsl_generation("4.19.104-microsoft-standard"), 2);
  EXPECT_EQ(wsl_generation("6.6.0-my-own"), 0);
  EXPECT_EQ(wsl_generation("5.4.0-microsoft"), 0);
}

TEST(WslMarks, TheKernelOfWsl1NamesTheWindowsBuild) {
  EXPECT_EQ(windows_build_of_wsl1("4.4.0-22621-Microsoft"), 22621);
  EXPECT_EQ(windows_build_of_wsl1("4.4.0-x-Microsoft"), -1);
  EXPECT_EQ(windows_build_of_wsl1("-Microsoft"), -1);
  EXPECT_EQ(windows_build_of_wsl1("4.4.0-4294989917-Microsoft"), -1) << "too large for a build";
}

TEST(WslMarks, TheHighestServicingVersionCounts) {
  EXPECT_EQ(windows_build_of_servicing({"10.0.19041.1220", "10.0.22621.3000", "x", "10.0"}), 22621);
  EXPECT_EQ(windows_build_of_servicing({"10.0.4294989917.1"}), -1);
  EXPECT_EQ(windows_build_of_servicing({"6.3.9600.1"}), -1);
  EXPECT_EQ(windows_build_of_servicing({}), -1);
}

TEST(WslMarks, ConfigurationOfTheRightSection) {
  const char* text = "[experimental]\nmemory=1GB\n[wsl2]\r\nMemory = 8GB # half\ngpuSupport=false\n";
  EXPECT_EQ(wslconfig(text, "memory"), "8GB");
  EXPECT_EQ(wslconfig(text, "gpuSupport"), "false");
  EXPECT_EQ(wslconfig(text, "swap"), "");
  EXPECT_EQ(wslconfig("memory=1GB", "memory"), "");
}

}  // namespace
}  // namespace gpuenv::parse
