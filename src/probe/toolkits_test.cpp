// Tests of finding CUDA toolkits.
#include "probe/toolkits.h"

#include <gtest/gtest.h>

#include "probe/test_machine.h"

namespace gpuenv::probe {
namespace {

using test::TestMachine;

std::string json(const std::string& version) {
  return "{\"cuda\" : {\"name\" : \"CUDA SDK\", \"version\" : \"" + version + "\"}}";
}

TEST(Toolkits, ALinkIsTheSameToolkit) {
  TestMachine machine;
  machine.file("/usr/local/cuda-12.4/version.json", json("12.4.1"));
  machine.file("/usr/local/cuda-12.4/bin/nvcc");
  machine.file("/usr/local/cuda-10.2/version.txt", "CUDA Version 10.2.89\n");
  machine.link("/usr/local/cuda", "cuda-12.4");
  machine.variables["CUDA_HOME"] = "/usr/local/cuda";
  machine.variables["PATH"] = "/usr/bin:/usr/local/cuda/bin";
  const auto toolkits = read_toolkits(machine).list;
  ASSERT_TRUE(toolkits.known());
  ASSERT_EQ(toolkits->size(), 2u);
  EXPECT_EQ((*toolkits)[0].version.text(), "12.4.1");
  EXPECT_TRUE((*toolkits)[0].active);
  EXPECT_EQ((*toolkits)[1].version.text(), "10.2.89");
  EXPECT_FALSE((*toolkits)[1].active);
}

TEST(Toolkits, LeftOverFoldersAreNone) {
  TestMachine machine;
  machine.folder("/usr/local/cuda-12.4/compat");
  machine.file("/usr/local/cuda.txt");
  EXPECT_TRUE(read_toolkits(machine).list->empty());
  machine.file("/usr/local/cuda-12.4/bin/nvcc");
  EXPECT_EQ(read_toolkits(machine).list->front().version.text(), "12.4");
}

TEST(Toolkits, OtherPlacesAreSeenToo) {
  TestMachine machine;
  machine.file("/opt/cuda/version.json", json("13.0.1"));
  machine.file("/usr/lib/cuda/version.txt", "CUDA Version 11.8.89\n");
  machine.file("/usr/bin/nvcc");
  machine.variables["PATH"] = "/usr/bin";
  const auto toolkits = read_toolkits(machine).list;
  ASSERT_EQ(toolkits->size(), 2u);
  EXPECT_TRUE((*toolkits)[1].active);
}

TEST(Toolkits, CondaBringsItsOwn) {
  TestMachine machine;
  machine.file("/env/bin/nvcc");
  machine.file("/env/conda-meta/cuda-nvcc-tools-12.6.1-0.json");
  machine.file("/env/conda-meta/cuda-nvcc-12.4.131-0.json");
  machine.variables["PATH"] = "/usr/bin:/env/bin";
  const auto answer = read_toolkits(machine);
  ASSERT_EQ(answer.list->size(), 1u);
  EXPECT_EQ(answer.list->front().version.text(), "12.4.131");
  EXPECT_EQ(answer.list->front().from, "conda");
  EXPECT_TRUE(answer.list->front().active);
  EXPECT_EQ(*answer.nvcc, "/env/bin/nvcc");
}

TEST(Toolkits, WithoutNvccOnThePathThereIsNone) {
  TestMachine machine;
  EXPECT_TRUE(read_toolkits(machine).nvcc.absent());
  machine.refused["$PATH"] = Why::not_recorded;
  EXPECT_TRUE(read_toolkits(machine).nvcc.undecided());
}

TEST(Toolkits, WindowsKeepsThemInProgramFiles) {
  TestMachine machine(base::OsFamily::windows);
  const std::string folder = R"(C:\Program Files\NVIDIA GPU Computing Toolkit\CUDA\v12.8)";
  machine.file(folder + R"(\version.json)", json("12.8.0"));
  machine.file(folder + R"(\bin\nvcc.exe)");
  machine.variables["PATH"] = R"(C:\Windows;C:\program files\nvidia gpu computing toolkit\cuda\V12.8\bin)";
  const auto toolkits = read_toolkits(machine).list;
  ASSERT_EQ(toolkits->size(), 1u);
  EXPECT_TRUE(toolkits->front().active);
}

TEST(Toolkits, NoneIsKnownAndUnreadIsNot) {
  TestMachine machine;
  ASSERT_TRUE(read_toolkits(machine).list.known());
  EXPECT_TRUE(read_toolkits(machine).list->empty());
  machine.refuse("/usr/local", Why::not_recorded);
  EXPECT_TRUE(read_toolkits(machine).list.undecided());
  machine.refused.clear();
  machine.folder("/usr/local/cuda-12.4");
  machine.refuse("/usr/local/cuda-12.4/version.json");
  EXPECT_TRUE(read_toolkits(machine).list.undecided());
}

}  // namespace
}  // namespace gpuenv::probe
