// Checks about frameworks and what their builds carry.
#include <gtest/gtest.h>

#include "check/test_facts.h"

namespace gpuenv::check::test {
namespace {

using Ids = std::vector<std::string>;
using Kind = model::Build::Kind;

TEST(CpuBuild, IsACauseWhereACardCouldBeUsed) {
  model::Facts facts = working_machine();
  facts.environments.push_back(environment({torch("2.8.0", "cpu", "")}));
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{"torch.cpu-build"});
  const std::string fix = commands(judgement.findings[0]);
  EXPECT_NE(fix.find("torch==2.8.0"), std::string::npos) << fix;
  EXPECT_NE(judgement.findings[0].parameters.at("planned").find("cu12"), std::string::npos) << fix;
}

TEST(CpuBuild, EveryFrameworkHasItsOwnId) {
  for (const char* name : {"torch", "tensorflow", "paddle", "onnxruntime"}) {
    model::Facts facts = working_machine();
    facts.environments.push_back(environment({framework(name, "2.0.0", Kind::cpu, "cpu", "")}));
    EXPECT_EQ(causes(judged(facts)), Ids{std::string(name) + ".cpu-build"});
  }
}

TEST(CpuBuild, MereDependencyIsANote) {
  model::Facts facts = working_machine();
  facts.environments.push_back(environment({torch("2.8.0", "cpu", "")}));
  facts.environments[0].selection = model::Selection::found;
  facts.environments[0].frameworks[0].requested = false;
  EXPECT_EQ(causes(judged(facts, true)), Ids{});
  EXPECT_EQ(causes(judged(facts, true), model::Role::note), Ids{"torch.cpu-build"});
}

TEST(CpuBuild, WithoutDriverTheDriverComesFirst) {
  model::Facts facts = working_machine();
  facts.driver.kernel_module = Known<Version>(Unknown{Why::absent, ""}, "");
  facts.driver.user_library = Known<Version>(Unknown{Why::absent, ""}, "");
  facts.environments.push_back(environment({torch("2.8.0", "cpu", "")}));
  EXPECT_EQ(causes(judged(facts)), Ids{"driver.missing"});
}

TEST(FrameworksOnWindows, TensorFlowAfterTwoTenHasNoNativeBuild) {
  model::Facts facts = working_machine();
  facts.os.family = base::OsFamily::windows;
  facts.environments.push_back(environment({framework("tensorflow", "2.18.0", Kind::cpu, "", "")}));
  EXPECT_EQ(causes(judged(facts)), Ids{"tensorflow.windows-no-gpu"});
  facts.environments[0].frameworks[0] = framework("tensorflow", "2.10.1", Kind::cuda, "cuda11", "11.2");
  EXPECT_EQ(causes(judged(facts)), Ids{"tensorflow.no-cuda-dlls"});
  std::vector<model::LibraryCopy> copies;
  for (const char* library : {"cudart", "cublas", "cudnn"})
    copies.push_back({library, Known<Version>(Version(std::string(library) == "cudnn" ? "8" : "11"), "PATH"),
                      11, "C:/cuda", "toolkit", "", false});
  facts.libraries = Known<std::vector<model::LibraryCopy>>(std::move(copies), "PATH");
  EXPECT_EQ(causes(judged(facts)), Ids{});
  facts.environments[0].frameworks[0] = framework("jax", "0.5.0", Kind::cpu, "", "");
  EXPECT_EQ(causes(judged(facts)), Ids{"jax.windows-no-gpu"});
}

TEST(TensorFlow, WithoutCudaWheelsComputesOnTheCpu) {
  model::Facts facts = working_machine();
  facts.environments.push_back(
      environment({framework("tensorflow", "2.18.0", Kind::cuda, "cuda12", "12.5.1")}));
  EXPECT_EQ(causes(judged(facts)), Ids{"tensorflow.no-cuda-wheels"});
  *facts.environments[0].distributions = {distribution("nvidia-cuda-runtime-cu12", "12.5.82"),
                                          distribution("nvidia-cublas-cu12", "12.5.3.2"),
                                          distribution("nvidia-cudnn-cu12", "9.3.0.75")};
  EXPECT_EQ(causes(judged(facts)), Ids{});
}

TEST(TensorFlow, SystemToolkitOfTheSameMajorMayServeIt) {
  model::Facts facts = working_machine();
  facts.toolkits->push_back({Version("12.5"), "/usr/local/cuda-12.5", true});
  facts.environments.push_back(
      environment({framework("tensorflow", "2.18.0", Kind::cuda, "cuda12", "12.5.1")}));
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{});
  EXPECT_EQ(judgement.verdict, model::Verdict::unknown);
}

TEST(Jax, OfCondaWithUnreadableRecordsIsLeftOpen) {
  model::Facts facts = working_machine();
  facts.environments.push_back(environment({framework("jax", "0.5.0", Kind::cpu, "", "")}));
  facts.environments[0].kind = "conda";
  EXPECT_EQ(causes(judged(facts)), Ids{"jax.no-plugin"});
  facts.environments[0].frameworks[0].build = Known<model::Build>(Unknown{Why::denied, "conda-meta: denied"});
  EXPECT_EQ(causes(judged(facts)), Ids{});
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
}

TEST(Jax, NeedsBothHalvesOfThePluginInOneVersion) {
  model::Facts facts = working_machine();
  facts.environments.push_back(environment({framework("jax", "0.5.0", Kind::cuda, "cuda12", "12")}));
  EXPECT_EQ(causes(judged(facts)), Ids{"jax.no-plugin"});
  auto& distributions = *facts.environments[0].distributions;
  distributions.push_back(distribution("jax-cuda12-plugin", "0.5.0"));
  EXPECT_EQ(causes(judged(facts)), Ids{"jax.plugin-incomplete"});
  distributions.push_back(distribution("jax-cuda12-pjrt", "0.4.9"));
  EXPECT_EQ(causes(judged(facts)), Ids{"jax.plugin-incomplete"});
  distributions.back() = distribution("jax-cuda12-pjrt", "0.5.0");
  EXPECT_EQ(causes(judged(facts)), Ids{});
}

TEST(Jax, CondasJaxlibMayCarryTheGpuPartSoItsBuildHasToBeKnown) {
  model::Facts facts = working_machine();
  facts.environments.push_back(environment({framework("jax", "0.5.0", Kind::cpu, "", "")}));
  facts.environments[0].kind = "conda";
  EXPECT_EQ(causes(judged(facts)), Ids{"jax.no-plugin"});
  facts.environments[0].frameworks[0].build = Known<model::Build>(Unknown{Why::denied, "conda-meta"});
  EXPECT_EQ(causes(judged(facts)), Ids{});
}

TEST(OnnxRuntime, BothPackagesExplainTheCpuBuildThatWon) {
  model::Facts facts = working_machine();
  facts.environments.push_back(
      environment({framework("onnxruntime", "1.23.2", Kind::cpu, "", "")},
                  {distribution("onnxruntime", "1.23.2"), distribution("onnxruntime-gpu", "1.23.2")}));
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{"onnxruntime.both-packages"});
  EXPECT_EQ(causes(judgement, model::Role::symptom), Ids{"onnxruntime.cpu-build"});
}

TEST(OnnxRuntime, BothPackagesWithAnUnreadableBuildLeaveItOpen) {
  model::Facts facts = working_machine();
  facts.environments.push_back(
      environment({framework("onnxruntime", "1.23.2", Kind::cpu, "", "")},
                  {distribution("onnxruntime", "1.23.2"), distribution("onnxruntime-gpu", "1.23.2")}));
  facts.environments[0].frameworks[0].build = Known<model::Build>(Unknown{Why::denied, "denied"});
  EXPECT_EQ(causes(judged(facts)), Ids{});
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
}

TEST(OnnxRuntime, BothPackagesWithGpuFilesOnTopIsAWarning) {
  model::Facts facts = working_machine();
  facts.environments.push_back(
      environment({framework("onnxruntime", "1.23.2", Kind::cuda, "cuda12", "12.2")},
                  {distribution("onnxruntime", "1.23.2"), distribution("onnxruntime-gpu", "1.23.2")}));
  const auto judgement = judged(facts);
  EXPECT_EQ(judgement.verdict, model::Verdict::healthy);
  EXPECT_EQ(judgement.findings[0].severity, model::Severity::warning);
}

TEST(Architecture, SameMajorServesHigherMinor) {
  model::Facts facts = working_machine();
  *facts.cards.nvidia = {card("NVIDIA GeForce RTX 4090", {8, 9})};
  facts.environments.push_back(environment({torch("2.6.0", "cu124", "12.4")}));
  EXPECT_EQ(causes(judged(facts)), Ids{});
}

TEST(Architecture, NewerMajorWithoutPtxIsMissing) {
  model::Facts facts = working_machine();
  *facts.cards.nvidia = {card("NVIDIA GeForce RTX 5090", {12, 0})};
  facts.environments.push_back(environment({torch("2.5.1", "cu124", "12.4")}));
  EXPECT_EQ(causes(judged(facts)), Ids{"arch.missing@gpu0"});
}

TEST(Architecture, NewerMajorWithUnknownPtxCannotBeTold) {
  model::Facts facts = working_machine();
  *facts.cards.nvidia = {card("NVIDIA GeForce RTX 5090", {12, 0})};
  facts.environments.push_back(environment({torch("2.5.1", "cu124", "12.4")}));
  facts.environments[0].frameworks[0].ptx = Known<std::vector<base::Sm>>(Unknown{Why::not_recorded, ""});
  EXPECT_EQ(causes(judged(facts)), Ids{});
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
}

TEST(Architecture, PtxServesNewerMajorWithANote) {
  model::Facts facts = working_machine();
  *facts.cards.nvidia = {card("NVIDIA GeForce RTX 5090", {12, 0})};
  facts.environments.push_back(environment({torch("2.5.1", "cu124", "12.4")}));
  facts.environments[0].frameworks[0].ptx = Known<std::vector<base::Sm>>(sms({"sm_90"}), "catalog");
  EXPECT_EQ(causes(judged(facts)), Ids{});
  EXPECT_NE(find(judged(facts), "arch.compiled-at-start"), nullptr);
}

TEST(Toolkit, AbsenceIsANoteOnly) {
  model::Facts facts = working_machine();
  facts.environments.push_back(environment({torch("2.6.0", "cu124", "12.4")}));
  EXPECT_EQ(causes(judged(facts), model::Role::note), Ids{"toolkit.absent"});
  facts.toolkits = Known<std::vector<model::Toolkit>>(Unknown{Why::denied, "/usr/local: denied"});
  EXPECT_EQ(causes(judged(facts), model::Role::note), Ids{});
}

}  // namespace
}  // namespace gpuenv::check::test
