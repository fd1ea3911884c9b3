// The use case behind doctor on machines that are played back.
#include "app/doctor.h"

#include <gtest/gtest.h>

#include "machine/recorded/recorded.h"

namespace gpuenv::app {
namespace {

using model::Verdict;

/// A machine with an RTX 3090 and two environments: the active one holds `active`, the other a CPU build of
/// PyTorch that was asked for.
std::unique_ptr<machine::Machine> machine_with(const std::string& active) {
  const std::string toml = R"(os = "linux"
distro = "Ubuntu 24.04"
kernel = "6.8.0"
[driver]
module = "550.54.15"
kind = "proprietary"
library = "550.54.15"
cuda = "12.4"
nvml_init = 0
[[gpu]]
pci = "0000:01:00.0"
id = "2204"
name = "NVIDIA GeForce RTX 3090"
cc = "8.6"
memory_mib = 24576
bound = "nvidia"
[[env]]
path = "/home/user/proj/.venv"
kind = "venv"
python = "3.12.4"
active = true
packages = [")" + active + R"("]
requested = ["torch"]
[[env]]
path = "/home/user/other/.venv"
kind = "venv"
python = "3.12.4"
packages = ["torch==2.8.0+cpu"]
requested = ["torch"]
)";
  auto recording = machine::recorded::expand(toml, "machine.toml");
  EXPECT_TRUE(recording) << recording.error().message;
  return machine::recorded::play(std::move(*recording));
}

model::Examination examined(const std::string& active, const DoctorOptions& options = {}) {
  const auto machine = machine_with(active);
  return doctor(*machine, catalog::Catalog::embedded(), options);
}

TEST(Doctor, FactsAndJudgementBelongTogether) {
  const auto examination = examined("torch==2.8.0+cu126");
  EXPECT_EQ(examination.command, "doctor");
  EXPECT_EQ(examination.tool_version, GPUENV_VERSION);
  EXPECT_EQ(examination.facts.source.kind, "recording");
  EXPECT_EQ(examination.judgement.verdict, Verdict::healthy);
  EXPECT_EQ(examination.judgement.gpus.size(), examination.facts.cards.nvidia->size());
  EXPECT_EQ(examination.judgement.environments.size(), examination.facts.environments.size());
}

TEST(Doctor, TheActiveEnvironmentDecides) {
  const auto examination = examined("torch==2.8.0+cpu");
  EXPECT_EQ(examination.judgement.verdict, Verdict::problems);
  ASSERT_FALSE(examination.judgement.findings.empty());
  EXPECT_EQ(examination.judgement.findings[0].id, "torch.cpu-build");
}

TEST(Doctor, NamedEnvironmentsAreTheOnlyOnes) {
  DoctorOptions options;
  options.probe.environments = {"/home/user/other/.venv"};
  const auto examination = examined("torch==2.8.0+cu126", options);
  ASSERT_EQ(examination.facts.environments.size(), 1U);
  EXPECT_EQ(examination.facts.environments[0].path, "/home/user/other/.venv");
  EXPECT_EQ(examination.facts.environments[0].selection, model::Selection::named);
  EXPECT_EQ(examination.judgement.verdict, Verdict::problems);
}

TEST(Doctor, ExaminingTwiceGivesTheSame) {
  const auto machine = machine_with("torch==2.8.0+cpu");
  const auto catalog = catalog::Catalog::embedded();
  const auto first = doctor(*machine, catalog, {}), second = doctor(*machine, catalog, {});
  ASSERT_EQ(first.judgement.findings.size(), second.judgement.findings.size());
  for (size_t i = 0; i < first.judgement.findings.size(); ++i)
    EXPECT_EQ(first.judgement.findings[i].id, second.judgement.findings[i].id);
  EXPECT_EQ(first.judgement.verdict, second.judgement.verdict);
}

}  // namespace
}  // namespace gpuenv::app
