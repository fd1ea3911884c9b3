// Tests of json_text.h.
#include "parse/json_text.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

TEST(JsonText, TextsAndFirstTextsOfLists) {
  const char* kernel = R"({"argv": ["/env/bin/python", "-m", "ipykernel"], "display_name": "Python \"3\""})";
  EXPECT_EQ(json_text(kernel, "argv"), "/env/bin/python");
  EXPECT_EQ(json_text(kernel, "display_name"), "Python \"3\"");
  EXPECT_EQ(json_text(kernel, "language"), std::nullopt);
  EXPECT_EQ(json_text(R"({"a": 1, "b": [2]})", "b"), std::nullopt);
  EXPECT_EQ(json_text("{\"p\": \"C:\\\\Users\\\\\\u738b\"}", "p"), "C:\\Users\\王");
}

TEST(JsonText, OnlyTheOutermostObjectCounts) {
  EXPECT_EQ(json_text(R"({"metadata": {"argv": ["no"]}, "argv": ["yes"]})", "argv"), "yes");
  EXPECT_EQ(json_text(R"({"name": "argv", "x": "y"})", "argv"), std::nullopt);
}

TEST(JsonText, CommentsAsEditorsAllowThem) {
  const char* settings = "{\n// \"python\": \"old\",\n/* \"python\": \"older\" */\n\"python\": \"new\",\n}";
  EXPECT_EQ(json_text(settings, "python"), "new");
}

TEST(JsonText, BrokenDocumentsGiveNothing) {
  for (const char* broken :
       {"", "{", "{\"a", "{\"a\"", "{\"a\":", "{\"a\": \"b", "/*", "/", "{\"a\": \"\\", "]]]"})
    EXPECT_EQ(json_text(broken, "a"), std::nullopt) << broken;
}

}  // namespace
}  // namespace gpuenv::parse
