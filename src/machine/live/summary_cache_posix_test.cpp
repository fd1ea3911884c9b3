// Tests of the cache of summaries: nothing of others is trusted or written to.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "machine/live/summary_cache.h"
#include "machine/live/temporary_folder.h"

namespace gpuenv::machine::live {
namespace {

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(SummaryCache, TrustsNoFileThatOthersMayWrite) {
  const TemporaryFolder folder;
  const auto place = [&](const char* name) {
    return folder.file(std::string(name) + "/summaries", "me\nk\t1\ts\n");
  };
  namespace fs = std::filesystem;
  using Perms = fs::perms;
  const std::string open_file = place("file"), open_folder = place("folder"), linked = place("link");
  fs::permissions(open_file, Perms::others_write, fs::perm_options::add);
  EXPECT_FALSE(SummaryCache(open_file, "me").find("k", "1"));
  fs::permissions(fs::path(open_folder).parent_path(), Perms::group_write, fs::perm_options::add);
  EXPECT_FALSE(SummaryCache(open_folder, "me").find("k", "1"));
  SummaryCache(open_folder, "me").keep("k", "2", "s");
  EXPECT_EQ(content(open_folder), "me\nk\t1\ts\n") << "and writes none there";
  const std::string target = folder.file("elsewhere", "me\nk\t1\ts\n");
  fs::remove(linked);
  fs::create_symlink(target, linked);
  EXPECT_FALSE(SummaryCache(linked, "me").find("k", "1"));
  SummaryCache(linked, "me").keep("k", "3", "s");
  EXPECT_EQ(content(target), "me\nk\t1\ts\n") << "a link is replaced, not followed";
}

}  // namespace
}  // namespace gpuenv::machine::live
