// Tests of the phrases of Chinese reports.
#include "report/phrase_book.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "base/placeholders.h"

namespace gpuenv::report {
namespace {

TEST(PhraseBook, FillsPlacesAndTranslatesThem) {
  const PhraseBook book(std::vector<catalog::PhraseRow>{{"no answer within {0} ms", "{0} 毫秒内没有回答"},
                                                        {"{0} failed: {1}", "{0} 失败: {1}"}});
  EXPECT_EQ(book.chinese("nvmlInit failed: no answer within 30 ms"), "nvmlInit 失败: 30 毫秒内没有回答");
}

TEST(PhraseBook, APhraseStandsBehindAPath) {
  const PhraseBook book(std::vector<catalog::PhraseRow>{{"permission denied", "权限不足"}});
  EXPECT_EQ(book.chinese("/dev/nvidia0: permission denied"), "/dev/nvidia0: 权限不足");
  EXPECT_EQ(book.chinese("permission denied by nobody"), "permission denied by nobody");
}

TEST(PhraseBook, MostTextOfItsOwnWins) {
  const PhraseBook book(
      std::vector<catalog::PhraseRow>{{"{0} of {1}", "甲"}, {"files of {0}", "{0} 的文件"}});
  EXPECT_EQ(book.chinese("files of torch"), "torch 的文件");
}

TEST(PhraseBook, WhatAFileBringsInTakesNoTime) {
  std::string nested;
  for (int i = 0; i < 100'000; ++i) nested += "x: failed: ";
  EXPECT_EQ(phrase(nested, Language::chinese), nested);
  EXPECT_NE(phrase(nested.substr(0, 4000), Language::chinese), "");
}

TEST(PhraseBook, EnglishStaysAsItIs) {
  EXPECT_EQ(phrase("permission denied", Language::english), "permission denied");
  EXPECT_EQ(phrase("permission denied", Language::chinese), "权限不足");
}

TEST(PhraseBook, EveryRowHasTheSamePlacesInBothLanguages) {
  for (const auto& row : catalog::phrases()) {
    auto en = base::placeholders(row.en), zh = base::placeholders(row.zh);
    std::sort(en.begin(), en.end());
    std::sort(zh.begin(), zh.end());
    EXPECT_EQ(en, zh) << row.en;
    EXPECT_FALSE(row.zh.empty()) << row.en;
  }
}

TEST(PhraseBook, EveryRowIsTheFirstThatFitsItsOwnText) {
  const PhraseBook book(catalog::phrases());
  for (const auto& row : catalog::phrases()) {
    std::map<std::string, std::string> values;
    for (const auto name : base::placeholders(row.en)) values[std::string(name)] = "X" + std::string(name);
    EXPECT_EQ(book.chinese(base::fill(row.en, values)), base::fill(row.zh, values)) << row.en;
  }
}

}  // namespace
}  // namespace gpuenv::report
