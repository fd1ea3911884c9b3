// Pages: labels, indents and colors.
#include "report/page.h"

#include <gtest/gtest.h>

namespace gpuenv::report {
namespace {

/// A page of 40 columns.
struct Narrow {
  TextOptions options{.width = 40};
  Page page{options};
};

TEST(Page, ParagraphsContinueUnderTheEndOfTheirLead) {
  Narrow narrow;
  narrow.page.paragraph("✗ ", "one two three four five six seven eight nine");
  EXPECT_EQ(narrow.page.take(), "✗ one two three four five six seven\n  eight nine\n");
}

TEST(Page, LabelsFormAColumn) {
  Narrow narrow;
  narrow.page.label_column({"Fix", "Evidence"});
  narrow.page.labelled("Fix", "one two three four five six seven");
  narrow.page.labelled("", "more");
  EXPECT_EQ(narrow.page.take(),
            "  Fix       one two three four five six\n"
            "            seven\n"
            "            more\n");
}

TEST(Page, NumbersOfStepsHang) {
  Narrow narrow;
  narrow.page.label_column({"Fix"});
  narrow.page.labelled("Fix", "one two three four five six seven eight", "1. ");
  EXPECT_EQ(narrow.page.take(), "  Fix  1. one two three four five six\n          seven eight\n");
}

TEST(Page, ChineseLabelsAreAlignedByColumns) {
  Narrow narrow;
  narrow.page.label_column({"解决", "由此引起"});
  narrow.page.labelled("解决", "x");
  narrow.page.labelled("由此引起", "x");
  EXPECT_EQ(narrow.page.take(), "  解决      x\n  由此引起  x\n");
}

TEST(Page, CommandsStandAloneAndWhole) {
  Narrow narrow;
  const std::string command(100, 'x');
  narrow.page.line("a");
  narrow.page.command(command);
  narrow.page.command("y");
  narrow.page.line("b");
  EXPECT_EQ(narrow.page.take(), "a\n\n      " + command + "\n\n      y\n\nb\n");
}

TEST(Page, BlankLinesDoNotAddUp) {
  Narrow narrow;
  narrow.page.blank();
  narrow.page.line("a");
  narrow.page.blank();
  narrow.page.blank();
  narrow.page.heading("H");
  EXPECT_EQ(narrow.page.take(), "a\n\nH\n");
}

TEST(Page, PaintsOnlyWithColors) {
  Narrow plain;
  EXPECT_EQ(plain.page.paint(Color::red, "x"), "x");
  const TextOptions options{.color = true};
  const Page colored(options);
  EXPECT_EQ(colored.paint(Color::red, "x"), "\x1b[1;31mx\x1b[0m");
  EXPECT_EQ(colored.paint(Color::dim, "x"), "\x1b[2mx\x1b[0m");
  EXPECT_EQ(colored.paint(Color::plain, "x"), "x");
  EXPECT_EQ(colored.paint(Color::green, ""), "");
}

TEST(Page, EveryWrappedLineIsPaintedByItself) {
  const TextOptions options{.color = true, .width = 20};
  Page page(options);
  page.paragraph("", "one two three four five", Color::bold);
  EXPECT_EQ(page.take(), "\x1b[1mone two three four\x1b[0m\n\x1b[1mfive\x1b[0m\n");
}

TEST(Page, VerdictsHaveASignWithoutColorToo) {
  const Narrow narrow;
  EXPECT_EQ(mark(narrow.page, model::PartVerdict::usable), "✓");
  EXPECT_EQ(mark(narrow.page, model::PartVerdict::problems), "✗");
  EXPECT_EQ(mark(narrow.page, model::PartVerdict::unknown), "?");
}

}  // namespace
}  // namespace gpuenv::report
