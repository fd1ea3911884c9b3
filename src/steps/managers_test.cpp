// Commands for environments that conda, pixi or poetry make.
#include <gtest/gtest.h>

#include "steps/steps.h"

namespace gpuenv::steps {
namespace {

using base::Version;
using model::Plan;

std::string commands(const std::vector<model::Step>& steps) {
  std::string text;
  for (const auto& step : steps) text += step.text + ": " + step.command + "\n";
  return text;
}

Plan planned(const char* name, const char* version, const char* variant, const char* index = "") {
  Plan plan;
  plan.packages = {{name, version, variant, index, model::IndexUse::instead}};
  return plan;
}

Plan torch(const char* version, const char* variant) {
  static std::string index;
  index = std::string("https://download.pytorch.org/whl/") + variant;
  return planned("torch", version, variant, index.c_str());
}

/// An environment with packages of conda's and distributions with the installer that signed them.
model::Environment made_by(const char* manager, std::vector<model::CondaPackage> packages,
                           const std::vector<std::pair<std::string, std::string>>& distributions) {
  model::Environment environment;
  environment.path = "/opt/conda/envs/ml";
  environment.interpreter = environment.path + "/bin/python";
  environment.installer = "pip";
  environment.manager = manager;
  std::vector<model::Distribution> list;
  for (const auto& [name, installer] : distributions) {
    model::Distribution distribution;
    distribution.name = name;
    distribution.version = Version("2.5.1");
    distribution.installer = installer;
    list.push_back(distribution);
  }
  environment.distributions = {list, "site-packages"};
  environment.conda_packages = {std::move(packages), "conda-meta"};
  return environment;
}

model::Environment conda_forge() {
  return made_by("conda", {{"pytorch", "2.5.1", "cpu_generic_py312_h8a1ee9d_1", "conda-forge"}},
                 {{"torch", "conda"}});
}

std::string install_into(const model::Environment& environment, const Plan& plan,
                         const Present& present = {}) {
  return commands(install(plan, target_for(environment, false), present));
}

TEST(Conda, AsksForTheCudaBuildOfTheReleaseThatIsThere) {
  EXPECT_EQ(install_into(conda_forge(), torch("2.5.1", "cu124")),
            "install: conda install --prefix /opt/conda/envs/ml -c conda-forge \"pytorch=2.5.1=*cuda12*\"\n");
}

TEST(Conda, OfAnotherReleaseOnlyTheSeriesIsSureToExist) {
  EXPECT_EQ(install_into(conda_forge(), torch("2.7.1", "cu128")),
            "install: conda install --prefix /opt/conda/envs/ml -c conda-forge \"pytorch=2.7.*=*cuda12*\"\n");
}

TEST(Conda, TheProgramThatMadeTheEnvironmentAndChannelsOfMirrors) {
  auto environment = conda_forge();
  environment.manager = "micromamba";
  environment.conda_packages->front().channel = "https://mirror.example.org/cloud/conda-forge";
  const Present present{.same_name = true, .companions = {"torchvision"}, .rivals = {}};
  EXPECT_EQ(install_into(environment, torch("2.5.1", "cu118"), present),
            "install: micromamba install --prefix /opt/conda/envs/ml -c "
            "https://mirror.example.org/cloud/conda-forge"
            " \"pytorch=2.5.1=*cuda11*\" torchvision\n");
  environment.conda_packages->front().channel = "";
  EXPECT_EQ(install_into(environment, torch("2.5.1", "cu118")),
            "install: micromamba install --prefix /opt/conda/envs/ml \"pytorch=2.5.1=*cuda11*\"\n");
}

TEST(Conda, PackagesThatAskForTheCpuGoFirst) {
  auto environment =
      made_by("conda", {{"pytorch", "2.1.0", "py3.11_cpu_0", "pytorch"}, {"cpuonly", "2.0", "0"}},
              {{"torch", "conda"}});
  EXPECT_EQ(
      install_into(environment, torch("2.1.0", "cu121")),
      "uninstall: conda remove --prefix /opt/conda/envs/ml --force cpuonly\n"
      "install: conda install --prefix /opt/conda/envs/ml -c pytorch \"pytorch=2.1.0\" \"pytorch-cuda=12.1\""
      " -c nvidia\n");
}

TEST(Conda, PytorchsOwnChannelHasNoNewerReleases) {
  const auto environment =
      made_by("conda", {{"pytorch", "2.5.1", "py3.12_cpu_0", "pytorch"}}, {{"torch", "conda"}});
  EXPECT_EQ(install_into(environment, torch("2.7.1", "cu128")),
            "uninstall: conda remove --prefix /opt/conda/envs/ml pytorch\n"
            "install: /opt/conda/envs/ml/bin/python -m pip install \"torch==2.7.1\""
            " --index-url https://download.pytorch.org/whl/cu128\n");
}

TEST(Conda, OtherFrameworksUnderTheNamesOfConda) {
  const auto onnxruntime = made_by("conda", {{"onnxruntime", "1.20.1", "py312h414cfab_0_cpu", "conda-forge"}},
                                   {{"onnxruntime", "conda"}});
  const Present rival{.same_name = false, .companions = {}, .rivals = {"onnxruntime"}};
  EXPECT_EQ(
      install_into(onnxruntime, planned("onnxruntime-gpu", "1.20.1", "cuda12"), rival),
      "install: conda install --prefix /opt/conda/envs/ml -c conda-forge \"onnxruntime=1.20.1=*cuda*\"\n");
  const auto jax = made_by("conda",
                           {{"jax", "0.4.35", "pyhd8ed1ab_0", "conda-forge"},
                            {"jaxlib", "0.4.35", "cpu_py312h4c86d2c_0", "conda-forge"}},
                           {{"jax", "conda"}, {"jaxlib", "conda"}});
  EXPECT_EQ(install_into(jax, planned("jax[cuda12]", "0.4.35", "cuda12")),
            "install: conda install --prefix /opt/conda/envs/ml -c conda-forge \"jaxlib=0.4.35=*cuda12*\"\n");
}

TEST(Conda, WhatPipInstalledStaysWithPip) {
  const auto environment =
      made_by("conda", {{"pytorch", "2.5.1", "cpu_0", "conda-forge"}}, {{"torch", "pip"}});
  EXPECT_TRUE(install_into(environment, torch("2.5.1", "cu124"))
                  .starts_with("uninstall: /opt/conda/envs/ml/bin/python -m pip"));
  const auto replaced = made_by("conda", {{"numpy", "1.26.4", "py312_0"}}, {{"numpy", ""}});
  EXPECT_EQ(install_requirement("numpy<2", target_for(replaced, false)).command,
            "/opt/conda/envs/ml/bin/python -m pip install \"numpy<2\"");
  EXPECT_TRUE(install_into(made_by("conda", {}, {}), torch("2.5.1", "cu124")).contains("-m pip install"));
}

TEST(Conda, RemovesReinstallsAndRequires) {
  const auto environment = made_by("conda", {{"pytorch", "2.5.1", "cpu_0"}, {"numpy", "2.5.1", "0"}},
                                   {{"torch", "conda"}, {"numpy", ""}});
  const auto target = target_for(environment, false);
  EXPECT_EQ(uninstall({"torch"}, target).command, "conda remove --prefix /opt/conda/envs/ml --force pytorch");
  EXPECT_EQ(reinstall({{"torch", Version("2.5.1")}}, "", target).command,
            "conda install --prefix /opt/conda/envs/ml --force-reinstall \"pytorch=2.5.1\"");
  EXPECT_EQ(install_requirement("numpy<2", target).command,
            "conda install --prefix /opt/conda/envs/ml \"numpy<2\"");
  EXPECT_EQ(install_requirement("torch[extra]==2.5.1", target).command,
            "conda install --prefix /opt/conda/envs/ml \"pytorch==2.5.1\"");
}

model::Environment pixi(const char* name, std::vector<model::CondaPackage> packages, const char* installer) {
  auto environment = made_by("pixi", std::move(packages), {{"torch", installer}});
  environment.project = "/home/u/proj";
  environment.path = environment.project + "/.pixi/envs/" + name;
  return environment;
}

TEST(Pixi, AddsToTheListOfTheWorkspace) {
  EXPECT_EQ(
      install_into(pixi("default", {}, "uv-pixi"), torch("2.5.1", "cu124")),
      "install: pixi add --manifest-path /home/u/proj --pypi --index https://download.pytorch.org/whl/cu124"
      " \"torch==2.5.1\"\n");
  EXPECT_EQ(install_into(pixi("default", {{"pytorch", "2.5.1", "cpu_generic_0", "conda-forge"}}, "conda"),
                         torch("2.5.1", "cu124")),
            "install: cd /home/u/proj\n"
            "install: pixi workspace system-requirements add cuda 12\n"
            "install: pixi add --manifest-path /home/u/proj \"pytorch=2.5.1=*cuda12*\"\n");
}

TEST(Pixi, OnlyTheManifestKnowsTheFeaturesOfOtherEnvironments) {
  const auto environment = pixi("gpu", {}, "uv-pixi");
  const auto steps = install(torch("2.5.1", "cu124"), target_for(environment, false));
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].text, "pixi-list");
  EXPECT_EQ(steps[0].command, "");
  EXPECT_EQ(steps[0].parameters.at("requirement"), "torch==2.5.1 (https://download.pytorch.org/whl/cu124)");
  const auto owned = pixi("gpu", {{"pytorch", "2.5.1", "cpu_0"}}, "conda");
  EXPECT_EQ(install(torch("2.5.1", "cu124"), target_for(owned, false))[0].parameters.at("requirement"),
            "pytorch=2.5.1=*cuda12*");
}

TEST(Pixi, RemovesReinstallsAndRequires) {
  const auto environment = pixi("default", {{"pytorch", "2.5.1", "cpu_0"}}, "conda");
  const auto target = target_for(environment, false);
  EXPECT_EQ(uninstall({"torch"}, target).command, "pixi remove --manifest-path /home/u/proj pytorch");
  EXPECT_EQ(uninstall({"onnxruntime"}, target).command,
            "pixi remove --pypi --manifest-path /home/u/proj onnxruntime");
  EXPECT_EQ(reinstall({{"torch", Version("2.5.1")}}, "", target).command,
            "pixi reinstall --manifest-path /home/u/proj --environment default pytorch");
  EXPECT_EQ(install_requirement("numpy<2", target).command,
            "pixi add --manifest-path /home/u/proj --pypi \"numpy<2\"");
}

TEST(Poetry, NamesTheIndexAsASourceOfItsOwn) {
  auto environment = made_by("poetry", {}, {{"torch", "Poetry 2.1.3"}});
  environment.project = "/home/u/proj";
  const Present present{.same_name = true, .companions = {"torchvision"}, .rivals = {}};
  EXPECT_EQ(install_into(environment, torch("2.5.1", "cu124"), present),
            "install: poetry source add --directory /home/u/proj --priority explicit torch-cu124"
            " https://download.pytorch.org/whl/cu124\n"
            "install: poetry add --directory /home/u/proj --source torch-cu124 \"torch==2.5.1\" "
            "\"torchvision>=0\"\n");
  environment.project = "";
  EXPECT_EQ(install_into(environment, planned("onnxruntime-gpu", "1.20.1", "cuda12")),
            "install: poetry add \"onnxruntime-gpu==1.20.1\"\n");
}

TEST(Poetry, LeavesTheSourceOfACpuBuild) {
  auto environment = made_by("poetry", {}, {{"torch", "Poetry 2.1.3"}});
  environment.distributions->front().version = Version("2.8.0+cpu");
  EXPECT_EQ(install_into(environment, planned("torch", "2.8.0", "cu128")),
            "install: poetry add --source pypi \"torch==2.8.0\"\n");
}

TEST(Poetry, RemovesByItsListAndPutsFilesBackWithPip) {
  const auto environment = made_by("poetry", {}, {{"torch", "Poetry 2.1.3"}});
  EXPECT_EQ(uninstall({"onnxruntime"}, target_for(environment, false)).command, "poetry remove onnxruntime");
  EXPECT_EQ(reinstall({{"torch", Version("2.5.1")}}, "", target_for(environment, false)).command,
            "/opt/conda/envs/ml/bin/python -m pip install --force-reinstall --no-deps \"torch==2.5.1\"");
}

TEST(Pdm, KeepsThePlainCommandAndSaysThatItsListDecides) {
  const auto environment = made_by("pdm", {}, {{"torch", "pdm"}});
  const auto steps = install(torch("2.5.1", "cu124"), target_for(environment, false));
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_TRUE(steps[1].command.contains("-m pip install"));
  EXPECT_EQ(steps[2].text, "pdm-list");
}

}  // namespace
}  // namespace gpuenv::steps
