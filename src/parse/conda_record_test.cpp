// Tests of the names of conda's records.
#include "parse/conda_record.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

TEST(CondaRecord, NameVersionAndBuild) {
  const auto torch = conda_record("pytorch-2.5.1-cuda126_py312h1763f6d_305.json");
  ASSERT_TRUE(torch);
  EXPECT_EQ(torch->name, "pytorch");
  EXPECT_EQ(torch->version, "2.5.1");
  EXPECT_EQ(torch->build, "cuda126_py312h1763f6d_305");
  EXPECT_EQ(conda_record("python-dateutil-2.9.0-pyhd8ed1ab_0.json")->name, "python-dateutil");
}

TEST(CondaRecord, OtherFilesAreNone) {
  for (const char* name : {"history", "state.json", "a-1.json", "-1-0.json", "--.json", ".json", "pixi"})
    EXPECT_FALSE(conda_record(name)) << name;
}

TEST(CondaChannel, IsNamedAsForTheCommandLine) {
  const auto channel = [](const std::string& value) {
    return conda_channel("{\n  \"build\": \"0\",\n  \"channel\": \"" + value + "\",\n  \"depends\": [");
  };
  EXPECT_EQ(channel("https://conda.anaconda.org/conda-forge/linux-64"), "conda-forge");
  EXPECT_EQ(channel("https://conda.anaconda.org/pytorch/noarch"), "pytorch");
  EXPECT_EQ(channel("https://conda.anaconda.org/conda-forge/"), "conda-forge");
  EXPECT_EQ(channel("https://repo.anaconda.com/pkgs/main/win-64"), "defaults");
  EXPECT_EQ(channel("pkgs/main"), "defaults");
  EXPECT_EQ(channel("https://mirror.example.org/anaconda/cloud/conda-forge/linux-64"),
            "https://mirror.example.org/anaconda/cloud/conda-forge");
  EXPECT_EQ(conda_channel(R"({"channel":"conda-forge"})"), "conda-forge");
}

TEST(CondaChannel, NoSecretsAndNothingHalfRead) {
  for (const char* record : {"", "{}", R"({"channel": null})", R"({"channel": "https://conda.anac)",
                             R"({"channel": "https://user:pass@host.example/c/linux-64"})",
                             R"({"channel": "https://host.example/t/tk-1234/c/linux-64"})"})
    EXPECT_EQ(conda_channel(record), "") << record;
}

TEST(CondaProgram, IsTheOneThatMadeTheEnvironment) {
  const auto program = [](const std::string& command) {
    return conda_program("==> 2025-01-01 00:00:00 <==\n# cmd: " + command +
                         "\n# conda version: 25.1.1\n+defaults/linux-64::a-1-0\n");
  };
  EXPECT_EQ(program("/home/u/miniconda3/bin/conda create -n x python=3.12"), "conda");
  EXPECT_EQ(program("/home/u/mambaforge/bin/mamba create -n x"), "mamba");
  EXPECT_EQ(program("micromamba create -n x -c conda-forge"), "micromamba");
  EXPECT_EQ(program("/home/u/micromamba/bin/conda create -n x"), "conda");
  EXPECT_EQ(program(R"(C:\Program Files\miniconda3\Scripts\conda-script.py create -n x)"), "conda");
  EXPECT_EQ(program(R"(C:\Users\u\micromamba.exe create -n x)"), "micromamba");
  EXPECT_EQ(program("constructor"), "");
  EXPECT_EQ(conda_program(""), "");
}

}  // namespace
}  // namespace gpuenv::parse
