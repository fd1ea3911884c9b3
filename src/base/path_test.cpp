#include "base/path.h"

#include <gtest/gtest.h>

namespace gpuenv::base {
namespace {

TEST(Path, JoinsInTheStyleOfTheMachine) {
  EXPECT_EQ(join_path(posix_paths, "/a", "b"), "/a/b");
  EXPECT_EQ(join_path(posix_paths, "/a/", "b"), "/a/b");
  EXPECT_EQ(join_path(posix_paths, "/a", "/b"), "/b");
  EXPECT_EQ(join_path(windows_paths, "C:\\a", "b"), "C:\\a\\b");
  EXPECT_EQ(join_path(windows_paths, "C:\\a", "D:\\b"), "D:\\b");
}

TEST(Path, ParentStopsAtTheRoot) {
  EXPECT_EQ(parent_path(posix_paths, "/a/b/"), "/a");
  EXPECT_EQ(parent_path(posix_paths, "/a"), "/");
  EXPECT_EQ(parent_path(posix_paths, "/"), "/");
  EXPECT_EQ(parent_path(windows_paths, "C:\\a"), "C:\\");
  EXPECT_EQ(parent_path(windows_paths, "C:\\"), "C:\\");
  EXPECT_EQ(parent_path(posix_paths, "a"), "");
}

TEST(Path, FileNameIsTheLastName) {
  EXPECT_EQ(file_name(posix_paths, "/a/b/"), "b");
  EXPECT_EQ(file_name(windows_paths, "C:/x\\y.dll"), "y.dll");
  EXPECT_EQ(file_name(posix_paths, "C:\\x"), "C:\\x");
}

TEST(Path, NormalFormTakesDotsAway) {
  EXPECT_EQ(normal_path(posix_paths, "/a/./b//../c/"), "/a/c");
  EXPECT_EQ(normal_path(posix_paths, "/../a"), "/a");
  EXPECT_EQ(normal_path(posix_paths, "../a/.."), "..");
  EXPECT_EQ(normal_path(windows_paths, "c:/A/../B"), "c:\\B");
  EXPECT_EQ(normal_path(windows_paths, "\\\\server\\share\\"), "\\\\server\\share");
  EXPECT_EQ(normal_path(posix_paths, "a/.."), ".");
}

TEST(Path, KeysFoldCaseOnWindowsOnly) {
  EXPECT_EQ(path_key(windows_paths, "C:\\Users\\ME"), path_key(windows_paths, "c:/users/me"));
  EXPECT_NE(path_key(posix_paths, "/A"), path_key(posix_paths, "/a"));
}

TEST(Path, WithinComparesWholeNames) {
  EXPECT_TRUE(path_within(posix_paths, "/a/b", "/a"));
  EXPECT_TRUE(path_within(posix_paths, "/a", "/a/"));
  EXPECT_TRUE(path_within(posix_paths, "/a", "/"));
  EXPECT_FALSE(path_within(posix_paths, "/ab", "/a"));
  EXPECT_TRUE(path_within(windows_paths, "C:\\X\\y", "c:\\x"));
}

TEST(Path, NothingLiesInAFolderWithoutAName) {
  for (const char* path : {"", "/a", "a"}) EXPECT_FALSE(path_within(posix_paths, path, "")) << path;
}

TEST(Path, ListsDropEmptyEntries) {
  EXPECT_EQ(path_list(posix_paths, "/a::/b"), (std::vector<std::string>{"/a", "/b"}));
  EXPECT_EQ(path_list(windows_paths, "C:\\a;D:\\b"), (std::vector<std::string>{"C:\\a", "D:\\b"}));
}

TEST(Path, AbsoluteNeedsARoot) {
  EXPECT_TRUE(is_absolute(posix_paths, "/x"));
  EXPECT_TRUE(is_absolute(windows_paths, "C:\\x"));
  EXPECT_FALSE(is_absolute(windows_paths, "C:x"));
  EXPECT_FALSE(is_absolute(posix_paths, "x"));
}

}  // namespace
}  // namespace gpuenv::base
