// Files of a POSIX system: links, pipes, denials, files of /proc.
#include "machine/live/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "machine/live/temporary_folder.h"

namespace gpuenv::machine::live {
namespace {

using base::Why;
constexpr std::size_t plenty = 1 << 20;

TEST(FilesPosix, ReadUpToTheLimit) {
  const TemporaryFolder folder;
  const std::string path = folder.file("big", std::string(100'000, 'x') + "end");
  EXPECT_EQ(read_file(path, plenty)->size(), 100'003U);
  EXPECT_EQ(read_file(path, 10).value_or(""), "xxxxxxxxxx");
  EXPECT_EQ(read_file(path, 100'003)->substr(100'000), "end");
  EXPECT_EQ(*read_file(path, 0), "");
  EXPECT_EQ(read_file(path, 10).origin(), path);
  EXPECT_EQ(*read_file(folder.file("empty", ""), plenty), "");
}

TEST(FilesPosix, ArePiecedTogetherFromAnyPlace) {
  const TemporaryFolder folder;
  const std::string path = folder.file("big", std::string(100'000, 'x') + "end");
  const auto file = open_file(path);
  ASSERT_TRUE(file.known());
  EXPECT_EQ((*file)->size(), 100'003U);
  std::string first(4, '?'), last(10, '?'), beyond(3, '?');
  base::Piece pieces[] = {{0, first}, {99'999, last}, {std::uint64_t{1} << 62, beyond}};
  ASSERT_TRUE((*file)->read(pieces));
  EXPECT_EQ(pieces[0].bytes(), "xxxx");
  EXPECT_EQ(pieces[1].bytes(), "xend");
  EXPECT_EQ(pieces[2].bytes(), "");
  EXPECT_TRUE(open_file(folder.at("nothing")).absent());
  EXPECT_EQ(open_file(folder.path()).why().why, Why::failed);
}

TEST(FilesPosix, ThatShrinkWhileTheyAreReadGiveWhatIsLeft) {
  const TemporaryFolder folder;
  const std::string path = folder.file("shrinks", std::string(10'000, 'x'));
  const auto file = open_file(path);
  ASSERT_TRUE(file.known());
  ASSERT_EQ(::truncate(path.c_str(), 5), 0);
  std::string bytes(100, '?');
  EXPECT_EQ((*file)->read_at(0, bytes).value_or("error"), "xxxxx");
  EXPECT_EQ((*file)->read_at(50, bytes).value_or("error"), "");
}

TEST(FilesPosix, HaveAnIdentityThatLinksShareAndChangesEnd) {
  const TemporaryFolder folder;
  const std::string path = folder.file("one", "x");
  ASSERT_EQ(::symlink("one", folder.at("link").c_str()), 0);
  const auto before = file_identity(path);
  ASSERT_TRUE(before.known());
  EXPECT_EQ(*file_identity(folder.at("link")), *before);
  EXPECT_NE(*file_identity(folder.file("two", "x")), *before);
  folder.file("one", "xy");
  EXPECT_NE(*file_identity(path), *before);
  EXPECT_TRUE(file_identity(folder.at("nothing")).absent());
}

TEST(FilesPosix, TellWhatTheirDiskHasLeft) {
  const TemporaryFolder folder;
  EXPECT_GT(free_bytes(folder.path()).value_or(0), 0U);
  EXPECT_EQ(free_bytes(folder.path()).origin(), folder.path());
  EXPECT_TRUE(free_bytes(folder.at("nothing")).absent());
}

TEST(FilesPosix, FilesOfProcAreReadThoughTheyClaimToBeEmpty) {
  EXPECT_EQ(file_status("/proc/self/maps")->size, 0U);
  EXPECT_GT(read_file("/proc/self/maps", plenty)->size(), 4096U);
  EXPECT_TRUE(read_file("/proc/self/status", plenty)->starts_with("Name:"));
}

TEST(FilesPosix, WhatIsNoPlainFileIsNotRead) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo(folder.at("pipe").c_str(), 0600), 0);
  EXPECT_EQ(read_file(folder.at("pipe"), plenty).why().why, Why::failed);
  EXPECT_EQ(file_status(folder.at("pipe"))->kind, FileKind::other);
  EXPECT_EQ(read_file("/dev/zero", plenty).why().detail, "/dev/zero: is not a plain file");
  EXPECT_EQ(file_status("/dev/null")->kind, FileKind::device);
  const auto directory = read_file(folder.path(), plenty);
  EXPECT_EQ(directory.why().why, Why::failed);
  EXPECT_EQ(directory.why().detail, folder.path() + ": is a directory");
}

TEST(FilesPosix, OnlyWhatCertainlyIsNotThereIsAbsent) {
  const TemporaryFolder folder;
  const std::string file = folder.file("file", "x");
  ASSERT_EQ(::symlink("loop", folder.at("loop").c_str()), 0);
  ASSERT_EQ(::symlink("nowhere", folder.at("dangling").c_str()), 0);
  for (const std::string& path : {folder.at("nothing"), file + "/below", folder.at("dangling"),
                                  folder.at("loop"), folder.at("loop") + "/x", std::string()}) {
    EXPECT_TRUE(read_file(path, plenty).absent()) << path;
    EXPECT_TRUE(file_status(path).absent()) << path;
    EXPECT_TRUE(list_folder(path).absent()) << path;
    EXPECT_TRUE(may_open(path).absent()) << path;
  }
  const std::string longest(300, 'n');
  for (const std::string& path : {folder.at(longest), file + '\0' + "x"}) {
    EXPECT_EQ(read_file(path, plenty).why().why, Why::failed) << path;
    EXPECT_EQ(file_status(path).why().why, Why::failed) << path;
    EXPECT_EQ(list_folder(path).why().why, Why::failed) << path;
    EXPECT_EQ(may_open(path).why().why, Why::failed) << path;
  }
}

TEST(FilesPosix, WhatThisUserMayNotReadIsDeniedAndNotAbsent) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const TemporaryFolder folder;
  const std::string file = folder.file("closed/file", "x");
  ::chmod(file.c_str(), 0);
  EXPECT_EQ(read_file(file, plenty).why().why, Why::denied);
  EXPECT_EQ(may_open(file).value_or(true), false);
  ::chmod(folder.at("closed").c_str(), 0);
  EXPECT_EQ(read_file(file, plenty).why().why, Why::denied);
  EXPECT_EQ(file_status(folder.at("closed/other")).why().why, Why::denied);
  EXPECT_EQ(list_folder(folder.at("closed")).why().why, Why::denied);
  ::chmod(folder.at("closed").c_str(), 0700);
}

TEST(FilesPosix, ListedEntriesAreSortedAndLinksAreNotFollowed) {
  const TemporaryFolder folder;
  folder.file("b", "");
  folder.file("a/inside", "");
  folder.file("B", "");
  ASSERT_EQ(::symlink("a", folder.at("link").c_str()), 0);
  ASSERT_EQ(::mkfifo(folder.at("pipe").c_str(), 0600), 0);
  const std::vector<DirectoryEntry> expected{{"B", FileKind::file},
                                             {"a", FileKind::directory},
                                             {"b", FileKind::file},
                                             {"link", FileKind::link},
                                             {"pipe", FileKind::other}};
  EXPECT_EQ(*list_folder(folder.path()), expected);
  EXPECT_EQ(list_folder(folder.at("link"))->size(), 1U);
  const auto file = list_folder(folder.at("b"));
  EXPECT_EQ(file.why().why, Why::failed);
  EXPECT_EQ(file.why().detail, folder.at("b") + ": not a directory");
}

TEST(FilesPosix, StatusFollowsLinksAndLinkTargetDoesNot) {
  const TemporaryFolder folder;
  folder.file("file", "12345");
  const std::string far(1000, 'x');
  ASSERT_EQ(::symlink("file", folder.at("link").c_str()), 0);
  ASSERT_EQ(::symlink(far.c_str(), folder.at("far").c_str()), 0);
  EXPECT_EQ(*file_status(folder.at("link")), (FileStatus{FileKind::file, 5}));
  EXPECT_EQ(*link_target(folder.at("link")), "file");
  EXPECT_EQ(*link_target(folder.at("far")), far);
  EXPECT_EQ(link_target(folder.at("file")).why().why, Why::failed);
  EXPECT_TRUE(link_target(folder.at("nothing")).absent());
}

TEST(FilesPosix, DeviceNodesTellWhetherTheyMayBeOpened) {
  EXPECT_TRUE(may_open("/dev/null").value_or(false));
}

}  // namespace
}  // namespace gpuenv::machine::live
