// Imports and exports of PE files.
#include "image/pe_links.h"

#include <gtest/gtest.h>

#include "image/test_dll.h"

namespace gpuenv::image {
namespace {

using test::DllOfTest;

base::Result<PeLinks> read(const std::string& bytes) {
  base::MemorySource source(bytes);
  return read_pe_links(source);
}

DllOfTest dll() {
  DllOfTest made;
  made.imports = {{"KERNEL32.dll", false, {"Sleep", "#7"}},
                  {"cudnn64_9.dll", true, {"cudnnCreate"}},
                  {"b.dll", false, {}}};
  made.exports = {"f", "g"};
  made.forward = "OTHER.f";
  return made;
}

TEST(PeLinks, NamesImportsByNameAndNumberAndDelayedOnes) {
  const auto links = read(dll().build());
  ASSERT_TRUE(links.has_value()) << links.error().message;
  EXPECT_EQ(links->machine, 0x8664);
  EXPECT_TRUE(links->library);
  ASSERT_EQ(links->imports.size(), 3u);
  EXPECT_EQ(links->imports[0].library, "KERNEL32.dll");
  EXPECT_EQ(links->imports[0].names, (std::vector<std::string>{"Sleep", "#7"}));
  EXPECT_EQ(links->imports[1].library, "b.dll");
  EXPECT_TRUE(links->imports[2].delayed);
  EXPECT_EQ(links->imports[2].names, std::vector<std::string>{"cudnnCreate"});
}

TEST(PeLinks, ExportsHaveNamesAndNumbersAndMayLeadToAnotherLibrary) {
  const auto links = read(dll().build());
  ASSERT_TRUE(links.has_value());
  for (const char* name : {"f", "g", "#1", "#2"}) EXPECT_TRUE(links->has(name)) << name;
  EXPECT_FALSE(links->has("h"));
  EXPECT_FALSE(links->has("#3"));
  EXPECT_EQ(links->forwards, std::vector<std::string>{"OTHER.f"});
}

TEST(PeLinks, FilesWithoutTablesHaveNone) {
  DllOfTest made;
  made.library = false;
  const auto links = read(made.build());
  ASSERT_TRUE(links.has_value());
  EXPECT_FALSE(links->library);
  EXPECT_TRUE(links->imports.empty());
  EXPECT_TRUE(links->exports.empty());
}

TEST(PeLinks, TablesThatPointNowhereAreAnError) {
  std::string bytes = dll().build();
  test::overwrite(bytes, 0x44 + 20 + 112 + 8, 0x1008, 4);  // a list of names in place of the imports
  EXPECT_FALSE(read(bytes).has_value());
  EXPECT_FALSE(read("MZ").has_value());
  EXPECT_FALSE(read("GROUP ( libc.so.6 )").has_value());
}

}  // namespace
}  // namespace gpuenv::image
