// Reading options by a table, and the sentences about mistakes.
#include "cli/options.h"

#include <gtest/gtest.h>

namespace gpuenv::cli {
namespace {

using Kind = Option::Kind;
using Words = std::vector<std::string>;

constexpr Option table[] = {
    {"json", 0, Kind::flag, {}, {}},
    {"verbose", 'v', Kind::flag, {}, {}},
    {"quiet", 'q', Kind::flag, {}, {}},
    {"output", 'o', Kind::value, {"FILE", "文件"}, {}},
    {"color", 0, Kind::value, {"WHEN", "何时"}, {}, "auto|always|never"},
    {"env", 'e', Kind::list, {"PATH", "路径"}, {}},
};

Arguments good(const Words& words) {
  auto parsed = parse(table, words, Language::english);
  EXPECT_TRUE(parsed) << parsed.error().message;
  return parsed ? *parsed : Arguments();
}

std::string mistake(const Words& words, Language language = Language::english) {
  const auto parsed = parse(table, words, language);
  EXPECT_FALSE(parsed);
  if (parsed) return "";
  EXPECT_EQ(parsed.error().kind, base::Error::Kind::usage);
  return parsed.error().message;
}

TEST(Options, ValuesStandApartOrAfterAnEqualsSign) {
  EXPECT_EQ(good({"--output", "a"}).value("output"), "a");
  EXPECT_EQ(good({"--output=a=b"}).value("output"), "a=b");
  EXPECT_EQ(good({"-o", "a"}).value("output"), "a");
  EXPECT_EQ(good({"-oa"}).value("output"), "a");
}

TEST(Options, AValueMayBeginWithADash) {
  EXPECT_EQ(good({"-o", "-"}).value("output"), "-");
}

TEST(Options, FlagsMayShareADash) {
  const Arguments arguments = good({"-vqo", "a", "--json"});
  EXPECT_TRUE(arguments.has("verbose") && arguments.has("quiet") && arguments.has("json"));
  EXPECT_EQ(arguments.value("output"), "a");
  EXPECT_FALSE(good({}).has("json"));
}

TEST(Options, ListsCollectAndOthersTakeOneValue) {
  EXPECT_EQ(good({"--env", "a", "-eb", "--env=c"}).values("env"), (Words{"a", "b", "c"}));
  EXPECT_EQ(good({"-o", "a", "--output=a"}).value("output"), "a");
  EXPECT_EQ(mistake({"-o", "a", "--output", "b"}), "--output is given twice, as 'a' and as 'b'.");
}

TEST(Options, TheRestIsPositional) {
  EXPECT_EQ(good({"a", "--json", "-", "--", "--json", "-v"}).positionals(),
            (Words{"a", "-", "--json", "-v"}));
}

TEST(Options, UnknownOnesGetADidYouMean) {
  EXPECT_EQ(mistake({"--jsno"}), "there is no option --jsno. Did you mean --json?");
  EXPECT_EQ(mistake({"--verbos=1"}), "there is no option --verbos. Did you mean --verbose?");
  EXPECT_EQ(mistake({"-json"}), "there is no option -json. Did you mean --json?");
  EXPECT_EQ(mistake({"-x"}), "there is no option -x.");
  EXPECT_EQ(mistake({"--something-else"}), "there is no option --something-else.");
  EXPECT_EQ(mistake({"--jsno"}, Language::chinese), "没有选项 --jsno。您是不是想输入 --json？");
}

TEST(Options, MissingAndNeedlessValues) {
  EXPECT_EQ(mistake({"--output"}), "--output needs a value: FILE.");
  EXPECT_EQ(mistake({"--output="}), "--output needs a value: FILE.");
  EXPECT_EQ(mistake({"-o"}, Language::chinese), "-o 需要一个值：文件。");
  EXPECT_EQ(mistake({"--color"}), "--color needs a value: auto|always|never.");
  EXPECT_EQ(mistake({"--json=yes"}), "--json takes no value.");
}

TEST(Options, ChoicesAreHeld) {
  EXPECT_EQ(good({"--color", "never"}).value("color"), "never");
  EXPECT_EQ(mistake({"--color", "red"}), "--color takes auto|always|never, not 'red'.");
  EXPECT_EQ(mistake({"--color="}), "--color takes auto|always|never, not ''.");
}

TEST(Options, LeadingOnesAreCountedWithTheirValues) {
  EXPECT_EQ(leading_options(table, Words{"--color", "never", "-v", "doctor", "--json"}), 3U);
  EXPECT_EQ(leading_options(table, Words{"doctor"}), 0U);
  EXPECT_EQ(leading_options(table, Words{"-o"}), 1U);
  EXPECT_EQ(leading_options(table, Words{"--what", "doctor"}), 1U);
}

TEST(DidYouMean, NearWordsAndUniqueParts) {
  const Words ids{"torch.cpu-build", "torch.other", "driver.missing"};
  EXPECT_EQ(did_you_mean("torch.cpu-biuld", ids, Language::english), " Did you mean torch.cpu-build?");
  EXPECT_EQ(did_you_mean("cpu", ids, Language::english), " Did you mean torch.cpu-build?");
  EXPECT_EQ(did_you_mean("torch", ids, Language::english), "");  // two hold it
  EXPECT_EQ(did_you_mean("xyz", ids, Language::english), "");
}

}  // namespace
}  // namespace gpuenv::cli
