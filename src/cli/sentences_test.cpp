// Every sentence that the checks can lead to is complete: the placeholders of all rows are parameters that
// the check which gives the finding sets, and no case of cases/ shows one unfilled.
#include "report/sentences.h"
#include "base/placeholders.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "app/doctor.h"
#include "machine/recorded/recorded.h"
#include "report/report.h"

namespace gpuenv::cli {
namespace {

namespace fs = std::filesystem;
using report::Language;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// The names of the parameters that some text of a row asks for.
std::set<std::string> wanted(const catalog::FindingRow& row) {
  std::set<std::string> names;
  for (const auto* texts : {&row.en, &row.zh}) {
    std::string all = texts->title + texts->why;
    for (const auto& [key, text] : texts->fix) all += text;
    for (const auto name : base::placeholders(all)) names.emplace(name);
  }
  return names;
}

/// Whether a check lists an id among those that it gives.
bool gives(std::string_view source, const std::string& id) {
  constexpr std::string_view begin = "gives[] = {";
  const std::size_t from = source.find(begin);
  if (from == std::string_view::npos) return false;
  return source.substr(from, source.find("};", from) - from).find('"' + id + '"') != std::string_view::npos;
}

/// The source of the check that gives an id, with the headers beside it.
std::string giver_of(const std::string& id) {
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(GPUENV_SOURCE_DIR) / "src/check")) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".cpp") || name.ends_with("_test.cpp")) continue;
    std::string source = text_of(entry.path());
    if (!gives(source, id)) continue;
    for (const auto& beside : fs::directory_iterator(entry.path().parent_path()))
      if (beside.path().extension() == ".h") source += text_of(beside.path());
    return source;
  }
  return "";
}

TEST(Sentences, EveryPlaceholderIsSetByTheCheckThatGivesTheFinding) {
  const auto catalog = catalog::Catalog::embedded();
  std::string shared;
  for (const char* file : {"src/check/support.cpp", "src/check/driver_steps.cpp"})
    shared += text_of(fs::path(GPUENV_SOURCE_DIR) / file);
  for (const auto& id : catalog.finding_ids()) {
    const std::string source = giver_of(id);
    ASSERT_NE(source, "") << id << " has no check";
    for (const auto& name : wanted(*catalog.finding(id))) {
      const std::string quoted = '"' + name + '"';
      EXPECT_TRUE(source.find(quoted) != std::string::npos || shared.find(quoted) != std::string::npos)
          << id << " wants {" << name << "}";
    }
  }
}

model::Examination examined(const fs::path& folder, const catalog::Catalog& catalog) {
  const auto read = [&](std::string_view name) -> base::Result<std::string> {
    if (!fs::exists(folder / name)) return base::io_error(std::string(name) + ": no such file");
    return text_of(folder / name);
  };
  auto recording = machine::recorded::load(read, folder.filename().string());
  EXPECT_TRUE(recording) << recording.error().message;
  const auto machine = machine::recorded::play(std::move(*recording));
  return app::doctor(*machine, catalog, {});
}

/// What a reader sees of a finding, all in one.
std::string shown(const model::Finding& finding, const catalog::Catalog& catalog, Language language) {
  const auto texts = report::sentences(finding, catalog, language);
  std::string all = texts.title + "\n" + texts.why;
  for (const auto& step : texts.steps) all += "\n" + step;
  return all;
}

TEST(Sentences, NoCaseShowsAnUnfilledPlaceholderOrAStepWithoutText) {
  const auto catalog = catalog::Catalog::embedded();
  size_t findings = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(GPUENV_SOURCE_DIR) / "cases")) {
    if (!entry.is_directory()) continue;
    const auto examination = examined(entry.path(), catalog);
    for (const auto& finding : examination.judgement.findings) {
      ++findings;
      for (const Language language : {Language::english, Language::chinese}) {
        const std::string all = shown(finding, catalog, language);
        EXPECT_EQ(base::placeholders(all), std::vector<std::string_view>{}) << finding.id << ": " << all;
        for (const auto& step : finding.fix)
          EXPECT_EQ(all.find("\n" + step.text + "\n"), std::string::npos) << finding.id << ": " << step.text;
      }
    }
  }
  EXPECT_GT(findings, 20U);
}

}  // namespace
}  // namespace gpuenv::cli
