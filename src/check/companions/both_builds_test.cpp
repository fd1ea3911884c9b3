// The CPU and the GPU package of one framework in one environment.
#include <gtest/gtest.h>

#include "check/test_facts.h"

namespace gpuenv::check::test {
namespace {

using Ids = std::vector<std::string>;
using Kind = model::Build::Kind;

std::vector<model::Distribution> tensorflow_packages() {
  return {distribution("tensorflow", "2.18.0"), distribution("tensorflow-cpu", "2.18.0"),
          distribution("nvidia-cuda-runtime-cu12", "12.5.82"), distribution("nvidia-cublas-cu12", "12.5.3.2"),
          distribution("nvidia-cudnn-cu12", "9.3.0.75")};
}

TEST(BothBuilds, TheCpuFilesOnTopExplainTheCpuBuild) {
  model::Facts facts = working_machine();
  facts.environments.push_back(
      environment({framework("tensorflow", "2.18.0", Kind::cpu, "", "")}, tensorflow_packages()));
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{"tensorflow.both-packages"});
  EXPECT_EQ(causes(judgement, model::Role::symptom), Ids{"tensorflow.cpu-build"});
  EXPECT_EQ(judgement.verdict, model::Verdict::problems);
}

TEST(BothBuilds, TheGpuFilesOnTopAreAWarning) {
  model::Facts facts = working_machine();
  facts.environments.push_back(
      environment({framework("tensorflow", "2.18.0", Kind::cuda, "", "12.5.1")}, tensorflow_packages()));
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{"tensorflow.both-packages"});
  EXPECT_EQ(judgement.verdict, model::Verdict::healthy);
}

TEST(BothBuilds, PaddleIsRemovedTwiceAndInstalledOnce) {
  model::Facts facts = working_machine();
  facts.environments.push_back(
      environment({framework("paddle", "3.3.1", Kind::cpu, "", "")},
                  {distribution("paddlepaddle", "3.3.1"), distribution("paddlepaddle-gpu", "2.6.2")}));
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"paddle.both-packages"});
  const std::string fix = commands(judgement.findings[0]);
  EXPECT_EQ(
      fix.find("uv pip uninstall --python /home/user/proj/.venv/bin/python paddlepaddle paddlepaddle-gpu"),
      0U);
  EXPECT_NE(fix.find("\"paddlepaddle-gpu=="), std::string::npos) << fix;
}

TEST(BothBuilds, InTwoFoldersNeitherOverwritesTheOther) {
  model::Facts facts = working_machine();
  auto packages = tensorflow_packages();
  packages[0].path = "/opt/conda/lib/python3.12/site-packages/tensorflow-2.18.0.dist-info";
  packages[1].path = "/home/user/.local/lib/python3.12/site-packages/tensorflow_cpu-2.18.0.dist-info";
  facts.environments.push_back(
      environment({framework("tensorflow", "2.18.0", Kind::cpu, "", "")}, std::move(packages)));
  EXPECT_EQ(causes(judged(facts)), Ids{"tensorflow.cpu-build"});
}

TEST(BothBuilds, AnUnreadableBuildLeavesItOpen) {
  model::Facts facts = working_machine();
  facts.environments.push_back(
      environment({framework("tensorflow", "2.18.0", Kind::cpu, "", "")}, tensorflow_packages()));
  facts.environments[0].frameworks[0].build =
      Known<model::Build>(Unknown{Why::denied, "build_info.py: denied"});
  EXPECT_EQ(causes(judged(facts)), Ids{});
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
}

TEST(BothBuilds, WhatTensorFlowItselfAsksForIsNoRival) {
  model::Facts facts = working_machine();
  facts.os.family = base::OsFamily::windows;
  facts.environments.push_back(
      environment({framework("tensorflow", "2.10.1", Kind::cuda, "", "11.2")},
                  {distribution("tensorflow", "2.10.1"), distribution("tensorflow-intel", "2.10.1")}));
  EXPECT_EQ(find(judged(facts), "tensorflow.both-packages"), nullptr);
}

}  // namespace
}  // namespace gpuenv::check::test
