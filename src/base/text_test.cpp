#include "base/text.h"

#include <gtest/gtest.h>

namespace gpuenv::base {
namespace {

TEST(Text, TrimTakesBlanksAndNulFromBothEnds) {
  EXPECT_EQ(trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(trim(std::string_view("x\0", 2)), "x");
  EXPECT_EQ(trim("  "), "");
}

TEST(Text, SplitKeepsEmptyPieces) {
  EXPECT_EQ(split("a,,b", ','), (std::vector<std::string_view>{"a", "", "b"}));
  EXPECT_EQ(split("", ','), std::vector<std::string_view>{});
  EXPECT_EQ(split("a,", ','), (std::vector<std::string_view>{"a", ""}));
}

TEST(Text, LinesAcceptBothEndings) {
  EXPECT_EQ(lines("a\r\nb\n"), (std::vector<std::string_view>{"a", "b"}));
  EXPECT_EQ(lines("a\n\nb"), (std::vector<std::string_view>{"a", "", "b"}));
}

TEST(Text, NumberRefusesEverythingThatIsNotOne) {
  EXPECT_EQ(number("42"), 42);
  EXPECT_EQ(number(" 0x10de\n", 16), 0x10de);
  for (const char* bad : {"", "-1", "1a", "4.2", "99999999999999999999"}) EXPECT_EQ(number(bad), -1) << bad;
}

TEST(Text, SmallNumberRefusesWhatDoesNotFitAnInt) {
  EXPECT_EQ(small_number("2147483647"), 2147483647);
  for (const char* bad : {"2147483648", "4294967297", "x", "-1"}) EXPECT_EQ(small_number(bad), -1) << bad;
}

TEST(Text, NearestFindsTheWordThatWasMeant) {
  const std::vector<std::string> words{"doctor", "record", "explain"};
  EXPECT_EQ(nearest("docter", words), "doctor");
  EXPECT_EQ(nearest("recrod", words), "record");
  EXPECT_EQ(nearest("xyzzyxyzzy", words), "");
}

TEST(Text, InvalidUtf8IsReplacedByteForByte) {
  EXPECT_EQ(valid_utf8("显卡 ok"), "显卡 ok");
  EXPECT_EQ(valid_utf8("a\xFF"
                       "b"),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(valid_utf8("\xC0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD");  // overlong
  EXPECT_EQ(valid_utf8("\xE6\x98"), "\xEF\xBF\xBD\xEF\xBF\xBD");  // cut off
  EXPECT_EQ(valid_utf8("\xF0\x9F\x98\x80"), "\xF0\x9F\x98\x80");
}

TEST(Text, CaseFoldingTouchesAsciiOnly) {
  EXPECT_EQ(lower("AbÄ"), "abÄ");
  EXPECT_TRUE(equal_ignoring_case("NVIDIA", "nvidia"));
  EXPECT_FALSE(equal_ignoring_case("a", "ab"));
  EXPECT_TRUE(contains_ignoring_case("x Microsoft y", "microsoft"));
}

}  // namespace
}  // namespace gpuenv::base
