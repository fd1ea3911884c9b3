// Plans become commands that put the planned build in place of whatever is there.
#include "steps/steps.h"

#include <gtest/gtest.h>

namespace gpuenv::steps {
namespace {

using base::Version;
using model::Plan;

const Target uv_linux{"uv", "/home/u/p/.venv/bin/python", false};
const Target pip_linux{"pip", "/home/u/p/.venv/bin/python", false};
const Target pip_windows{"pip", "C:\\Users\\My Name\\p\\.venv\\Scripts\\python.exe", true};

Plan planned(const char* name, const char* version, const char* variant, const char* index,
             model::IndexUse use = model::IndexUse::instead) {
  Plan plan;
  plan.packages = {{name, version, variant, index, use}};
  return plan;
}

Plan torch_cu126() {
  return planned("torch", "2.8.0", "cu126", "https://download.pytorch.org/whl/cu126");
}

std::string commands(const std::vector<model::Step>& steps) {
  std::string text;
  for (const auto& step : steps) text += step.text + ": " + step.command + "\n";
  return text;
}

model::Environment with(std::vector<std::string> names) {
  model::Environment environment;
  std::vector<model::Distribution> distributions;
  distributions.reserve(names.size());
  for (auto& name : names) distributions.push_back({std::move(name), Version("1.0")});
  environment.distributions = {distributions, "site-packages"};
  return environment;
}

TEST(Install, UvReplacesAnotherBuildOfTheSameVersion) {
  EXPECT_EQ(
      commands(install(torch_cu126(), uv_linux)),
      "install: uv pip install --python /home/u/p/.venv/bin/python --reinstall-package torch \"torch==2.8.0\""
      " --index-url https://download.pytorch.org/whl/cu126\n");
}

TEST(Install, PipTakesTheOldBuildAwayFirst) {
  EXPECT_EQ(commands(install(torch_cu126(), pip_windows)),
            "uninstall: & \"C:\\Users\\My Name\\p\\.venv\\Scripts\\python.exe\" -m pip uninstall -y torch\n"
            "install: & \"C:\\Users\\My Name\\p\\.venv\\Scripts\\python.exe\" -m pip install \"torch==2.8.0\""
            " --index-url https://download.pytorch.org/whl/cu126\n");
  EXPECT_EQ(install(torch_cu126(), pip_windows)[1].shell, "powershell");
}

TEST(Install, StepsCarryWhatTheirSentencesName) {
  const auto step = install(torch_cu126(), uv_linux).front();
  EXPECT_EQ(step.shell, "bash");
  EXPECT_EQ(step.parameters,
            (model::Parameters{{"package", "torch"}, {"version", "2.8.0"}, {"variant", "cu126"}}));
}

TEST(Install, CompanionsMoveAlong) {
  catalog::Framework torch;
  torch.name = "torch";
  torch.distributions = {"torch"};
  torch.same_build = {"torchvision", "torchaudio"};
  const auto present = present_in(with({"torch", "torchvision", "numpy"}), torch, torch_cu126());
  EXPECT_EQ(commands(install(torch_cu126(), uv_linux, present)),
            "install: uv pip install --python /home/u/p/.venv/bin/python --reinstall-package torch"
            " --reinstall-package torchvision \"torch==2.8.0\" torchvision"
            " --index-url https://download.pytorch.org/whl/cu126\n");
}

TEST(Install, RivalsInTheSameFolderGoFirstAndNothingIsReplacedWhenItIsNotThere) {
  catalog::Framework onnxruntime;
  onnxruntime.name = "onnxruntime";
  onnxruntime.distributions = {"onnxruntime", "onnxruntime-gpu"};
  const Plan plan = planned("onnxruntime-gpu", "1.23.2", "cuda12", "");
  EXPECT_EQ(commands(install(plan, pip_linux, present_in(with({"onnxruntime"}), onnxruntime, plan))),
            "uninstall: /home/u/p/.venv/bin/python -m pip uninstall -y onnxruntime\n"
            "install: /home/u/p/.venv/bin/python -m pip install \"onnxruntime-gpu==1.23.2\"\n");
}

TEST(Install, FilesThatARivalTakesAlongAreWrittenAgain) {
  catalog::Framework onnxruntime;
  onnxruntime.name = "onnxruntime";
  onnxruntime.distributions = {"onnxruntime", "onnxruntime-gpu"};
  const Plan plan = planned("onnxruntime-gpu[cuda,cudnn]", "1.31.1", "cuda13", "");
  const auto present = present_in(with({"onnxruntime", "onnxruntime-gpu"}), onnxruntime, plan);
  EXPECT_EQ(commands(install(plan, uv_linux, present)),
            "uninstall: uv pip uninstall --python /home/u/p/.venv/bin/python onnxruntime\n"
            "install: uv pip install --python /home/u/p/.venv/bin/python --reinstall-package onnxruntime-gpu"
            " \"onnxruntime-gpu[cuda,cudnn]==1.31.1\"\n");
}

TEST(Install, UnreadEnvironmentMayHoldAnotherBuild) {
  catalog::Framework torch;
  torch.name = "torch";
  EXPECT_TRUE(present_in(model::Environment(), torch, torch_cu126()).same_name);
  EXPECT_FALSE(present_in(with({"numpy"}), torch, torch_cu126()).same_name);
}

TEST(Install, ExtrasThatBringTheCudaLibrariesKeepTheWheel) {
  EXPECT_EQ(commands(install(planned("tensorflow[and-cuda]", "2.21.0", "cuda12", ""), uv_linux)),
            "install: uv pip install --python /home/u/p/.venv/bin/python \"tensorflow[and-cuda]==2.21.0\"\n");
}

TEST(Install, IndexWithoutDependenciesNeverRacesWithTheDefaultOne) {
  const Plan paddle =
      planned("paddlepaddle-gpu", "3.2.0", "cu126", "https://www.paddlepaddle.org.cn/packages/stable/cu126/");
  const Present none{.same_name = false};
  EXPECT_EQ(commands(install(paddle, {"uv", "", false}, none)),
            "install: uv pip install \"paddlepaddle-gpu==3.2.0\""
            " --index https://www.paddlepaddle.org.cn/packages/stable/cu126/\n");
  EXPECT_EQ(commands(install(paddle, {"pip", "", false}, none)),
            "install: python3 -m pip install --no-deps \"paddlepaddle-gpu==3.2.0\""
            " --index-url https://www.paddlepaddle.org.cn/packages/stable/cu126/\n"
            "install: python3 -m pip install \"paddlepaddle-gpu==3.2.0\"\n");
}

TEST(Install, OldTorchNamesItsBuildInTheVersion) {
  const Present none{.same_name = false};
  const Plan links = planned("torch", "1.10.1+cu113", "cu113",
                             "https://download.pytorch.org/whl/torch_stable.html", model::IndexUse::links);
  EXPECT_EQ(commands(install(links, {"pip", "", true}, none)),
            "install: python -m pip install \"torch==1.10.1+cu113\""
            " --find-links https://download.pytorch.org/whl/torch_stable.html\n");
  const Plan mixed = planned("torch", "1.13.1+cu117", "cu117", "https://download.pytorch.org/whl/cu117",
                             model::IndexUse::extra);
  EXPECT_EQ(commands(install(mixed, {"pip", "", true}, none)),
            "install: python -m pip install \"torch==1.13.1+cu117\""
            " --extra-index-url https://download.pytorch.org/whl/cu117\n");
}

TEST(Install, CpuBuildOfTheNewestReleaseNeedsNoVersion) {
  EXPECT_EQ(commands(install(planned("torch", "", "cpu", "https://download.pytorch.org/whl/cpu"), uv_linux)),
            "install: uv pip install --python /home/u/p/.venv/bin/python --reinstall-package torch torch"
            " --index-url https://download.pytorch.org/whl/cpu\n");
}

TEST(Install, NoPlanNoSteps) {
  EXPECT_TRUE(install(Plan(), uv_linux).empty());
}

TEST(Uninstall, NamesEveryDistribution) {
  const auto step = uninstall({"onnxruntime", "onnxruntime-gpu"}, uv_linux);
  EXPECT_EQ(step.command, "uv pip uninstall --python /home/u/p/.venv/bin/python onnxruntime onnxruntime-gpu");
  EXPECT_EQ(step.parameters.at("package"), "onnxruntime, onnxruntime-gpu");
}

TEST(Reinstall, FetchesTheSameVersionsWithoutTheirDependencies) {
  const std::vector<model::Distribution> damaged{{"nvidia-cudnn-cu12", Version("9.1.0.70")}};
  EXPECT_EQ(commands({reinstall(damaged, "", uv_linux)}),
            "reinstall: uv pip install --python /home/u/p/.venv/bin/python --reinstall --no-deps"
            " \"nvidia-cudnn-cu12==9.1.0.70\"\n");
  EXPECT_EQ(commands({reinstall(damaged, "", pip_linux)}),
            "reinstall: /home/u/p/.venv/bin/python -m pip install --force-reinstall --no-deps"
            " \"nvidia-cudnn-cu12==9.1.0.70\"\n");
}

TEST(Reinstall, OfDamagedFilesPassesByTheCacheThatMayShareThem) {
  const std::vector<model::Distribution> damaged{{"torch", Version("2.8.0")}};
  EXPECT_EQ(commands({reinstall(damaged, "", uv_linux, true)}),
            "reinstall: uv pip install --python /home/u/p/.venv/bin/python --reinstall --no-deps --no-cache"
            " \"torch==2.8.0\"\n");
}

TEST(InstallRequirement, NamesNothingButTheRequirement) {
  EXPECT_EQ(commands({install_requirement("numpy<2", uv_linux)}),
            "install: uv pip install --python /home/u/p/.venv/bin/python \"numpy<2\"\n");
  EXPECT_EQ(commands({install_requirement("numpy<2", pip_linux)}),
            "install: /home/u/p/.venv/bin/python -m pip install \"numpy<2\"\n");
}

TEST(CondaRemove, LeavesWhatDependsOnThePackage) {
  EXPECT_EQ(commands({conda_remove("pytorch", "/opt/conda/envs/a b", false)}),
            "conda-remove: conda remove --prefix \"/opt/conda/envs/a b\" --force pytorch\n");
}

TEST(TargetFor, TakesInstallerAndInterpreterFromTheEnvironment) {
  model::Environment environment;
  environment.installer = "uv";
  environment.interpreter = "/e/bin/python";
  const Target target = target_for(environment, true);
  EXPECT_EQ(target.installer + " " + target.interpreter, "uv /e/bin/python");
  EXPECT_TRUE(target.windows);
}

}  // namespace
}  // namespace gpuenv::steps
