// Texts are filled with parameters, and mistakes in them stay visible.
#include "report/sentences.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "report/test_examination.h"
#include "report/words.h"

namespace gpuenv::report::test {
namespace {

TEST(Sentences, ComeFromTheRowInTheLanguage) {
  const auto catalog = small_catalog();
  const auto english = sentences(example_cause(), catalog, Language::english);
  EXPECT_EQ(english.title, "PyTorch 2.8.0 is a CPU-only build");
  EXPECT_EQ(english.why, "It cannot use NVIDIA GeForce RTX 4090.");
  EXPECT_EQ(english.steps,
            (std::vector<std::string>{"Put a build in place that fits:", "Nothing fits this."}));
  EXPECT_EQ(sentences(example_cause(), catalog, Language::chinese).title, "PyTorch 2.8.0 是仅 CPU 的版本");
}

TEST(Sentences, ValuesThatAreNoneAreToldInWords) {
  model::Finding finding = example_cause();
  finding.parameters["version"] = "?";
  finding.parameters["gpu"] = "-";
  const auto texts = sentences(finding, small_catalog(), Language::english);
  EXPECT_EQ(texts.title, "PyTorch not known is a CPU-only build");
  EXPECT_EQ(texts.why, "It cannot use none.");
  EXPECT_EQ(sentences(finding, small_catalog(), Language::chinese).why, "它无法使用 无。");
}

TEST(Sentences, WithoutRowTheIdSpeaks) {
  model::Finding finding = example_cause();
  finding.id = "torch.renamed";
  finding.parameters = {{"a", "1"}, {"b", "2"}};
  const auto texts = sentences(finding, small_catalog(), Language::english);
  EXPECT_EQ(texts.title, "torch.renamed (a=1, b=2)");
  EXPECT_EQ(texts.why, "");
  EXPECT_EQ(texts.steps, (std::vector<std::string>{"install", "none"}));
}

TEST(Words, EveryPhraseStandsInItsPlaceInBothLanguages) {
  size_t place = 0;
  for (const auto& phrase : phrases()) {
    EXPECT_EQ(static_cast<size_t>(phrase.word), place++) << phrase.en;
    EXPECT_STRNE(phrase.en, "");
    EXPECT_STRNE(phrase.zh, "") << phrase.en;
    auto english = base::placeholders(phrase.en), chinese = base::placeholders(phrase.zh);
    std::sort(english.begin(), english.end());
    std::sort(chinese.begin(), chinese.end());
    EXPECT_EQ(english, chinese) << phrase.en;
  }
}

}  // namespace
}  // namespace gpuenv::report::test
