// Checks about packages that were built against a framework, or that load NVIDIA's libraries themselves.
#include <gtest/gtest.h>

#include "check/test_facts.h"

namespace gpuenv::check::test {
namespace {

using Ids = std::vector<std::string>;
using Requirements = std::vector<model::Requirement>;

/// torch 2.5.1+cu124 and a companion, "0.20.1+cu124".
model::Facts with_companion(const std::string& name, const std::string& version) {
  model::Facts facts = working_machine();
  const Version written(version);
  facts.environments.push_back(
      environment({torch("2.5.1", "cu124", "12.4")}, {distribution(name, written.public_text())}));
  model::Companion companion{name, "torch",         Known<Version>(written, name + "/version.py"),
                             {},   written.local(), {}};
  if (written.local().starts_with("cu"))
    companion.cuda = Version(written.local().substr(2, 2) + "." + written.local().substr(4));
  facts.environments[0].companions.push_back(companion);
  return facts;
}

void pin(model::Facts& facts, const std::string& specifier) {
  facts.environments[0].distributions->front().requires_dist =
      Known<Requirements>(Requirements{{"torch", specifier, "", {}, "", "", 0}}, "METADATA");
}

TEST(Companion, OfTheVeryReleaseFits) {
  EXPECT_EQ(causes(judged(with_companion("torchvision", "0.20.1+cu124"))), Ids{});
  EXPECT_EQ(causes(judged(with_companion("torchaudio", "2.5.1+cu124"))), Ids{});
}

TEST(Companion, OfAnotherReleaseIsReplacedByTheOneThatBelongs) {
  const auto judgement = judged(with_companion("torchvision", "0.19.1+cu124"));
  ASSERT_EQ(causes(judgement), Ids{"torch.companion-release"});
  EXPECT_EQ(judgement.findings[0].parameters.at("built_for"), "2.4.1");
  const std::string fix = commands(judgement.findings[0]);
  EXPECT_NE(fix.find("torchvision==0.20.1"), std::string::npos) << fix;
  EXPECT_NE(fix.find("/whl/cu124"), std::string::npos) << fix;
}

TEST(Companion, ItsOwnMetadataOutweighsTheTable) {
  auto facts = with_companion("torchvision", "0.19.1+cu124");
  pin(facts, "==2.5.1");
  EXPECT_EQ(causes(judged(facts)), Ids{});
  facts = with_companion("torchvision", "0.20.1+cu124");
  pin(facts, "==2.4.1");
  EXPECT_EQ(causes(judged(facts)), Ids{"torch.companion-release"});
  pin(facts, ">=2.4");
  EXPECT_EQ(causes(judged(facts)), Ids{});
}

TEST(Companion, PinToAnotherPatchIsAWarning) {
  auto facts = with_companion("torchvision", "0.20.0+cu124");
  pin(facts, "==2.5.0");
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{"torch.companion-release"});
  EXPECT_EQ(judgement.verdict, model::Verdict::healthy);
}

TEST(Companion, CpuBuildBesideACudaBuildIsAFault) {
  EXPECT_EQ(causes(judged(with_companion("torchvision", "0.20.1+cpu"))), Ids{"torch.companion-build"});
  EXPECT_EQ(causes(judged(with_companion("torchvision", "0.20.1+cu118"))), Ids{"torch.companion-build"});
  EXPECT_EQ(causes(judged(with_companion("torchvision", "0.20.1+cu121"))), Ids{});
}

TEST(Companion, WheelThatNamesItsTorchIsHeldToIt) {
  auto facts = with_companion("flash-attn", "2.8.3");
  EXPECT_EQ(causes(judged(facts)), Ids{});
  facts.environments[0].companions[0].built_for = Version("2.5");
  EXPECT_EQ(causes(judged(facts)), Ids{});
  facts.environments[0].companions[0].built_for = Version("2.8");
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"torch.companion-release"});
  EXPECT_EQ(judgement.findings[0].fix[0].text, "other");
}

TEST(Companion, UnreadableVersionOrPinLeavesItOpen) {
  auto facts = with_companion("torchvision", "0.20.1+cu124");
  facts.environments[0].companions[0].version = Known<Version>(Unknown{Why::denied, "version.py"}, "");
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
  facts = with_companion("vllm", "0.11.0");
  facts.environments[0].distributions->front().requires_dist =
      Known<Requirements>(Unknown{Why::denied, "METADATA"}, "");
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
}

TEST(Companion, OfACpuTorchIsLeftToThatFinding) {
  auto facts = with_companion("torchvision", "0.19.1+cpu");
  facts.environments[0].frameworks[0] = torch("2.5.1", "cpu", "");
  EXPECT_EQ(causes(judged(facts)), Ids{"torch.cpu-build"});
}

TEST(OtherMaker, BuildForAmdCardsIsNoCpuBuild) {
  model::Facts facts = working_machine();
  facts.environments.push_back(
      environment({framework("torch", "2.8.0", model::Build::Kind::rocm, "rocm6.4", "")}));
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"torch.other-maker"});
  EXPECT_EQ(judgement.findings[0].parameters.at("maker"), "AMD");
  facts.cards.nvidia->clear();
  EXPECT_EQ(find(judged(facts), "torch.other-maker"), nullptr);
}

/// CTranslate2 on a machine with these libraries of the system.
model::Facts with_ctranslate2(const std::string& version, std::vector<model::LibraryCopy> libraries) {
  model::Facts facts = working_machine();
  *facts.libraries = std::move(libraries);
  facts.environments.push_back(environment({}, {distribution("ctranslate2", version)}));
  return facts;
}

TEST(CTranslate2, FindsTheLibrariesOfItsMajors) {
  const std::vector both{library("cublas", "12.4.5.8", 12), library("cudnn", "9.1.0", 0)};
  EXPECT_EQ(causes(judged(with_ctranslate2("4.6.0", both))), Ids{});
  EXPECT_EQ(causes(judged(with_ctranslate2("4.4.0", both))), Ids{"companion.other-cudnn"});
  EXPECT_EQ(causes(judged(with_ctranslate2("4.6.0", {}))), Ids{"companion.no-libraries"});
}

TEST(CTranslate2, FromRelease463OnUsesNoCudnn) {
  EXPECT_EQ(causes(judged(with_ctranslate2("4.6.3", {library("cublas", "12.4.5.8", 12)}))), Ids{});
  EXPECT_EQ(causes(judged(with_ctranslate2("4.6.2", {library("cublas", "12.4.5.8", 12)}))),
            Ids{"companion.no-libraries"});
  const auto judgement = judged(with_ctranslate2("4.8.5", {library("cudnn", "9.1.0", 0)}));
  ASSERT_EQ(causes(judgement), Ids{"companion.no-libraries"});
  EXPECT_EQ(commands(judgement.findings[0]).find("cudnn"), std::string::npos);
}

TEST(CTranslate2, ForAnotherCudnnIsBroughtToTheReleaseThatUsesNone) {
  const std::vector both{library("cublas", "12.4.5.8", 12), library("cudnn", "9.1.0", 0)};
  auto facts = with_ctranslate2("4.4.0", both);
  EXPECT_EQ(commands(judged(facts).findings[0]),
            "uv pip install --python /home/user/proj/.venv/bin/python \"ctranslate2==4.8.5\"\n");
  facts.environments[0].python = Known<Version>(Version("3.8.10"), "pyvenv.cfg");
  EXPECT_NE(commands(judged(facts).findings[0]).find("nvidia-cudnn-cu12==8.*"), std::string::npos);
}

TEST(CTranslate2, WheelsAreNotFoundByThemselves) {
  auto facts = with_ctranslate2("4.6.0", {});
  for (const char* part : {"cublas", "cudnn"}) {
    model::LibraryCopy copy = library(part, part == std::string("cudnn") ? "9.1.0.70" : "12.4.5.8", 12);
    copy.from = "wheel";
    copy.path = "/site/nvidia/" + std::string(part) + "/lib";
    facts.environments[0].libraries->push_back(copy);
  }
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"companion.libraries-not-on-path"});
  EXPECT_EQ(
      judgement.findings[0].fix[0].command,
      "export "
      "LD_LIBRARY_PATH=/site/nvidia/cublas/lib:/site/nvidia/cudnn/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}");
  EXPECT_EQ(judgement.verdict, model::Verdict::healthy);
  facts.environments[0].frameworks.push_back(torch("2.5.1", "cu124", "12.4"));
  EXPECT_EQ(causes(judged(facts)), Ids{});
}

TEST(CTranslate2, WithoutLookAtTheSystemItCannotBeJudged) {
  auto facts = with_ctranslate2("4.6.0", {});
  facts.libraries = Known<std::vector<model::LibraryCopy>>(Unknown{Why::denied, "/usr/lib"}, "");
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
}

}  // namespace
}  // namespace gpuenv::check::test
