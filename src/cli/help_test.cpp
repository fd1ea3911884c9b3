// Help texts: columns, choices, languages.
#include "cli/help.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "report/width.h"

namespace gpuenv::cli {
namespace {

constexpr Option options[] = {
    {"json", 0, Option::Kind::flag, {}, {"writes JSON", "输出 JSON"}},
    {"output", 'o', Option::Kind::value, {"FILE", "文件"}, {"writes to a file", "写入文件"}},
    {"color", 0, Option::Kind::value, {"WHEN", "何时"}, {"colors", "颜色"}, "auto|never"},
};
constexpr const char* examples[] = {"gpuenv try -o x", "gpuenv try"};
const Command command{"try", {"Tries it.", "试一试。"}, options, examples, nullptr};

TEST(Help, OfACommandInEnglish) {
  EXPECT_EQ(help_of(command, Language::english),
            "Tries it.\n"
            "\n"
            "Usage:\n"
            "  gpuenv try [OPTIONS]\n"
            "\n"
            "Options:\n"
            "      --json              writes JSON\n"
            "  -o, --output FILE       writes to a file\n"
            "      --color auto|never  colors\n"
            "\n"
            "Examples:\n"
            "  gpuenv try -o x\n"
            "  gpuenv try\n"
            "\n"
            "Exit status:\n"
            "  0  healthy, or done\n"
            "  1  problems found\n"
            "  2  wrong usage\n"
            "  3  could not examine, or cannot be decided here\n");
}

TEST(Help, OfACommandInChinese) {
  const std::string help = help_of(command, Language::chinese);
  EXPECT_TRUE(help.starts_with("试一试。\n\n用法:\n  gpuenv try [选项]\n")) << help;
  EXPECT_NE(help.find("\n      --json              输出 JSON\n  -o, --output 文件       写入文件\n"),
            std::string::npos)
      << help;
}

TEST(Help, OfTheProgramListsEveryCommandThatExists) {
  for (const Language language : {Language::english, Language::chinese}) {
    const std::string help = help_of_program(options, language);
    for (const Command* one : commands()) {
      EXPECT_NE(help.find(std::string("\n  ") + one->name + " "), std::string::npos) << help;
    }
  }
}

TEST(Help, NoLineIsWiderThanAHundredColumns) {
  for (const Language language : {Language::english, Language::chinese})
    for (const Command* one : commands()) {
      const std::string help = help_of(*one, language);
      for (const auto line : base::lines(help)) EXPECT_LE(report::display_width(line), 100) << line;
    }
}

TEST(Help, EveryExampleBeginsWithTheProgram) {
  for (const Command* one : commands())
    for (const char* example : one->examples)
      EXPECT_TRUE(std::string(example).starts_with("gpuenv ")) << example;
}

}  // namespace
}  // namespace gpuenv::cli
