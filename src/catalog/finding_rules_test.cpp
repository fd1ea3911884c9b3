// Mistakes in the texts of findings.
#include "catalog/finding_rules.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "catalog/pack.h"
#include "catalog/test_folders.h"

namespace gpuenv::catalog {
namespace {

const std::string file = "findings/torch.cpu-build.toml";

std::string message(const std::string& text, const std::string& other) {
  const auto blob = pack_folder(folder_of(small_files_with(file, text, other)));
  if (blob) return "";
  const std::string path = "data/" + file + ":";
  EXPECT_TRUE(blob.error().message.starts_with(path)) << blob.error().message;
  return blob.error().message.substr(path.size());
}

TEST(FindingMistakes, RoleAndSeverityAreWordsOfTheDesign) {
  EXPECT_EQ(message("\"cause\"", "\"reason\""), "1: role 'reason' is not cause, symptom, note");
  EXPECT_EQ(message("\"error\"", "\"fatal\""), "2: severity 'fatal' is not error, warning, info");
  EXPECT_EQ(message("severity = \"error\"\n", ""), "1: severity is missing");
}

TEST(FindingMistakes, SourcesAndDateMustStand) {
  EXPECT_EQ(message("sources = [\"https://pytorch.org\"]\n", ""), "1: sources is missing");
  EXPECT_EQ(message("[\"https://pytorch.org\"]", "[]"), "3: sources is an empty list");
  EXPECT_EQ(message("\"2026-12-02\"", "\"lately\""), "1: checked is not a date like 2026-12-02");
  EXPECT_EQ(message("role = \"cause\"", "role = \"cause\"\nexplains = \"torch.cuda-unavailable\""),
            "2: explains is one value, a list is wanted");
}

TEST(FindingMistakes, BothLanguagesHaveTheSameTexts) {
  EXPECT_EQ(message("why = \"它不含 CUDA 代码。\"\n", ""), "11: [zh] why is missing");
  EXPECT_EQ(message("fix.install = \"Install {build}:\"\n", ""), "6: [en] fix.install is missing");
  EXPECT_EQ(message("fix.install = \"请安装 {build}：\"\n", ""), "11: [zh] fix.install is missing");
  EXPECT_EQ(message("[zh]", "[fr]"), "1: table [zh] is missing");
  EXPECT_EQ(message("why = \"It has", "how = \"x\"\nwhy = \"It has"), "12: [zh] how is missing");
}

TEST(FindingMistakes, PlaceholdersAreTheSame) {
  EXPECT_EQ(message("请安装 {build}：", "请安装 {version}："),
            "14: [zh] fix.install has the placeholders {version}, [en] has {build}");
  EXPECT_EQ(message("\"{name} 是 CPU 版\"", "\"CPU 版\""),
            "12: [zh] title has the placeholders {}, [en] has {name}");
}

TEST(FindingMistakes, TheDateIsADay) {
  EXPECT_EQ(message("\"2026-12-02\"", "\"2026-13-02\""), "1: checked is not a date like 2026-12-02");
  EXPECT_EQ(message("\"2026-12-02\"", "\"2 Dec 2026\""), "1: checked is not a date like 2026-12-02");
}

TEST(FindingMistakes, EveryBraceBelongsToAPlaceholder) {
  EXPECT_EQ(message("Install {build}:", "Install {build:"),
            "9: fix.install has a brace that is no {placeholder}");
  EXPECT_EQ(message("它不含 CUDA 代码。", "它不含 {CUDA} 代码。"),
            "13: why has a brace that is no {placeholder}");
}

TEST(FindingMistakes, StepsAndPlaceholdersAreThoseOfTheBuiltInRow) {
  FindingRow built_in;
  for (FindingText* text : {&built_in.en, &built_in.zh})
    *text = {"{name} is a CPU build", "Why", {{"install", "Install {build}"}}};
  FindingRow row = built_in;
  EXPECT_EQ(mistake_beside(row, built_in), std::nullopt);
  row.en.title = "A CPU build, not {build}";
  EXPECT_EQ(mistake_beside(row, built_in), std::nullopt)
      << "any placeholder of the finding may stand anywhere";
  row.en.why = "Because of {cause}";
  EXPECT_EQ(mistake_beside(row, built_in), "{cause} is no placeholder of this finding (build, name)");
  row = built_in;
  row.zh.fix = {{"replace", "Install {build}"}};
  EXPECT_EQ(mistake_beside(row, built_in), "fix.install is missing");
  row.zh.fix["install"] = "Install";
  EXPECT_EQ(mistake_beside(row, built_in), "fix.replace is no step of this finding");
}

TEST(FindingMistakes, AKeyThatNothingReadsIsNamed) {
  EXPECT_EQ(message("severity = ", "explain = []\nseverity = "),
            "2: explain is no key of a finding (role, severity, explains, lacks, sources, checked)");
}

/// The message for findings of which each explains the ones named.
std::string explains_message(const std::map<std::string, std::string>& explained) {
  Files files = small_files();
  const std::string text = files[file];
  for (const auto& [id, list] : explained)
    files[fmt::format("findings/{}.toml", id)] = fmt::format("explains = [{}]\n{}", list, text);
  const auto blob = pack_folder(folder_of(files));
  return blob ? "" : blob.error().message;
}

TEST(FindingMistakes, FindingsDoNotExplainEachOtherInACircle) {
  EXPECT_EQ(explains_message({{"a.one", "'a.two', 'a.three'"}, {"a.two", "'a.three'"}, {"a.three", ""}}), "");
  EXPECT_EQ(explains_message({{"a.one", "'a.two'"}, {"a.two", "'a.three'"}, {"a.three", "'a.two'"}}),
            "data/findings/a.three.toml:1: explains leads in a circle back to a.three");
  EXPECT_EQ(explains_message({{"a.one", "'a.one'"}}),
            "data/findings/a.one.toml:1: explains leads in a circle back to a.one");
  EXPECT_EQ(explains_message({{"a.one", "'torch.gone'"}}),
            "data/findings/a.one.toml:1: explains 'torch.gone', which is no finding");
}

TEST(FindingMistakes, AnEmptyFileIsNoFinding) {
  Files files = small_files();
  files["findings/gpu.none.toml"] = "";
  EXPECT_EQ(pack_folder(folder_of(files)).error().message, "data/findings/gpu.none.toml:1: role is missing");
}

}  // namespace
}  // namespace gpuenv::catalog
