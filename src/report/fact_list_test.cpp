// Facts as flat lines: their names, what they are about, and which of them are open.
#include "report/fact_list.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "report/test_examination.h"

namespace gpuenv::report::test {
namespace {

const FactLine* find(const std::vector<FactLine>& lines, const std::string& fact) {
  const auto found = std::find_if(lines.begin(), lines.end(), [&](const auto& l) { return l.fact == fact; });
  return found == lines.end() ? nullptr : &*found;
}

std::string value(const model::Examination& examination, const std::string& fact) {
  const auto lines = fact_lines(examination.facts);
  const FactLine* line = find(lines, fact);
  return line == nullptr ? "(no such fact)" : line->value.value_or("(unknown)");
}

TEST(FactLines, ValuesAreWrittenAsText) {
  const auto examination = working_machine();
  EXPECT_EQ(value(examination, "os.name"), "Ubuntu 24.04");
  EXPECT_EQ(value(examination, "os.wsl"), "no");
  EXPECT_EQ(value(examination, "gpus"), "1");
  EXPECT_EQ(value(examination, "gpus.compute_capability"), "sm_89");
  EXPECT_EQ(value(examination, "gpus.memory_mib"), "24564");
  EXPECT_EQ(value(examination, "driver.cuda"), "12.4");
  EXPECT_EQ(value(examination, "driver.nvml"), "0");
  EXPECT_EQ(value(examination, "environment.python"), "3.12.4");
  EXPECT_EQ(value(examination, "torch.build"), "cu128 (CUDA 12.8)");
  EXPECT_EQ(value(examination, "torch.architectures"), "sm_86 sm_90");
  EXPECT_EQ(value(examination, "gpus.uuid"), "(unknown)");
}

TEST(FactLines, EmptyListsAreNotNothing) {
  auto examination = working_machine();
  EXPECT_EQ(value(examination, "toolkits"), "-");
  examination.facts.toolkits->push_back({Version("12.4"), "/usr/local/cuda-12.4", true});
  examination.facts.toolkits->push_back({Version("11.8"), "/opt/cuda", false});
  EXPECT_EQ(value(examination, "toolkits"), "12.4 (/usr/local/cuda-12.4, active) 11.8 (/opt/cuda)");
}

TEST(FactLines, ABuildWithoutVariantIsNamedByItsKind) {
  auto examination = working_machine();
  auto& build = *examination.facts.environments[0].frameworks[0].build;
  build = {model::Build::Kind::rocm, "", {}};
  EXPECT_EQ(value(examination, "torch.build"), "rocm");
}

TEST(FactLines, OriginsComeAlong) {
  const auto lines = fact_lines(working_machine().facts);
  EXPECT_EQ(find(lines, "driver.kernel_module")->value.origin(), "/proc/driver/nvidia/version");
  EXPECT_EQ(find(lines, "os.container")->value.origin(), "/.dockerenv");
}

TEST(FactLines, SayWhatTheyAreAbout) {
  const auto lines = fact_lines(working_machine().facts);
  EXPECT_EQ(find(lines, "os.name")->applies_to, model::AppliesTo());
  EXPECT_EQ(find(lines, "gpus.name")->applies_to, (model::AppliesTo{"", "", 0}));
  EXPECT_EQ(find(lines, "environment.bits")->applies_to, (model::AppliesTo{"/home/user/proj/.venv", "", -1}));
  EXPECT_EQ(find(lines, "torch.ptx")->applies_to, (model::AppliesTo{"/home/user/proj/.venv", "torch", -1}));
}

TEST(FactLines, EachSystemHasItsOwn) {
  auto facts = working_machine().facts;
  EXPECT_NE(find(fact_lines(facts), "gpus.kernel_driver"), nullptr);
  EXPECT_EQ(find(fact_lines(facts), "gpus.problem_code"), nullptr);
  facts.os.family = base::OsFamily::windows;
  EXPECT_EQ(find(fact_lines(facts), "gpus.kernel_driver"), nullptr);
  EXPECT_NE(find(fact_lines(facts), "gpus.problem_code"), nullptr);
}

TEST(FactLines, ACpuBuildHasNoArchitecturesToKnow) {
  const auto lines = fact_lines(broken_machine().facts);
  EXPECT_NE(find(lines, "torch.build"), nullptr);
  EXPECT_EQ(find(lines, "torch.architectures"), nullptr);
  EXPECT_EQ(find(lines, "torch.ptx"), nullptr);
}

TEST(FactLines, VariablesThatWereAskedFor) {
  auto examination = working_machine();
  examination.facts.variables["CUDA_VISIBLE_DEVICES"] = Known<std::string>("", "environment");
  examination.facts.variables["LD_LIBRARY_PATH"] =
      Known<std::string>(Unknown{Why::absent, ""}, "environment");
  EXPECT_EQ(value(examination, "variables.CUDA_VISIBLE_DEVICES"), "");
  EXPECT_EQ(value(examination, "variables.LD_LIBRARY_PATH"), "(unknown)");
}

TEST(UnknownFacts, AbsenceIsAnAnswer) {
  auto examination = working_machine();
  for (const auto why :
       {Why::absent, Why::denied, Why::failed, Why::timed_out, Why::unsupported, Why::not_recorded}) {
    examination.facts.driver.kind = Known<std::string>(Unknown{why, ""}, "");
    const auto list = unknown_facts(examination.facts, examination.judgement);
    const bool listed =
        std::any_of(list.begin(), list.end(), [](const auto& one) { return one.fact == "driver.kind"; });
    EXPECT_EQ(listed, why != Why::absent) << base::word(why);
  }
}

TEST(UnknownFacts, TheReasonIsTheDetailElseItsKind) {
  EXPECT_EQ(reason({Why::denied, "/x: permission denied"}), "/x: permission denied");
  EXPECT_EQ(reason({Why::timed_out, ""}), "timed out");
}

TEST(UnknownFacts, OpenQuestionsComeFirstAndStandOnce) {
  auto examination = working_machine();
  examination.judgement.open = {{"a.b", "first", {}, {}, {"x.y", "x.z"}},
                                {"a.b", "again", {}, {}, {"x.z", "x.w"}},
                                {"a.b", "elsewhere", {"/x", "", -1}}};
  const auto list = unknown_facts(examination.facts, examination.judgement);
  ASSERT_EQ(list.size(), 3U);  // and the UUID
  EXPECT_EQ(list[0].reason, "first");
  EXPECT_EQ(list[0].leaves_open, (std::vector<std::string>{"x.y", "x.z", "x.w"}));
  EXPECT_EQ(list[1].applies_to.environment, "/x");
  EXPECT_TRUE(list[0].decides && list[1].decides);
  EXPECT_EQ(list[2].fact, "gpus.uuid");
  EXPECT_FALSE(list[2].decides);
}

}  // namespace
}  // namespace gpuenv::report::test
