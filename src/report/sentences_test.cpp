// Texts are filled with parameters, and mistakes in them stay visible.
#include "report/sentences.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "report/test_examination.h"
#include "report/words.h"

namespace gpuenv::report::test {
namespace {

TEST(Fill, ReplacesNames) {
  EXPECT_EQ(fill("{a} and {b}, {a}", {{"a", "1"}, {"b", "2"}}), "1 and 2, 1");
}

TEST(Fill, AnUnknownNameStaysVisible) {
  EXPECT_EQ(fill("{a} {b}", {{"a", "1"}}), "1 {b}");
}

TEST(Fill, BracesThatAreNoPlaceholderStay) {
  EXPECT_EQ(fill("{ } {} {A b} {a", {{"a", "1"}}), "{ } {} {A b} {a");
}

TEST(Fill, ValuesAreNotFilledAgain) {
  EXPECT_EQ(fill("{a}", {{"a", "{b}"}, {"b", "x"}}), "{b}");
}

TEST(Fill, AnEmptyValueTakesOneBlankAlong) {
  EXPECT_EQ(fill("PyTorch {v} {b} is", {{"v", "2"}, {"b", ""}}), "PyTorch 2 is");
}

TEST(Sentences, ComeFromTheRowInTheLanguage) {
  const auto catalog = small_catalog();
  const auto english = sentences(example_cause(), catalog, Language::english);
  EXPECT_EQ(english.title, "PyTorch 2.8.0 is a CPU-only build");
  EXPECT_EQ(english.why, "It cannot use NVIDIA GeForce RTX 4090.");
  EXPECT_EQ(english.steps,
            (std::vector<std::string>{"Put a build in place that fits:", "Nothing fits this."}));
  EXPECT_EQ(sentences(example_cause(), catalog, Language::chinese).title, "PyTorch 2.8.0 是仅 CPU 的版本");
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
    auto english = placeholders(phrase.en), chinese = placeholders(phrase.zh);
    std::sort(english.begin(), english.end());
    std::sort(chinese.begin(), chinese.end());
    EXPECT_EQ(english, chinese) << phrase.en;
  }
}

}  // namespace
}  // namespace gpuenv::report::test
