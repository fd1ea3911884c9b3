// TOML into tables: names, dotted keys, lines, and what is refused.
#include "catalog/toml_tables.h"

#include <gtest/gtest.h>

namespace gpuenv::catalog {
namespace {

std::vector<SourceTable> read(std::string_view text) {
  auto tables = tables_of_toml(text, "data/x.toml", "x");
  EXPECT_TRUE(tables) << tables.error().message;
  return tables ? *std::move(tables) : std::vector<SourceTable>();
}

std::string refusal(std::string_view text) {
  const auto tables = tables_of_toml(text, "data/x.toml", "x");
  return tables ? "" : tables.error().message;
}

const SourceTable* named(const std::vector<SourceTable>& tables, std::string_view name) {
  for (const SourceTable& table : tables)
    if (table.name == name) return &table;
  return nullptr;
}

TEST(TomlTables, NameRowsTablesAndLooseKeys) {
  const auto tables =
      read("role = \"cause\"\n[en]\nfix.install = \"do\"\n[[gpu]]\nname = \"a\"\n[[gpu]]\nname = \"b\"\n");
  ASSERT_EQ(tables.size(), 3U);
  ASSERT_TRUE(named(tables, "x:") && named(tables, "x:en") && named(tables, "x:gpu"));
  EXPECT_EQ(named(tables, "x:")->rows[0].text("role"), "cause");
  EXPECT_EQ(named(tables, "x:en")->rows[0].text("fix.install"), "do");
  EXPECT_FALSE(named(tables, "x:en")->array);
  EXPECT_TRUE(named(tables, "x:gpu")->array);
  ASSERT_EQ(named(tables, "x:gpu")->rows.size(), 2U);
  EXPECT_EQ(named(tables, "x:gpu")->rows[1].text("name"), "b");
  EXPECT_EQ(named(tables, "x:gpu")->rows[1].line, 6);
  EXPECT_EQ(named(tables, "x:gpu")->rows[1].find("name")->line, 7);
}

TEST(TomlTables, KeepNumbersAndBooleansAsText) {
  const auto tables =
      read("[t]\nmajor = 550\nshare = 0.5\non = true\noff = false\nids = [1, \"b\"]\nnone = []\n");
  const SourceRow& row = tables.at(0).rows.at(0);
  EXPECT_EQ(row.text("major"), "550");
  EXPECT_EQ(row.text("share"), "0.5");
  EXPECT_EQ(row.text("on"), "true");
  EXPECT_EQ(row.text("off"), "false");
  EXPECT_EQ(row.find("ids")->items, (std::vector<std::string>{"1", "b"}));
  EXPECT_TRUE(row.find("none")->is_list && row.find("none")->items.empty());
}

TEST(TomlTables, RefuseAKeyWrittenTwice) {
  const std::string message = refusal("[t]\nname = \"a\"\nname = \"b\"\n");
  EXPECT_TRUE(message.starts_with("data/x.toml:3: ")) << message;
}

TEST(TomlTables, RefuseBrokenTomlWithItsLine) {
  EXPECT_TRUE(refusal("[t]\nname = \"a\n").starts_with("data/x.toml:2: "));
}

TEST(TomlTables, RefuseDatesAndNestedLists) {
  EXPECT_EQ(refusal("[t]\nday = 2026-12-02\n"),
            "data/x.toml:2: day is neither text, number, true or false, nor a list of these");
  EXPECT_EQ(refusal("[t]\nx = [[1]]\n"),
            "data/x.toml:2: x is neither text, number, true or false, nor a list of these");
}

TEST(TomlTables, RefuseAHeaderWithoutAKey) {
  for (const char* text : {"[=", "[[ ;]]", "a = {=", "[\xFF"})
    EXPECT_FALSE(tables_of_toml(text, "data/x.toml", "x")) << text;
}

}  // namespace
}  // namespace gpuenv::catalog
