// Tests of reading RECORD.
#include "parse/record.h"

#include <gtest/gtest.h>

#include <vector>

namespace gpuenv::parse {
namespace {

std::vector<RecordLine> all_lines(std::string_view text, bool cut = false) {
  std::vector<RecordLine> lines;
  record_lines(
      text, cut, [](std::string_view) { return true; },
      [&](RecordLine line) { lines.push_back(std::move(line)); });
  return lines;
}

TEST(Record, TellsPathHashAndSize) {
  const auto lines = all_lines("torch/lib/libc10.so,sha256=ux_l,1671217\r\ntorch-2.8.0.dist-info/RECORD,,\n");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].path, "torch/lib/libc10.so");
  EXPECT_EQ(lines[0].hash, "sha256=ux_l");
  EXPECT_EQ(lines[0].size, 1671217);
  EXPECT_EQ(lines[1].hash, "");
  EXPECT_EQ(lines[1].size, -1);
}

TEST(Record, PathsWithACommaAreQuoted) {
  const auto lines = all_lines("\"a,\"\"b\"\".py\",sha256=x,7\n");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].path, "a,\"b\".py");
  EXPECT_EQ(lines[0].size, 7);
}

TEST(Record, LinesThatMakeNoSenseTellNoSize) {
  const auto lines = all_lines("alone\nx,sha256=y\n,,3\n\"open,1\nz,h,-4\nw,h,many");
  ASSERT_EQ(lines.size(), 5U);
  for (const auto& line : lines) EXPECT_EQ(line.size, -1) << line.path;
}

TEST(Record, TheLastLineOfACutTextIsLeftOut) {
  EXPECT_EQ(all_lines("a,h,1\nb,h,123", true).size(), 1U);
  EXPECT_EQ(all_lines("a,h,1\nb,h,123", false).size(), 2U);
}

TEST(Record, OnlyWantedPathsAreRead) {
  int count = 0;
  record_lines("a.py,h,1\nb.so,h,2\nc.so.9,h,3\n", false, is_native_library,
               [&](const RecordLine&) { ++count; });
  EXPECT_EQ(count, 2);
}

TEST(Record, NativeLibrariesGoByTheirNames) {
  for (const char* name :
       {"a/libx.so", "libcudnn.so.9", "libonnxruntime.so.1.32.0", "x.dll", "_C.cp312-win_amd64.pyd"})
    EXPECT_TRUE(is_native_library(name)) << name;
  for (const char* name : {"x.py", "x.so.py", "x.sometimes", "x.a", "x.so.1.bak", "so"})
    EXPECT_FALSE(is_native_library(name)) << name;
}

}  // namespace
}  // namespace gpuenv::parse
