// Checks about what a card is doing: modes, memory, clocks, link, errors, order.
#include <gtest/gtest.h>

#include "check/test_facts.h"

namespace gpuenv::check::test {
namespace {

using Ids = std::vector<std::string>;

template <class T>
Known<T> nvml(T value) {
  return Known<T>(std::move(value), "NVML");
}
const Unknown not_supported{Why::unsupported, "NVML: not supported"};

/// A machine with one card, in a state.
model::Facts machine_with(const model::CardState& state) {
  model::Facts facts = working_machine();
  auto& gpu = facts.cards.nvidia->front();
  gpu.index = nvml(0);
  gpu.memory_mib = nvml(24576LL);
  gpu.state = state;
  return facts;
}

TEST(Mig, WithoutAnInstanceNothingComputes) {
  model::CardState state = plain_state();
  state.mig = nvml(true);
  state.mig_instances = nvml(0);
  const auto judgement = judged(machine_with(state));
  EXPECT_EQ(causes(judgement), Ids{"gpu.mig-without-instance@gpu0"});
  EXPECT_NE(commands(judgement.findings[0]).find("sudo nvidia-smi -i 0 -mig 0\n"), std::string::npos);
}

TEST(Mig, AnInstanceOrTheModeOffIsFine) {
  model::CardState state = plain_state();
  state.mig = nvml(true);
  state.mig_instances = nvml(2);
  EXPECT_EQ(judged(machine_with(state)).verdict, model::Verdict::healthy);
  state.mig = nvml(false);
  state.mig_instances = nvml(0);
  EXPECT_EQ(judged(machine_with(state)).verdict, model::Verdict::healthy);
  state.mig = not_supported;
  EXPECT_EQ(judged(machine_with(state)).verdict, model::Verdict::healthy);
}

TEST(Mig, InstancesThatCannotBeCountedLeaveItOpen) {
  model::CardState state = plain_state();
  state.mig = nvml(true);
  state.mig_instances = not_supported;
  const auto judgement = judged(machine_with(state));
  EXPECT_EQ(judgement.verdict, model::Verdict::unknown);
  EXPECT_EQ(judgement.open.at(0).fact, "gpus.mig_instances");
}

TEST(Mig, AFrameworkIsUnusableOnlyWhenNoOtherCardIsLeft) {
  model::CardState state = plain_state();
  state.mig = nvml(true);
  state.mig_instances = nvml(0);
  model::Facts facts = machine_with(state);
  facts.environments = {environment({torch("2.8.0", "cu128", "12.8")}),
                        environment({torch("2.8.0", "cpu", "")})};
  facts.environments[1].path = "/other";
  facts.environments[1].selection = model::Selection::found;
  auto judgement = judged(facts);
  EXPECT_EQ(judgement.frameworks.at(0).at(0), model::PartVerdict::problems);
  EXPECT_EQ(judgement.environments.at(0), model::Verdict::problems);
  facts.cards.nvidia->push_back(card("NVIDIA GeForce RTX 3090", {8, 6}, "0000:02:00.0"));
  judgement = judged(facts);
  EXPECT_EQ(judgement.verdict, model::Verdict::problems);
  EXPECT_EQ(judgement.frameworks.at(0).at(0), model::PartVerdict::usable);
}

TEST(ComputeMode, ProhibitedIsACause) {
  model::CardState state = plain_state();
  state.compute_mode = nvml(std::string("prohibited"));
  EXPECT_EQ(causes(judged(machine_with(state))), Ids{"gpu.compute-prohibited@gpu0"});
  model::Facts container = machine_with(state);
  container.os.container = Known<std::string>("docker", "/.dockerenv");
  EXPECT_EQ(commands(judged(container).findings.at(0)), "\n");
}

TEST(ComputeMode, ExclusiveIsACauseOnlyWhenSomebodyHasTheCard) {
  model::CardState state = plain_state();
  state.compute_mode = nvml(std::string("exclusive-process"));
  state.processes = nvml(std::vector<model::GpuProcess>{});
  EXPECT_EQ(judged(machine_with(state)).verdict, model::Verdict::healthy);
  state.processes = nvml(std::vector<model::GpuProcess>{{4711, "python", 8000}});
  const auto judgement = judged(machine_with(state));
  EXPECT_EQ(causes(judgement), Ids{"gpu.exclusive-busy@gpu0"});
  EXPECT_EQ(judgement.findings[0].parameters.at("pid"), "4711");
  state.processes = not_supported;
  EXPECT_EQ(judged(machine_with(state)).verdict, model::Verdict::unknown);
}

TEST(ComputeMode, ExclusiveWithTheMpsServerIsShared) {
  model::CardState state = plain_state();
  state.compute_mode = nvml(std::string("exclusive-process"));
  state.processes =
      nvml(std::vector<model::GpuProcess>{{4711, "python", 8000}, {4712, "nvidia-cuda-mps-server", 30}});
  EXPECT_EQ(judged(machine_with(state)).verdict, model::Verdict::healthy);
}

TEST(Memory, NearlyFullIsAWarningThatNamesTheProcesses) {
  model::CardState state = plain_state();
  state.memory_used_mib = nvml(24000LL);
  state.processes = nvml(std::vector<model::GpuProcess>{{4711, "python", 23000}, {4712, "", 0}});
  const auto judgement = judged(machine_with(state));
  ASSERT_EQ(causes(judgement), Ids{"gpu.memory-full@gpu0"});
  EXPECT_EQ(judgement.verdict, model::Verdict::healthy);
  ASSERT_EQ(judgement.findings[0].evidence.size(), 3U);
  EXPECT_EQ(judgement.findings[0].evidence[1].text, "python, 23000 MiB");
  EXPECT_EQ(judgement.findings[0].evidence[2].text, "?");
}

TEST(Memory, HalfFullOrNotToldIsNoFinding) {
  model::CardState state = plain_state();
  state.memory_used_mib = nvml(12000LL);
  EXPECT_TRUE(judged(machine_with(state)).findings.empty());
  state.memory_used_mib = not_supported;
  EXPECT_TRUE(judged(machine_with(state)).findings.empty());
}

TEST(Clocks, HeatAndPowerFaultsAreWarningsThePowerCapIsNot) {
  model::CardState state = plain_state();
  state.throttle = nvml(std::vector<std::string>{"power-cap"});
  EXPECT_TRUE(judged(machine_with(state)).findings.empty());
  state.throttle = nvml(std::vector<std::string>{"power-cap", "hw-thermal"});
  state.temperature = nvml(93);
  const auto judgement = judged(machine_with(state));
  ASSERT_EQ(causes(judgement), Ids{"gpu.throttled@gpu0"});
  EXPECT_EQ(judgement.findings[0].evidence[0].text, "hw-thermal, 93 °C");
  EXPECT_EQ(judgement.findings[0].fix[0].text, "cool");
  state.throttle = nvml(std::vector<std::string>{"hw-power-brake"});
  EXPECT_EQ(judged(machine_with(state)).findings.at(0).fix[0].text, "power");
  state.throttle = not_supported;
  EXPECT_TRUE(judged(machine_with(state)).findings.empty());
}

TEST(Link, FewerLanesCountALowerGenerationDoesNot) {
  model::CardState state = plain_state();
  state.link_max = nvml(model::PciLink{4, 16});
  state.link = nvml(model::PciLink{1, 16});
  EXPECT_TRUE(judged(machine_with(state)).findings.empty());
  state.link = nvml(model::PciLink{4, 4});
  const auto judgement = judged(machine_with(state));
  ASSERT_EQ(causes(judgement), Ids{"gpu.link-narrow@gpu0"});
  EXPECT_EQ(judgement.findings[0].confidence, model::Confidence::likely);
  state.link_max = not_supported;
  EXPECT_TRUE(judged(machine_with(state)).findings.empty());
}

TEST(MemoryErrors, AResetHelpsUnlessRemappingFailed) {
  model::CardState state = plain_state();
  state.ecc_uncorrected = nvml(0LL);
  state.remap_pending = nvml(false);
  EXPECT_TRUE(judged(machine_with(state)).findings.empty());
  state.ecc_uncorrected = nvml(3LL);
  const auto judgement = judged(machine_with(state));
  ASSERT_EQ(causes(judgement), Ids{"gpu.memory-errors@gpu0"});
  EXPECT_EQ(commands(judgement.findings[0]), "sudo nvidia-smi -i 0 --gpu-reset\n");
  state.remap_failed = nvml(true);
  EXPECT_EQ(causes(judged(machine_with(state))), Ids{"gpu.memory-worn@gpu0"});
  EXPECT_TRUE(judged(machine_with({})).findings.empty());
}

TEST(Order, DiffersOnlyForDifferentCardsWithoutTheVariable) {
  model::Facts facts = working_machine();
  facts.variables["CUDA_DEVICE_ORDER"] = Unknown{Why::absent, ""};
  EXPECT_TRUE(judged(facts).findings.empty());
  facts.cards.nvidia->push_back(card("NVIDIA GeForce RTX 3090", {8, 6}, "0000:02:00.0"));
  EXPECT_TRUE(judged(facts).findings.empty());
  facts.cards.nvidia->push_back(card("NVIDIA GeForce RTX 4090", {8, 9}, "0000:03:00.0"));
  EXPECT_EQ(causes(judged(facts), model::Role::note), Ids{"gpu.order-differs"});
  facts.variables["CUDA_DEVICE_ORDER"] = Known<std::string>("PCI_BUS_ID", "$CUDA_DEVICE_ORDER");
  EXPECT_TRUE(judged(facts).findings.empty());
  facts.variables["CUDA_DEVICE_ORDER"] = Unknown{Why::not_recorded, ""};
  EXPECT_TRUE(judged(facts).findings.empty());
}

}  // namespace
}  // namespace gpuenv::check::test
