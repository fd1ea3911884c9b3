// The table of the text report: system, driver, cards, environments.
#include <gtest/gtest.h>

#include "report/test_examination.h"

namespace gpuenv::report::test {
namespace {

std::string table_of(const model::Examination& examination) {
  static const catalog::Catalog catalog = small_catalog();
  const std::string report = text(examination, catalog, {});
  return report.substr(report.find("This machine"));
}

bool has(const std::string& text, const std::string& piece) {
  return text.find(piece) != std::string::npos;
}

TEST(Table, SystemNamesWslAndContainer) {
  auto examination = working_machine();
  examination.facts.os.wsl = Known<bool>(true, "uname");
  examination.facts.os.container = Known<std::string>("podman", "/run/.containerenv");
  EXPECT_TRUE(has(table_of(examination), " · x86_64 · WSL2 · in a container (podman)\n"));
}

TEST(Table, DriverNamesBothVersionsWhenTheyDiffer) {
  auto examination = working_machine();
  examination.facts.driver.kernel_module = Known<Version>(Version("535.183.01"), "/proc");
  EXPECT_TRUE(has(table_of(examination), "  Driver        535.183.01 / 550.54.15 · "));
}

TEST(Table, DriverOfWhichOnlyTheModuleIsAbsent) {
  auto examination = working_machine();
  examination.facts.driver.kernel_module = Known<Version>(Unknown{Why::absent, ""});
  EXPECT_TRUE(has(table_of(examination), "  Driver        550.54.15 · "));
}

TEST(Table, ToolkitsMarkTheOneOnPath) {
  auto examination = working_machine();
  examination.facts.toolkits->push_back({Version("12.4.1"), "/usr/local/cuda-12.4", true});
  EXPECT_TRUE(has(table_of(examination), "  CUDA toolkit  12.4.1 /usr/local/cuda-12.4\n"));
  examination.facts.toolkits->push_back({Version("11.8"), "/opt/cuda", false});
  EXPECT_TRUE(has(table_of(examination), "12.4.1 /usr/local/cuda-12.4 (nvcc) · 11.8 /opt/cuda\n"));
  examination.facts.toolkits = Known<std::vector<model::Toolkit>>(Unknown{Why::denied, ""});
  EXPECT_TRUE(has(table_of(examination), "  CUDA toolkit  ?\n"));
}

TEST(Table, CardsAreAlignedWithTheirVerdicts) {
  auto examination = working_machine();
  model::Gpu small = example_card();
  small.index = Known<int>(1, "NVML");
  small.name = Known<std::string>("NVIDIA T400", "NVML");
  small.compute_capability = Known<base::Sm>(Unknown{Why::failed, ""});
  small.memory_mib = Known<long long>(1877, "NVML");
  examination.facts.cards.nvidia->push_back(small);
  examination.judgement.gpus.push_back(model::PartVerdict::unknown);
  EXPECT_TRUE(has(table_of(examination),
                  "  GPU 0         NVIDIA GeForce RTX 4090  sm_89  24 GiB   ✓ usable\n"
                  "  GPU 1         NVIDIA T400              sm_?   1.8 GiB  ? cannot tell\n"))
      << table_of(examination);
}

TEST(Table, CardsWithoutNameOrMemoryKeepTheirPlace) {
  auto examination = working_machine();
  auto& card = examination.facts.cards.nvidia->front();
  card.name = Known<std::string>(Unknown{Why::failed, ""});
  card.pci_device_id = "2684";
  card.index = Known<int>(Unknown{Why::failed, ""});
  card.memory_mib = Known<long long>(Unknown{Why::failed, ""});
  EXPECT_TRUE(
      has(table_of(examination), "  GPU 0         NVIDIA card 10de:2684  sm_89  memory unknown  ✓ usable\n"));
}

TEST(Table, FrameworksAreAlignedAndNamedByTheirTitle) {
  auto examination = working_machine();
  auto& frameworks = examination.facts.environments[0].frameworks;
  model::Framework other = frameworks[0];
  other.name = "somewhat-longer";
  other.build = Known<model::Build>(model::Build{model::Build::Kind::cuda, "", Version("12.2")}, "x");
  frameworks.push_back(other);
  other.version = Known<Version>(Unknown{Why::failed, ""});
  other.build = Known<model::Build>(Unknown{Why::failed, ""});
  frameworks.push_back(other);
  examination.judgement.frameworks[0] = {model::PartVerdict::usable, model::PartVerdict::problems};
  EXPECT_TRUE(has(table_of(examination),
                  "    PyTorch          2.8.0  cu128      ✓ usable\n"
                  "    somewhat-longer  2.8.0  CUDA 12.2  ✗ problem\n"
                  "    somewhat-longer  ?      ?          ? cannot tell\n"))
      << table_of(examination);
}

TEST(Table, ThirtyTwoBitPythonIsShown) {
  auto examination = working_machine();
  examination.facts.environments[0].bits = Known<int>(32, "python");
  EXPECT_TRUE(has(table_of(examination), "· active · 32 bit\n"));
}

TEST(Table, WithoutEnvironmentItSaysHowToNameOne) {
  auto examination = working_machine();
  examination.facts.environments.clear();
  examination.facts.left_out = {"/mnt/share: on a network"};
  EXPECT_TRUE(
      has(table_of(examination), "name one with --env PATH\n  Not looked at: /mnt/share: on a network\n"));
}

TEST(Table, RecordedMachinesAreNamed) {
  auto examination = working_machine();
  examination.facts.source = {"recording", "cases/box"};
  const std::string report = text(examination, small_catalog(), {});
  EXPECT_TRUE(has(report, "\nRecorded machine: cases/box\n"));
}

}  // namespace
}  // namespace gpuenv::report::test
