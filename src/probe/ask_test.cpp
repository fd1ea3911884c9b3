// Tests of the small questions.
#include "probe/ask.h"

#include <gtest/gtest.h>

#include "probe/test_machine.h"

namespace gpuenv::probe {
namespace {

using test::TestMachine;

TEST(Ask, PathsBelowAreInTheMachinesStyle) {
  EXPECT_EQ(below(TestMachine(), "/a", "b/c"), "/a/b/c");
  EXPECT_EQ(below(TestMachine(base::OsFamily::windows), R"(C:\a)", "b/c"), R"(C:\a\b\c)");
}

TEST(Ask, ExistenceHasThreeAnswers) {
  TestMachine machine;
  machine.file("/a/b");
  machine.refuse("/c");
  EXPECT_TRUE(*is_there(machine, "/a/b"));
  EXPECT_FALSE(*is_there(machine, "/a/x"));
  EXPECT_TRUE(is_there(machine, "/c/d").undecided());
}

TEST(Ask, RealPathsFollowLinksInTheMiddle) {
  TestMachine machine;
  machine.file("/usr/local/cuda-12.4/bin/nvcc");
  machine.link("/etc/alternatives/cuda", "/usr/local/cuda-12.4");
  machine.link("/usr/local/cuda", "../../etc/alternatives/cuda");
  EXPECT_EQ(real_path(machine, "/usr/local/cuda/bin/nvcc"), "/usr/local/cuda-12.4/bin/nvcc");
  EXPECT_EQ(real_path(machine, "/none/./x/"), "/none/x");
}

TEST(Ask, WindowsDrivesInWslHoldNoPrograms) {
  TestMachine machine;
  EXPECT_TRUE(program_folders(machine).absent());
  machine.variables["PATH"] = "/usr/bin:/mnt/c/Windows::/mnt/data/bin";
  EXPECT_EQ(*program_folders(machine), (std::vector<std::string>{"/usr/bin", "/mnt/data/bin"}));
}

TEST(Ask, LinkLoopsEnd) {
  TestMachine machine;
  machine.link("/a", "b");
  machine.link("/b", "a");
  EXPECT_TRUE(real_path(machine, "/a/x").ends_with("/x"));
}

}  // namespace
}  // namespace gpuenv::probe
