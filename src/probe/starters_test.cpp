// Tests of finding what starts a Python.
#include <gtest/gtest.h>

#include "probe/surroundings.h"
#include "probe/test_environments.h"

namespace gpuenv::probe {
namespace {

using test::put_venv;
using test::TestMachine;

model::Environment environment(const std::string& path, model::Selection selection) {
  model::Environment result;
  result.path = path;
  result.kind = "venv";
  result.selection = selection;
  result.interpreter = path + "/bin/python";
  result.distributions = Known<std::vector<model::Distribution>>(
      std::vector<model::Distribution>{{"pip", base::Version("24.0"), "", {}, "pip", {}}}, "");
  return result;
}

struct World {
  TestMachine machine;
  model::Facts facts;
  World() {
    put_venv(machine, "/proj/.venv");
    put_venv(machine, "/other");
    facts.environments = {environment("/proj/.venv", model::Selection::active),
                          environment("/other", model::Selection::found)};
  }
  std::vector<model::Starter> found() { return *read_starters(machine, facts); }
};

TEST(Starters, KernelsOfTheUserAndOfTheEnvironment) {
  World world;
  const std::string user = "/home/user/.local/share/jupyter/kernels/";
  world.machine.file(user + "python3/kernel.json", R"({"argv": ["/other/bin/python", "-m", "ipykernel"]})");
  world.machine.file(user + "gone/kernel.json", R"({"argv": ["/gone/bin/python"]})");
  world.machine.file(user + "ir/kernel.json", R"({"argv": ["R"]})");
  world.machine.file(user + "broken/kernel.json", "{");
  world.machine.file("/proj/.venv/share/jupyter/kernels/python3/kernel.json", R"({"argv": ["python"]})");
  const auto starters = world.found();
  ASSERT_EQ(starters.size(), 3u);
  EXPECT_EQ(starters[0].name, "gone");
  EXPECT_FALSE(*starters[0].there);
  EXPECT_EQ(starters[0].environment, "");
  EXPECT_EQ(starters[1].environment, "/other");
  EXPECT_EQ(starters[2].interpreter, "/proj/.venv/bin/python");
  EXPECT_EQ(starters[2].environment, "/proj/.venv");
}

TEST(Starters, EditorsSettings) {
  World world;
  world.machine.file(
      "/proj/.vscode/settings.json",
      "{ // mine\n\"python.defaultInterpreterPath\": \"${workspaceFolder}/.venv/bin/python\" }");
  world.machine.file("/proj/.idea/misc.xml",
                     "<component name=\"x\" project-jdk-name=\"Python 3.12 (proj)\" />");
  const auto starters = world.found();
  ASSERT_EQ(starters.size(), 2u);
  EXPECT_EQ(starters[0].environment, "/proj/.venv");
  EXPECT_EQ(starters[1].kind, "idea");
  EXPECT_EQ(starters[1].name, "Python 3.12 (proj)");
  world.machine.file("/proj/.vscode/settings.json", "{\"python.defaultInterpreterPath\": \"python\"}");
  EXPECT_EQ(world.found().size(), 1u);
}

TEST(Starters, OnlyScriptsOfAnotherPythonAreNoted) {
  World world;
  const std::string pip = "/proj/.venv/bin/pip";
  world.machine.file(pip, "#!/proj/.venv/bin/python\n");
  EXPECT_TRUE(world.found().empty());
  world.machine.link("/alias", "/proj");
  world.machine.file(pip, "#!/alias/.venv/bin/python3\n");
  EXPECT_TRUE(world.found().empty());
  world.machine.file(pip, "#!/moved/.venv/bin/python\n");
  ASSERT_EQ(world.found().size(), 1u);
  EXPECT_EQ(world.found()[0].kind, "shebang");
  EXPECT_FALSE(*world.found()[0].there);
  world.facts.environments[0].selection = model::Selection::found;
  EXPECT_TRUE(world.found().empty());
}

TEST(Starters, WhatCannotBeReadLeavesThemOpen) {
  World world;
  world.machine.refuse("/proj/.vscode", Why::not_recorded);
  EXPECT_TRUE(read_starters(world.machine, world.facts).undecided());
}

TEST(Starters, WindowsHasLaunchersAndItsOwnConfiguration) {
  TestMachine machine(base::OsFamily::windows);
  model::Facts facts;
  facts.environments = {environment(R"(C:\env)", model::Selection::active)};
  machine.file(R"(C:\env\Scripts\pip.exe)", std::string("MZ#!C:\\old\\Scripts\\python.exe\nPK\x03\x04"));
  machine.variables = {{"LOCALAPPDATA", R"(C:\L)"}, {"APPDATA", R"(C:\R)"}};
  machine.file(R"(C:\L\py.ini)", "[defaults]\npython=3.10\n");
  machine.file(R"(C:\R\jupyter\kernels\k\kernel.json)", R"({"argv": ["C:\\py\\python.exe"]})");
  const auto starters = *read_starters(machine, facts);
  ASSERT_EQ(starters.size(), 3u);
  EXPECT_EQ(starters[0].interpreter, R"(C:\py\python.exe)");
  EXPECT_EQ(starters[1].name, "3.10");
  EXPECT_EQ(starters[2].interpreter, R"(C:\old\Scripts\python.exe)");
}

}  // namespace
}  // namespace gpuenv::probe
