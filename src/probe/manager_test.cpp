// Tests of what makes an environment: conda and its kin, pixi, poetry, pdm.
#include <gtest/gtest.h>

#include "probe/test_environments.h"

namespace gpuenv::probe {
namespace {

using test::put_distribution;
using test::put_torch;
using test::put_venv;
using test::read;
using test::TestMachine;

/// A conda environment with conda-forge's PyTorch.
struct Conda : TestMachine {
  std::string path;
  explicit Conda(std::string where) : path(std::move(where)) {
    file(path + "/conda-meta/python-3.12.4-h955ad1f_0.json");
    file(path + "/conda-meta/pytorch-2.5.1-cpu_generic_py312_h8a1ee9d_1.json",
         R"({"build": "x", "channel": "https://conda.anaconda.org/conda-forge/linux-64", "files": []})");
    file(path + "/conda-meta/numpy-2.1.0-0.json", R"({"channel": "never read"})");
    put_torch(*this, path + "/lib/python3.12/site-packages", "2.5.1", "None");
    put_distribution(*this, path + "/lib/python3.12/site-packages", "torch", "2.5.1", false, "conda");
  }
  model::Environment environment() { return read(*this, path); }
};

TEST(Manager, CondaAndTheChannelsOfItsFrameworks) {
  Conda machine("/opt/conda/envs/ml");
  EXPECT_EQ(machine.environment().manager, "conda");
  EXPECT_EQ(machine.environment().project, "");
  for (const auto& package : *machine.environment().conda_packages)
    EXPECT_EQ(package.channel, package.name == "pytorch" ? "conda-forge" : "") << package.name;
  machine.file("/opt/conda/envs/ml/conda-meta/history",
               "==> 2025-01-01 00:00:00 <==\n# cmd: /home/u/miniforge3/bin/mamba create -n ml pytorch\n");
  EXPECT_EQ(machine.environment().manager, "mamba");
}

TEST(Manager, UnreadRecordsTellNoChannel) {
  Conda machine("/opt/conda/envs/ml");
  machine.refuse("/opt/conda/envs/ml/conda-meta/pytorch-2.5.1-cpu_generic_py312_h8a1ee9d_1.json");
  machine.refuse("/opt/conda/envs/ml/conda-meta/history");
  const auto environment = machine.environment();
  EXPECT_EQ(environment.manager, "conda");
  for (const auto& package : *environment.conda_packages) EXPECT_EQ(package.channel, "");
}

TEST(Manager, PixisWorkspaceIsNamedInItsFile) {
  Conda machine("/data/detached/default");
  machine.file("/data/detached/default/conda-meta/pixi",
               R"({"manifest_path": "/home/u/proj/pixi.toml", "environment_name": "default"})");
  EXPECT_EQ(machine.environment().manager, "pixi");
  EXPECT_EQ(machine.environment().project, "/home/u/proj");
}

TEST(Manager, OlderPixiTellsItByItsPlace) {
  Conda machine("/home/u/proj/.pixi/envs/default");
  EXPECT_EQ(machine.environment().manager, "pixi");
  EXPECT_EQ(machine.environment().project, "") << "without a list there is no workspace";
  machine.file("/home/u/proj/pyproject.toml");
  EXPECT_EQ(machine.environment().project, "/home/u/proj");
}

TEST(Manager, PoetrySignsWhatItInstalls) {
  TestMachine machine;
  const std::string site = put_venv(machine, "/home/u/proj/.venv");
  put_torch(machine, site, "2.5.1+cpu", "None");
  put_distribution(machine, site, "torch", "2.5.1+cpu", false, "Poetry 2.1.3");
  machine.file("/home/u/proj/pyproject.toml");
  EXPECT_EQ(read(machine, "/home/u/proj/.venv").manager, "poetry");
  EXPECT_EQ(read(machine, "/home/u/proj/.venv").project, "/home/u/proj");
}

TEST(Manager, AStoreOfPoetryDoesNotNameTheProject) {
  const std::string path = "/home/u/.cache/pypoetry/virtualenvs/proj-AbC-py3.12";
  TestMachine machine;
  const std::string site = put_venv(machine, path);
  put_torch(machine, site, "2.5.1+cpu", "None");
  put_distribution(machine, site, "torch", "2.5.1+cpu", false, "Poetry 2.1.3");
  EXPECT_EQ(read(machine, path).manager, "poetry");
  EXPECT_EQ(read(machine, path).project, "");
}

TEST(Manager, NothingManagesWhatPipAndUvInstalled) {
  TestMachine machine;
  const std::string site = put_venv(machine, "/home/u/proj/.venv");
  machine.file("/home/u/proj/pyproject.toml");
  put_torch(machine, site, "2.5.1+cpu", "None");
  put_distribution(machine, site, "torch", "2.5.1+cpu", true, "pip");
  EXPECT_EQ(read(machine, "/home/u/proj/.venv").manager, "");
  machine.file(site + "/torch-2.5.1+cpu.dist-info/INSTALLER", "pdm");
  EXPECT_EQ(read(machine, "/home/u/proj/.venv").manager, "pdm");
}

}  // namespace
}  // namespace gpuenv::probe
