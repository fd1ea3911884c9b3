// What all commands share: where results go, which status a mistake has, how text looks.
#include "cli/command.h"

#include <gtest/gtest.h>

#include "cli/sources.h"
#include "cli/style.h"
#include "cli/test_host.h"

namespace gpuenv::cli::test {
namespace {

using base::Error;

Arguments arguments_of(const std::vector<std::string>& words) {
  auto parsed = parse(command_doctor.options, words, Language::english);
  EXPECT_TRUE(parsed) << parsed.error().message;
  return parsed ? *parsed : Arguments();
}

TEST(Errors, StatusFollowsTheirKind) {
  TestHost host;
  const Context context{host, Language::english};
  EXPECT_EQ(report_error(context, {Error::Kind::usage, "a"}), status_usage);
  EXPECT_EQ(report_error(context, {Error::Kind::bad_input, "b"}), status_unknown);
  EXPECT_EQ(report_error(context, {Error::Kind::io, "c\x1b[31m\n"}), status_unknown);
  EXPECT_EQ(host.err, "gpuenv: a\ngpuenv: b\ngpuenv: c\\x1b[31m \n");
  EXPECT_EQ(host.out, "");
}

TEST(Deliver, ToStandardOutputOrAFile) {
  TestHost host;
  const Context context{host, Language::chinese};
  EXPECT_EQ(deliver(context, "", "text", status_problems), status_problems);
  EXPECT_EQ(host.out, "text");
  EXPECT_EQ(deliver(context, "a.txt", "more", status_good), status_good);
  EXPECT_EQ(host.files["a.txt"], "more");
  EXPECT_EQ(host.out, "text");
  EXPECT_EQ(host.err, "gpuenv: 已写入 a.txt\n");
}

TEST(Deliver, AFailedWriteIsNoResult) {
  TestHost host;
  host.full = true;
  const Context context{host, Language::english};
  EXPECT_EQ(deliver(context, "", "text", status_good), status_unknown);
  EXPECT_EQ(deliver(context, "a.txt", "text", status_good), status_unknown);
  EXPECT_TRUE(host.err.ends_with("gpuenv: a.txt: no space left\n")) << host.err;
}

TEST(Style, WidthFollowsTheTerminalWithinBounds) {
  TestHost host;
  const Context context{host, Language::english};
  for (const auto& [columns, width] : {std::pair(0, 100), {80, 80}, {20, 60}, {400, 100}}) {
    host.shown_on.columns = columns;
    EXPECT_EQ(text_options(context, arguments_of({})).width, width) << columns;
  }
}

TEST(Style, LanguageAndDetailComeAlong) {
  TestHost host;
  const Context context{host, Language::chinese};
  EXPECT_EQ(text_options(context, arguments_of({})).language, Language::chinese);
  EXPECT_FALSE(text_options(context, arguments_of({})).verbose);
  EXPECT_TRUE(text_options(context, arguments_of({"-v"})).verbose);
}

TEST(Style, AFileGetsNoColorsOfTheTerminal) {
  TestHost host;
  host.shown_on = {true, 80};
  const Context context{host, Language::english};
  EXPECT_TRUE(text_options(context, arguments_of({})).color);
  EXPECT_FALSE(text_options(context, arguments_of({"-o", "x"})).color);
  EXPECT_TRUE(text_options(context, arguments_of({"-o", "x", "--color=always"})).color);
}

TEST(Sources, EnvironmentsBecomeAbsolute) {
  TestHost host;
  const Context context{host, Language::english};
  const auto paths = named_environments(context, host.machine(),
                                        arguments_of({"--env", "a-folder", "--env", "./x/../a-folder/"}));
  ASSERT_TRUE(paths) << paths.error().message;
  EXPECT_EQ(*paths, (std::vector<std::string>{"/start/a-folder", "/start/a-folder"}));
}

TEST(Sources, AnEnvironmentThatCannotBeLookedAtIsLeftToTheExamination) {
  TestHost host;
  const Context context{host, Language::english};
  const auto paths = named_environments(context, host.machine(), arguments_of({"--env", "locked"}));
  ASSERT_TRUE(paths) << paths.error().message;
  EXPECT_EQ(*paths, std::vector<std::string>{"/start/locked"});
}

TEST(Sources, LiveMeansTheRealMachine) {
  TestHost host;
  const Context context{host, Language::english};
  for (const std::vector<std::string>& words : {std::vector<std::string>{}, {"--machine", "live"}}) {
    const auto opened = open_machine(context, arguments_of(words));
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(opened->machine, &host.machine());
  }
}

TEST(Sources, TheBuiltInTablesNeedNoFolder) {
  TestHost host;
  const Context context{host, Language::english};
  const auto catalog = open_catalog(context, arguments_of({}));
  ASSERT_TRUE(catalog);
  EXPECT_EQ(catalog->date(), catalog::Catalog::embedded().date());
}

}  // namespace
}  // namespace gpuenv::cli::test
