#include "check/judge.h"

#include <gtest/gtest.h>

#include <set>

#include "check/test_facts.h"

namespace gpuenv::check::test {
namespace {

using Ids = std::vector<std::string>;
using model::PartVerdict;
using model::Verdict;

TEST(Judge, WorkingMachineIsHealthy) {
  model::Facts facts = working_machine();
  facts.environments.push_back(environment({torch("2.6.0", "cu124", "12.4")}));
  const auto judgement = judged(facts);
  EXPECT_EQ(judgement.verdict, Verdict::healthy);
  EXPECT_EQ(causes(judgement), Ids{});
  EXPECT_EQ(judgement.gpus, std::vector{PartVerdict::usable});
  EXPECT_EQ(judgement.environments, std::vector{Verdict::healthy});
}

TEST(Judge, NvmlErrorBecomesASymptomOfTheMismatchThatExplainsIt) {
  model::Facts facts = working_machine();
  facts.driver.user_library = Known<Version>(Version("550.90.07"), "lib");
  facts.driver.nvml.init = Known<int>(18, "NVML");
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{"driver.version-mismatch"});
  EXPECT_EQ(causes(judgement, model::Role::symptom), Ids{"driver.nvml-failed"});
  EXPECT_EQ(judgement.verdict, Verdict::problems);
  EXPECT_EQ(judgement.gpus, std::vector{PartVerdict::problems});
}

TEST(Judge, SymptomThatNothingExplainsIsACause) {
  model::Facts facts = working_machine();
  facts.driver.nvml.init = Known<int>(15, "NVML");
  EXPECT_EQ(causes(judged(facts)), Ids{"driver.nvml-failed"});
}

TEST(Judge, SymptomStaysOneWhileItsCauseCannotBeTold) {
  model::Facts facts = working_machine();
  facts.driver.kernel_module = Known<Version>(Unknown{Why::denied, "denied"});
  facts.driver.nvml.init = Known<int>(9, "NVML");
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{});
  EXPECT_EQ(causes(judgement, model::Role::symptom), Ids{"driver.nvml-failed"});
  EXPECT_EQ(judgement.verdict, Verdict::unknown);
}

TEST(Judge, FoundEnvironmentsDoNotChangeTheVerdictUnlessAllCount) {
  model::Facts facts = working_machine();
  facts.environments.push_back(environment({torch("2.8.0", "cpu", "")}));
  facts.environments[0].selection = model::Selection::found;
  EXPECT_EQ(judged(facts).verdict, Verdict::healthy);
  EXPECT_EQ(judged(facts).environments, std::vector{Verdict::problems});
  EXPECT_EQ(judged(facts, true).verdict, Verdict::problems);
}

TEST(Judge, MissingDecidingFactMakesTheVerdictUnknown) {
  model::Facts facts = working_machine();
  facts.environments.push_back(environment({torch("2.6.0", "cu124", "12.4")}));
  facts.environments[0].frameworks[0].build =
      Known<model::Build>(Unknown{Why::denied, "torch/version.py: denied"});
  const auto judgement = judged(facts);
  EXPECT_EQ(judgement.verdict, Verdict::unknown);
  EXPECT_EQ(causes(judgement), Ids{});
  ASSERT_FALSE(judgement.open.empty());
  EXPECT_EQ(judgement.frameworks[0], std::vector{PartVerdict::unknown});
  const auto& left = judgement.open[0].leaves_open;
  EXPECT_NE(std::find(left.begin(), left.end(), "torch.cpu-build"), left.end());
  EXPECT_EQ(std::find(left.begin(), left.end(), "gpu.none"), left.end());
}

TEST(Judge, CardsThatCannotBeListedLeaveTheVerdictOpen) {
  model::Facts facts = working_machine();
  facts.cards.nvidia = Known<std::vector<model::Gpu>>(Unknown{Why::denied, "/sys: denied"});
  facts.environments.push_back(environment({torch("2.8.0", "cpu", "")}));
  EXPECT_EQ(judged(facts).verdict, Verdict::unknown);
  EXPECT_EQ(causes(judged(facts)), Ids{});
}

TEST(Judge, TwoGenerationsGetTwoVerdicts) {
  model::Facts facts = working_machine();
  facts.cards.nvidia->push_back(card("NVIDIA GeForce GTX 1080 Ti", {6, 1}, "0000:02:00.0"));
  facts.environments.push_back(environment({torch("2.8.0", "cu128", "12.8")}));
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{"arch.dropped@gpu1"});
  EXPECT_EQ(judgement.gpus, (std::vector{PartVerdict::usable, PartVerdict::problems}));
}

TEST(Judge, ACardOfAVirtualMachineIsNobodysConcernEvenWithoutNvml) {
  model::Facts facts = working_machine();
  facts.cards.nvidia->push_back(card("NVIDIA GeForce GTX 1080 Ti", {6, 1}, "0000:02:00.0"));
  facts.cards.nvidia->back().kernel_driver = Known<std::string>("vfio-pci", "driver");
  facts.cards.nvidia->back().in_nvml = false;
  facts.environments.push_back(environment({torch("2.8.0", "cu128", "12.8")}));
  EXPECT_EQ(causes(judged(facts)), Ids{});
  facts.driver.nvml.init = Known<int>(Unknown{Why::not_recorded, ""});
  EXPECT_EQ(causes(judged(facts)), Ids{});
  EXPECT_EQ(judged(facts).verdict, Verdict::unknown);
}

TEST(Judge, CausesOfTheWholeMachineComeFirst) {
  model::Facts facts = working_machine();
  facts.variables["CUDA_VISIBLE_DEVICES"] = Known<std::string>("", "$CUDA_VISIBLE_DEVICES");
  facts.environments.push_back(environment({torch("2.8.0", "cpu", "")}));
  EXPECT_EQ(causes(judged(facts)), (Ids{"gpu.hidden", "torch.cpu-build"}));
}

TEST(Judge, WithoutACardTheCpuBuildIsAsItShouldBeAndTheMachineIsNot) {
  model::Facts facts = working_machine();
  facts.cards.nvidia = Known<std::vector<model::Gpu>>(std::vector<model::Gpu>{}, "/sys/bus/pci/devices");
  facts.environments.push_back(environment({torch("2.8.0", "cpu", "")}));
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{"gpu.none"});
  EXPECT_EQ(judgement.frameworks[0], std::vector{PartVerdict::cpu_only});
  EXPECT_EQ(judgement.environments[0], model::Verdict::healthy);
}

TEST(Judge, WithoutACardABuildThatIsNotKnownIsNoProblemYet) {
  model::Facts facts = working_machine();
  facts.cards.nvidia = Known<std::vector<model::Gpu>>(std::vector<model::Gpu>{}, "/sys/bus/pci/devices");
  facts.environments.push_back(environment({torch("2.8.0", "cpu", "")}));
  facts.environments[0].frameworks[0].build = base::Unknown{base::Why::denied, "torch/version.py"};
  const auto judgement = judged(facts);
  EXPECT_EQ(judgement.frameworks[0], std::vector{PartVerdict::unknown});
  EXPECT_NE(judgement.environments[0], model::Verdict::problems);
}

TEST(Judge, ANoteThatACauseExplainsIsDropped) {
  model::Facts facts = working_machine();
  auto tensorflow = framework("tensorflow", "2.21.0", model::Build::Kind::cuda, "cuda12", "12.5");
  facts.environments.push_back(environment({tensorflow}, {distribution("tensorflow", "2.21.0")}));
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{"tensorflow.no-cuda-wheels"});
  EXPECT_EQ(causes(judgement, model::Role::note), Ids{});
}

TEST(Checks, EveryIdHasOneGiverAndARow) {
  const auto catalog = catalog::Catalog::embedded();
  std::set<std::string> given;
  for (const Check* check : all_checks())
    for (const char* id : check->gives) {
      EXPECT_TRUE(given.insert(id).second) << id << " has two givers";
      EXPECT_TRUE(catalog.finding(id).has_value()) << id << " has no row in data/findings";
    }
  for (const auto& id : catalog.finding_ids()) EXPECT_TRUE(given.count(id)) << id << " has no giver";
}

TEST(Checks, RowsExplainIdsThatExist) {
  const auto catalog = catalog::Catalog::embedded();
  for (const auto& id : catalog.finding_ids()) {
    const auto row = catalog.finding(id);
    for (const auto& explained : row->explains)
      EXPECT_TRUE(catalog.finding(explained)) << id << " explains " << explained;
  }
}

}  // namespace
}  // namespace gpuenv::check::test
