// Checks about the driver's errors in the kernel log, and about cards that NVML does not reach.
#include <gtest/gtest.h>

#include "check/test_facts.h"

namespace gpuenv::check::test {
namespace {

using Ids = std::vector<std::string>;
using Xids = std::vector<model::Xid>;

const std::string here = "0000:01:00.0", there = "0000:02:00.0";

Known<Xids> log(Xids errors) {
  return Known<Xids>(std::move(errors), "kernel log");
}

model::Xid xid(int code, const std::string& program = "", const std::string& address = here) {
  return {address, code, program, 1, false, "NVRM: Xid " + std::to_string(code)};
}

/// Two cards that work, and what the log tells.
model::Facts two_cards(Xids errors) {
  model::Facts facts = working_machine();
  facts.cards.nvidia->front().index = Known<int>(0, "NVML");
  facts.cards.nvidia->push_back(card("NVIDIA GeForce RTX 3090", {8, 6}, there));
  facts.cards.nvidia->back().index = Known<int>(1, "NVML");
  facts.variables["CUDA_DEVICE_ORDER"] = Known<std::string>("PCI_BUS_ID", "$CUDA_DEVICE_ORDER");
  facts.cards.xids = log(std::move(errors));
  return facts;
}

/// The second of two cards is lost to NVML.
model::Facts one_lost(Xids errors) {
  model::Facts facts = two_cards(std::move(errors));
  facts.cards.nvidia->back().lost = "GPU is lost (15)";
  return facts;
}

TEST(FallenOff, ExplainsWhyNvmlDoesNotReachTheCard) {
  auto judgement = judged(one_lost({xid(79, "python", there)}));
  EXPECT_EQ(causes(judgement), Ids{"gpu.fallen-off-bus@gpu1"});
  EXPECT_EQ(causes(judgement, model::Role::symptom), Ids{"gpu.lost@gpu1"});
  EXPECT_EQ(judgement.verdict, model::Verdict::problems);
  EXPECT_EQ(judgement.gpus.at(0), model::PartVerdict::usable);
  EXPECT_EQ(commands(judgement.findings[0]), "sudo poweroff\n\n");
  model::Facts silent = two_cards({xid(79)});
  silent.cards.nvidia->pop_back();
  silent.cards.nvidia->front().in_nvml = false;
  silent.driver.nvml.init = Known<int>(9, "NVML");
  judgement = judged(silent);
  EXPECT_EQ(causes(judgement), Ids{"gpu.fallen-off-bus@gpu0"});
  EXPECT_NE(find(judgement, "driver.nvml-failed"), nullptr);
  silent.driver.nvml.init = Unknown{Why::timed_out, "10 s"};
  EXPECT_EQ(causes(judged(silent)), Ids{"gpu.fallen-off-bus@gpu0"});
}

TEST(FallenOff, WhereNvmlFailsForAnotherReasonNothingIsSaid) {
  model::Facts facts = two_cards({xid(79), xid(119)});
  facts.driver.nvml.init = Known<int>(18, "NVML");
  for (auto& gpu : *facts.cards.nvidia) gpu.in_nvml = false;
  EXPECT_EQ(find(judged(facts), "gpu.fallen-off-bus"), nullptr);
  EXPECT_EQ(find(judged(facts), "gpu.stopped"), nullptr);
  facts.driver.nvml.init = Unknown{Why::not_recorded, ""};
  EXPECT_EQ(find(judged(facts), "gpu.fallen-off-bus"), nullptr);
}

TEST(FallenOff, ACardThatAnswersAgainIsAWarning) {
  const auto judgement = judged(two_cards({xid(79)}));
  EXPECT_EQ(causes(judgement), Ids{"gpu.fell-off-bus@gpu0"});
  EXPECT_EQ(judgement.verdict, model::Verdict::healthy);
  EXPECT_EQ(commands(judgement.findings[0]).find("poweroff"), std::string::npos);
}

TEST(FallenOff, ACardThatLeftTheBusIsToldByItsAddress) {
  model::Facts facts = two_cards({xid(79, "", "0000:41:00.0"), xid(31, "", "0000:41:00.0")});
  auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{"gpu.fallen-off-bus"});
  EXPECT_EQ(judgement.verdict, model::Verdict::healthy) << "the other cards work";
  facts.cards.nvidia->clear();
  judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{"gpu.fallen-off-bus"});
  EXPECT_EQ(causes(judgement, model::Role::symptom), Ids{"gpu.none"});
  EXPECT_EQ(judgement.verdict, model::Verdict::problems);
  facts = two_cards({xid(79, "", "0000:41:00.0")});
  facts.os.container = Known<std::string>("docker", "/.dockerenv");
  EXPECT_EQ(find(judged(facts), "gpu.fallen-off-bus"), nullptr) << "the card was not handed in";
}

TEST(FallenOff, WhatHappenedBeforeTheDriverWasLoadedAnewDoesNotCount) {
  model::Xid old = xid(79);
  old.earlier_load = true;
  EXPECT_TRUE(judged(two_cards({old})).findings.empty());
}

TEST(Log, ThatMayNotBeReadLeavesAHealthyMachineHealthy) {
  model::Facts facts = two_cards({});
  for (const Why why : {Why::denied, Why::not_recorded, Why::unsupported, Why::failed}) {
    facts.cards.xids = Unknown{why, "kernel log"};
    const auto judgement = judged(facts);
    EXPECT_EQ(judgement.verdict, model::Verdict::healthy);
    EXPECT_TRUE(judgement.findings.empty());
  }
}

TEST(Missing, ALostCardIsAFaultOfItsOwnWithoutTheLog) {
  model::Facts facts = one_lost({});
  facts.cards.xids = Unknown{Why::denied, "kernel log"};
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{"gpu.lost@gpu1"});
  EXPECT_NE(commands(judgement.findings[0]).find("sudo dmesg"), std::string::npos);
}

TEST(Missing, ACardOfTheDriversThatNvmlDoesNotListIsOne) {
  model::Facts facts = two_cards({});
  auto& second = facts.cards.nvidia->back();
  second.in_nvml = false;
  EXPECT_EQ(causes(judged(facts)), Ids{"gpu.not-listed@gpu1"});
  second.kernel_driver = Known<std::string>("vfio-pci", there);
  EXPECT_TRUE(judged(facts).findings.empty()) << "lent to a virtual machine";
  second.kernel_driver = Known<std::string>("nvidia", there);
  facts.surroundings.job = Known<model::Job>(model::Job{"slurm", "0"}, "$SLURM_JOB_ID");
  EXPECT_TRUE(judged(facts).findings.empty()) << "the job got one of them";
}

TEST(Missing, WhatCannotBeToldStaysOpen) {
  model::Facts facts = two_cards({});
  facts.cards.nvidia->back().in_nvml = false;
  facts.cards.nvidia->back().kernel_driver = Unknown{Why::not_recorded, ""};
  const auto judgement = judged(facts);
  EXPECT_EQ(judgement.verdict, model::Verdict::unknown);
  EXPECT_EQ(judgement.open.at(0).fact, "gpus.kernel_driver");
  facts.driver.nvml.init = Unknown{Why::not_recorded, ""};
  EXPECT_EQ(find(judged(facts), "gpu.not-listed"), nullptr);
}

TEST(Missing, IsNoCauseWhileAQuestionAboutTheSameCardIsOpen) {
  model::Facts facts = two_cards({});
  facts.cards.nvidia->back() = card("NVIDIA GeForce RTX 5090", {12, 0}, there);
  facts.cards.nvidia->back().in_nvml = false;
  facts.driver.kernel_module = Known<Version>(Version("580.95.05"), "/proc/driver/nvidia/version");
  facts.driver.user_library = facts.driver.kernel_module;
  facts.driver.kind = Unknown{Why::not_recorded, ""};
  const auto judgement = judged(facts);
  EXPECT_EQ(judgement.verdict, model::Verdict::unknown);
  EXPECT_EQ(causes(judgement, model::Role::symptom), Ids{"gpu.not-listed@gpu1"});
}

TEST(Stopped, IsACauseOnlyWhileNvmlDoesNotReachTheCard) {
  auto judgement = judged(two_cards({xid(119), xid(120)}));
  ASSERT_EQ(causes(judgement), Ids{"gpu.stopped@gpu0"});
  EXPECT_EQ(judgement.verdict, model::Verdict::healthy);
  EXPECT_EQ(judgement.findings[0].parameters.at("codes"), "119, 120");
  judgement = judged(one_lost({xid(119, "", there)}));
  EXPECT_EQ(causes(judgement), Ids{"gpu.stopped@gpu1"});
  EXPECT_EQ(judgement.verdict, model::Verdict::problems);
}

TEST(Stopped, ACardIsResetOnlyWhenNothingUsesIt) {
  model::Facts facts = two_cards({xid(62)});
  EXPECT_NE(commands(judged(facts).findings.at(0)).find("sudo reboot"), std::string::npos);
  auto& state = facts.cards.nvidia->front().state;
  state.processes = Known<std::vector<model::GpuProcess>>(std::vector<model::GpuProcess>{}, "NVML");
  state.display = Known<bool>(false, "NVML");
  EXPECT_NE(commands(judged(facts).findings.at(0)).find("nvidia-smi -i 0 --gpu-reset"), std::string::npos);
  state.processes->push_back({1, "python", 10});
  EXPECT_EQ(commands(judged(facts).findings.at(0)).find("--gpu-reset"), std::string::npos);
  facts.os.container = Known<std::string>("docker", "/.dockerenv");
  EXPECT_EQ(commands(judged(facts).findings.at(0)), "\n\n");
}

TEST(MemoryErrors, TheLogCountsWhereNvmlSaysNothing) {
  model::Facts facts = two_cards({xid(63), xid(94)});
  auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{"gpu.memory-errors-logged@gpu0"});
  EXPECT_EQ(judgement.verdict, model::Verdict::healthy);
  facts.cards.nvidia->front().state.ecc_uncorrected = Known<long long>(1, "NVML");
  judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"gpu.memory-errors@gpu0"});
  EXPECT_EQ(judgement.findings[0].evidence.size(), 3U) << "NVML's count and both lines";
}

TEST(Nvlink, ErrorsAreAWarning) {
  const auto judgement = judged(two_cards({xid(74)}));
  ASSERT_EQ(causes(judgement), Ids{"gpu.nvlink-errors@gpu0"});
  EXPECT_EQ(commands(judgement.findings[0]), "nvidia-smi nvlink -e -i 0\n\n");
}

TEST(LogNotes, FaultsOfProgramsAndUnknownCodesAreNotes) {
  const auto judgement = judged(two_cards({xid(31, "python"), xid(13, "node"), xid(45), xid(9999)}));
  EXPECT_TRUE(causes(judgement).empty());
  EXPECT_EQ(judgement.verdict, model::Verdict::healthy);
  const auto* faults = find(judgement, "gpu.program-faults");
  ASSERT_NE(faults, nullptr);
  EXPECT_EQ(faults->parameters.at("codes"), "31, 13");
  EXPECT_EQ(faults->fix.at(0).parameters.at("programs"), "python, node");
  EXPECT_EQ(find(judgement, "gpu.driver-errors")->parameters.at("codes"), "9999");
}

}  // namespace
}  // namespace gpuenv::check::test
