// Files and links of Windows.
#include "machine/live/files.h"

#include <gtest/gtest.h>

#include <cstring>

#include "machine/live/live.h"
#include "machine/live/temporary_folder.h"
#include "machine/live/win32.h"

#include <winioctl.h>

namespace gpuenv::machine::live {
namespace {

using base::Why;
constexpr std::size_t plenty = 1 << 20;

TEST(FilesWindows, TellWhatTheirDiskHasLeft) {
  const TemporaryFolder folder;
  EXPECT_GT(free_bytes(folder.path()).value_or(0), 0U);
  EXPECT_FALSE(free_bytes(folder.at("nothing")).known());
}

TEST(FilesWindows, ReadUpToTheLimit) {
  const TemporaryFolder folder;
  const std::string path = folder.file("big", std::string(100'000, 'x') + "end");
  EXPECT_EQ(read_file(path, plenty)->size(), 100'003U);
  EXPECT_EQ(*read_file(path, 10), "xxxxxxxxxx");
  EXPECT_EQ(read_file(path, 10).origin(), path);
}

TEST(FilesWindows, ArePiecedTogetherFromAnyPlace) {
  const TemporaryFolder folder;
  const std::string path = folder.file("big", std::string(100'000, 'x') + "end");
  const auto file = open_file(path);
  ASSERT_TRUE(file.known());
  EXPECT_EQ((*file)->size(), 100'003U);
  std::string last(10, '?'), beyond(3, '?');
  base::Piece pieces[] = {{99'999, last}, {std::uint64_t{1} << 62, beyond}};
  ASSERT_TRUE((*file)->read(pieces));
  EXPECT_EQ(pieces[0].bytes(), "xend");
  EXPECT_EQ(pieces[1].bytes(), "");
}

TEST(FilesWindows, HaveAnIdentityThatChangesEnd) {
  const TemporaryFolder folder;
  const std::string path = folder.file("one", "x");
  const auto before = file_identity(path);
  ASSERT_TRUE(before.known());
  EXPECT_EQ(file_identity(path).value_or(""), *before);
  EXPECT_NE(file_identity(folder.file("two", "x")).value_or(""), *before);
  folder.file("one", "xy");
  EXPECT_NE(file_identity(path).value_or(""), *before);
  EXPECT_FALSE(file_identity(folder.at("nothing")).known());
}

TEST(FilesWindows, NamesIgnoreCaseAndTakeEitherSeparator) {
  const TemporaryFolder folder;
  folder.file("Sub/File.txt", "x");
  EXPECT_EQ(*read_file(folder.at("SUB\\file.TXT"), plenty), "x");
  EXPECT_EQ(*read_file(folder.path() + "/Sub/./../sub/File.txt", plenty), "x");
}

TEST(FilesWindows, PathsOfAnyLengthWork) {
  const TemporaryFolder folder;
  std::string path = folder.path();
  for (int i = 0; i < 8; ++i) path += "\\" + std::string(60, 'd');
  path += "\\file.txt";
  ASSERT_TRUE(write_file(path, "deep", true).has_value());
  EXPECT_EQ(*read_file(path, plenty), "deep");
}

TEST(FilesWindows, OnlyWhatCertainlyIsNotThereIsAbsent) {
  const TemporaryFolder folder;
  const std::string file = folder.file("file", "x");
  for (const std::string& path : {folder.at("nothing"), folder.at("nothing\\below"), file + "\\below"}) {
    EXPECT_TRUE(read_file(path, plenty).absent()) << path;
    EXPECT_TRUE(file_status(path).absent()) << path;
    EXPECT_TRUE(list_folder(path).absent()) << path;
  }
  for (const std::string& path :
       {file + ":stream", std::string(R"(\\.\pipe)"), std::string(), file + '\0' + "x"}) {
    EXPECT_EQ(read_file(path, plenty).why().why, Why::failed) << path;
    EXPECT_EQ(file_status(path).why().why, Why::failed) << path;
  }
  EXPECT_EQ(read_file(folder.path(), plenty).why().detail, folder.path() + ": is a directory");
  EXPECT_EQ(list_folder(file).why().why, Why::failed);
}

TEST(FilesWindows, ListedEntriesAreSorted) {
  const TemporaryFolder folder;
  folder.file("b", "");
  folder.file("a/inside", "");
  const std::vector<DirectoryEntry> expected{{"a", FileKind::directory}, {"b", FileKind::file}};
  EXPECT_EQ(*list_folder(folder.path()), expected);
  EXPECT_TRUE(list_folder(folder.at("a"))->size() == 1);
}

/// Makes a junction, as `mklink /J` does; false where the file system has none.
bool make_junction(const std::string& path, const std::string& target) {
  ::CreateDirectoryW(wide(path).c_str(), nullptr);
  const Handle folder(::CreateFileW(wide(path).c_str(), GENERIC_WRITE, 0, nullptr, OPEN_EXISTING,
                                    FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, nullptr));
  const std::wstring substitute = L"\\??\\" + wide(target), print = wide(target);
  const auto bytes = [](const std::wstring& text) {
    return static_cast<WORD>(text.size() * sizeof(wchar_t));
  };
  std::string data(16, '\0');
  const WORD names[] = {0, bytes(substitute), static_cast<WORD>(bytes(substitute) + 2), bytes(print)};
  const DWORD tag = IO_REPARSE_TAG_MOUNT_POINT;
  std::memcpy(data.data(), &tag, sizeof tag);
  std::memcpy(data.data() + 8, names, sizeof names);
  data.append(reinterpret_cast<const char*>(substitute.c_str()), bytes(substitute) + 2U);
  data.append(reinterpret_cast<const char*>(print.c_str()), bytes(print) + 2U);
  const WORD length = static_cast<WORD>(data.size() - 8);
  std::memcpy(data.data() + 4, &length, sizeof length);
  DWORD unused = 0;
  return folder && ::DeviceIoControl(folder.get(), FSCTL_SET_REPARSE_POINT, data.data(),
                                     static_cast<DWORD>(data.size()), nullptr, 0, &unused, nullptr);
}

TEST(FilesWindows, JunctionsTellWhereTheyLead) {
  const TemporaryFolder folder;
  folder.file("target/file", "x");
  if (!make_junction(folder.at("junction"), folder.at("target")))
    GTEST_SKIP() << "no junctions on this file system";
  EXPECT_EQ(link_target(folder.at("junction")).value_or("none"), folder.at("target"));
  EXPECT_EQ(file_status(folder.at("junction"))->kind, FileKind::directory);
  EXPECT_EQ(*read_file(folder.at("junction\\file"), plenty), "x");
  ::RemoveDirectoryW(wide(folder.at("junction")).c_str());
}

TEST(FilesWindows, WhatIsNoLinkHasNoTarget) {
  const TemporaryFolder folder;
  EXPECT_EQ(link_target(folder.file("file", "x")).why().why, Why::failed);
  EXPECT_EQ(link_target(folder.path()).why().why, Why::failed);
  EXPECT_TRUE(link_target(folder.at("nothing")).absent());
}

}  // namespace
}  // namespace gpuenv::machine::live
