// Texts are filled with values, and mistakes in them stay visible.
#include "base/placeholders.h"

#include <gtest/gtest.h>

namespace gpuenv::base {
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

TEST(Placeholders, AreNamedOnceInOrder) {
  EXPECT_EQ(placeholders("{b} {a-1} {b} {} {C} {d"), (std::vector<std::string_view>{"b", "a-1"}));
}

TEST(Placeholders, AnyOtherBraceIsAStray) {
  EXPECT_FALSE(has_stray_brace("no brace, {one}{two}"));
  for (const char* text : {"{one", "one}", "{}", "{ one }", "{One}", "{one}}", "{{one}"})
    EXPECT_TRUE(has_stray_brace(text)) << text;
}

}  // namespace
}  // namespace gpuenv::base
