// Columns, wrapping and safety of text for a terminal.
#include "report/width.h"

#include <gtest/gtest.h>

namespace gpuenv::report {
namespace {

using Lines = std::vector<std::string>;

TEST(DisplayWidth, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width(""), 0);
  EXPECT_EQ(display_width("GPU ✓"), 5);
  EXPECT_EQ(display_width("显卡"), 4);
  EXPECT_EQ(display_width("，（"), 4);
  EXPECT_EQ(display_width("e\xCC\x81"), 1);  // e with a combining accent
  EXPECT_EQ(display_width("\x1b[1;31m✗\x1b[0m no"), 4);
}

TEST(DisplayWidth, BytesThatAreNoUtf8CountSingly) {
  EXPECT_EQ(display_width("\xFF\xFE"), 2);
  EXPECT_EQ(display_width("a\xE6\x98"), 3);  // cut inside a character
}

TEST(Wrap, BreaksAtBlanks) {
  EXPECT_EQ(wrap("the card is idle", 8), (Lines{"the card", "is idle"}));
  EXPECT_EQ(wrap("the  card", 80), (Lines{"the card"}));
  EXPECT_EQ(wrap("", 80), (Lines{""}));
}

TEST(Wrap, LeavesLongWordsWhole) {
  EXPECT_EQ(wrap("see https://example.org/a/long/path now", 10),
            (Lines{"see", "https://example.org/a/long/path", "now"}));
}

TEST(Wrap, BreaksBetweenWideCharacters) {
  EXPECT_EQ(wrap("系统能看到显卡", 6), (Lines{"系统能", "看到显", "卡"}));
}

TEST(Wrap, ClosingPunctuationNeverBeginsALine) {
  for (const auto& line : wrap("没有驱动，显卡就无法使用。请安装（任何版本）。", 8)) {
    for (const char* mark : {"，", "。", "）"}) EXPECT_FALSE(line.starts_with(mark)) << line;
    EXPECT_FALSE(line.ends_with("（")) << line;
  }
}

TEST(Wrap, KeepsBlanksBetweenChineseAndLatin) {
  EXPECT_EQ(wrap("使用 CUDA 的版本", 80), (Lines{"使用 CUDA 的版本"}));
  EXPECT_EQ(wrap("使用 CUDA 的版本", 9), (Lines{"使用 CUDA", "的版本"}));
}

TEST(Wrap, NoLineIsWiderThanAsked) {
  const std::string text = "它不含 GPU 代码，因此无法使用 NVIDIA GeForce RTX 4090。环境：本机。";
  for (int columns = 12; columns < 60; ++columns)
    for (const auto& line : wrap(text, columns)) EXPECT_LE(display_width(line), columns) << line;
}

TEST(Padded, FillsUpToAWidth) {
  EXPECT_EQ(padded("显卡", 6), "显卡  ");
  EXPECT_EQ(padded("long", 2), "long");
}

TEST(Printable, WritesControlCharactersOut) {
  EXPECT_EQ(printable("a\x1b[31mred"), "a\\x1b[31mred");
  EXPECT_EQ(printable("a\nb\tc\r"), "a b c ");
  EXPECT_EQ(printable("\x7f\x07"), "\\x7f\\x07");
  EXPECT_EQ(printable("\xC2\x9B"
                      "1m"),
            "\\x9b1m");  // the one-byte CSI
  EXPECT_EQ(printable("a\xE2\x80\xAE"
                      "b"),
            "a\\u202eb");  // right-to-left override
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
}

TEST(Printable, KeepsTextOfAnyLanguageAndMendsBytes) {
  EXPECT_EQ(printable("/home/用户/é"), "/home/用户/é");
  EXPECT_EQ(printable("a\xFF"), "a\xEF\xBF\xBD");
}

TEST(Width, AShortenedTextEndsWithDots) {
  EXPECT_EQ(shortened("/mnt/nas", 8), "/mnt/nas");
  EXPECT_EQ(shortened("/mnt/nas", 7), "/mnt/n…");
  EXPECT_EQ(shortened("正在检查", 6), "正在…");
  EXPECT_EQ(shortened("abc", 1), "…");
  EXPECT_EQ(shortened("abc", 0), "");
}

}  // namespace
}  // namespace gpuenv::report
