// The packed tables: what goes in comes out, and damage never crashes a reader.
#include "catalog/blob.h"

#include <gtest/gtest.h>

#include "catalog/pack.h"
#include "catalog/test_folders.h"

namespace gpuenv::catalog {
namespace {

SourceField text_field(std::string key, std::string value) {
  return {std::move(key), {std::move(value)}, false, 1};
}
SourceField list_field(std::string key, std::vector<std::string> items) {
  return {std::move(key), std::move(items), true, 1};
}

std::vector<SourceTable> two_tables() {
  SourceRow first{{text_field("name", "A"), list_field("ids", {"1", "2"}), text_field("on", "true")}, 1};
  SourceRow second{{text_field("name", ""), list_field("ids", {})}, 2};
  return {{"z:row", true, {first, second}}, {"a:meta", false, {{{text_field("name", "B")}, 1}}}};
}

TEST(Blob, GivesBackWhatWasWritten) {
  const std::string bytes = write_blob(two_tables());
  const Blob blob(bytes);
  ASSERT_TRUE(blob.valid());
  EXPECT_EQ(blob.table_names(), (std::vector<std::string_view>{"a:meta", "z:row"}));
  const auto rows = blob.rows("z:row");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].text("name"), "A");
  EXPECT_EQ(rows[0].list("ids"), (std::vector<std::string_view>{"1", "2"}));
  EXPECT_TRUE(rows[0].flag("on"));
  EXPECT_EQ(rows[0].keys(), (std::vector<std::string_view>{"name", "ids", "on"}));
  EXPECT_TRUE(rows[1].has("name"));
  EXPECT_EQ(rows[1].text("name"), "");
  EXPECT_TRUE(rows[1].list("ids").empty());
}

TEST(Blob, TellsTextFromListAndMissing) {
  const std::string bytes = write_blob(two_tables());
  const Blob blob(bytes);
  const BlobRow row = blob.rows("z:row")[0];
  EXPECT_EQ(row.text("ids"), "");  // a list is no text
  EXPECT_EQ(row.list("name"), (std::vector<std::string_view>{"A"}));
  EXPECT_TRUE(row.lists("ids", "2"));
  EXPECT_FALSE(row.lists("ids", "3"));
  EXPECT_FALSE(row.has("nothing"));
  EXPECT_TRUE(row.list("nothing").empty());
  EXPECT_FALSE(blob.rows("a:meta")[0].has("ids"));
  EXPECT_TRUE(blob.rows("b:none").empty());
  EXPECT_TRUE(blob.rows("zz").empty());
}

TEST(Blob, StoresEqualTextsOnce) {
  std::vector<SourceTable> tables{{"a:row", true, {}}};
  const std::string text(1000, 'x');
  for (int i = 0; i < 10; ++i) tables[0].rows.push_back({{text_field("name", text)}, 1});
  EXPECT_LT(write_blob(tables).size(), 2000U);
}

/// Reads everything that a blob claims to hold; the sum keeps the reads alive.
size_t read_all(std::string_view bytes) {
  const Blob blob(bytes);
  size_t total = 0;
  for (const std::string_view table : blob.table_names())
    for (const BlobRow& row : blob.rows(table))
      for (const std::string_view key : row.keys()) {
        total += row.text(key).size();
        for (const std::string_view item : row.list(key)) total += item.size();
      }
  return total;
}

TEST(Blob, CutOffBytesAreRefused) {
  const std::string bytes = write_blob(two_tables());
  for (size_t length = 0; length < bytes.size(); ++length)
    EXPECT_FALSE(Blob(std::string_view(bytes).substr(0, length)).valid()) << length;
  EXPECT_FALSE(Blob(bytes + "x").valid());
}

TEST(Blob, DamagedBytesNeverLeaveTheBlob) {
  // Each 4-byte number becomes in turn one that points far away, just behind, or back to the start.
  const std::string bytes = write_blob(two_tables());
  const size_t whole = read_all(bytes);
  bool differs = false;
  for (size_t at = 12; at < bytes.size(); ++at)
    for (const char byte : {'\xFF', '\x7F', '\x00', '\x04'}) {
      std::string damaged = bytes;
      damaged[at] = byte;
      damaged[std::min(at + 3, bytes.size() - 1)] = byte;
      // A heap copy of the exact size, so that the sanitizer sees any read outside.
      differs = read_all(std::string(damaged)) != whole || differs;
    }
  EXPECT_TRUE(differs);
}

TEST(Blob, DamagedCatalogAnswersWithNothing) {
  Result<std::string> bytes = pack_folder(folder_of(small_files()));
  ASSERT_TRUE(bytes);
  EXPECT_TRUE(Catalog::from_blob(*bytes).gpu_by_pci("2684"));
  const Catalog cut = Catalog::from_blob(bytes->substr(0, bytes->size() / 2));
  EXPECT_FALSE(cut.gpu_by_pci("2684"));
  EXPECT_TRUE(cut.builds("torch").empty());
  EXPECT_TRUE(cut.framework_names().empty());
  EXPECT_FALSE(cut.finding("torch.cpu-build"));
  EXPECT_EQ(cut.date(), "");
}

}  // namespace
}  // namespace gpuenv::catalog
