// Tests of finding the compilers of CUDA code.
#include "probe/compiler.h"

#include <gtest/gtest.h>

#include "probe/test_machine.h"

namespace gpuenv::probe {
namespace {

using test::TestMachine;

const Known<std::string> nvcc("/usr/local/cuda/bin/nvcc", "PATH");

model::Facts with_toolkit() {
  model::Facts facts;
  facts.toolkits = Known<std::vector<model::Toolkit>>(
      std::vector<model::Toolkit>{{base::Version("12.4.1"), "/usr/local/cuda-12.4", true, "nvidia"}},
      "/usr/local");
  return facts;
}

TEST(Compiler, TheHostCompilersVersionStandsInItsName) {
  TestMachine machine;
  machine.variables["PATH"] = "/bin2:/usr/bin";
  machine.link("/usr/bin/gcc", "gcc-13");
  machine.link("/usr/bin/gcc-13", "x86_64-linux-gnu-gcc-13");
  machine.file("/usr/bin/x86_64-linux-gnu-gcc-13");
  machine.file("/usr/bin/g++-11");
  auto compiler = read_compiler(machine, with_toolkit(), nvcc);
  EXPECT_EQ(compiler.nvcc_version->text(), "12.4.1");
  EXPECT_EQ(*compiler.host, "/usr/bin/gcc");
  EXPECT_EQ(compiler.host_version->text(), "13");
  machine.variables["NVCC_CCBIN"] = "g++-11";
  EXPECT_EQ(read_compiler(machine, with_toolkit(), nvcc).host_version->text(), "11");
}

TEST(Compiler, OtherwiseTheFolderOfItsPartsTells) {
  TestMachine machine;
  machine.variables["PATH"] = "/usr/bin";
  machine.file("/usr/bin/gcc");
  EXPECT_TRUE(read_compiler(machine, with_toolkit(), nvcc).host_version.undecided());
  machine.folder("/usr/lib/gcc/x86_64-redhat-linux/14");
  machine.folder("/usr/lib/gcc/x86_64-redhat-linux/9");
  EXPECT_EQ(read_compiler(machine, with_toolkit(), nvcc).host_version->text(), "14");
}

TEST(Compiler, WithoutNvccNobodyAsksForTheHost) {
  TestMachine machine;
  const auto compiler = read_compiler(machine, with_toolkit(), Unknown{Why::absent, ""});
  EXPECT_TRUE(compiler.nvcc.absent());
  EXPECT_FALSE(compiler.host.known());
  EXPECT_TRUE(compiler.cuda_home.absent());
  EXPECT_EQ(machine.questions, 0);
}

TEST(Compiler, CudaHomeComesBeforeCudaPath) {
  TestMachine machine;
  model::Facts facts = with_toolkit();
  facts.variables = {{"CUDA_HOME", Known<std::string>("", "$")},
                     {"CUDA_PATH", Known<std::string>("/usr/local/cuda-9", "$")}};
  auto compiler = read_compiler(machine, facts, nvcc);
  EXPECT_EQ(compiler.home_variable, "CUDA_PATH");
  EXPECT_FALSE(*compiler.cuda_home_there);
  facts.variables["CUDA_HOME"] = Known<std::string>("/usr/local/cuda-12.4", "$");
  machine.folder("/usr/local/cuda-12.4");
  compiler = read_compiler(machine, facts, nvcc);
  EXPECT_EQ(compiler.home_variable, "CUDA_HOME");
  EXPECT_TRUE(*compiler.cuda_home_there);
}

TEST(Compiler, PackagesBringNvccToo) {
  model::Facts facts = with_toolkit();
  facts.environments.resize(2);
  for (auto& environment : facts.environments) {
    environment.path = "/env";
    environment.distributions = Known<std::vector<model::Distribution>>(
        std::vector<model::Distribution>{
            {"nvidia-cuda-nvcc-cu12", base::Version("12.8.93"), "", {}, "pip", {}}},
        "");
  }
  facts.environments[0].selection = model::Selection::active;
  add_packaged_toolkits(facts.environments, facts.toolkits);
  ASSERT_EQ(facts.toolkits->size(), 2u);
  EXPECT_EQ(facts.toolkits->back().from, "pip");
}

}  // namespace
}  // namespace gpuenv::probe
