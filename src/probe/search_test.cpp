// Tests of the search for environments.
#include "probe/search.h"

#include <gtest/gtest.h>

#include "probe/test_environments.h"

namespace gpuenv::probe {
namespace {

using model::Selection;
using test::put_venv;
using test::TestMachine;

std::vector<std::string> paths(const SearchResult& result, Selection selection) {
  std::vector<std::string> list;
  for (const auto& place : result.places)
    if (place.selection == selection) list.push_back(place.path);
  return list;
}

using Strings = std::vector<std::string>;

TEST(Search, TheActivatedEnvironmentIsActive) {
  TestMachine machine;
  put_venv(machine, "/a");
  machine.folder("/c/conda-meta");
  machine.variables["VIRTUAL_ENV"] = "/a";
  machine.variables["CONDA_PREFIX"] = "/c";
  const auto result = search_environments(machine, {});
  EXPECT_EQ(paths(result, Selection::active), Strings{"/a"});
  EXPECT_EQ(paths(result, Selection::found), Strings{"/c"});
}

TEST(Search, AVariableThatNamesNothingIsLeftOut) {
  TestMachine machine;
  machine.file("/usr/bin/python3");
  machine.variables["VIRTUAL_ENV"] = "/deleted";
  machine.variables["PATH"] = "/usr/bin";
  const auto result = search_environments(machine, {});
  EXPECT_EQ(paths(result, Selection::active), Strings{"/usr"});
  ASSERT_EQ(result.left_out.size(), 1u);
  EXPECT_NE(result.left_out[0].find("/deleted"), std::string::npos);
}

TEST(Search, WithoutAnyWordOfTheActiveOneItStaysOpen) {
  TestMachine machine;
  machine.refused["$VIRTUAL_ENV"] = Why::not_recorded;
  const auto result = search_environments(machine, {});
  ASSERT_EQ(result.places.size(), 1u);
  EXPECT_EQ(result.places[0].missing->why, Why::not_recorded);
  TestMachine bare;
  EXPECT_TRUE(search_environments(bare, {}).places.empty());
}

TEST(Search, LooksAroundTheWorkingFolder) {
  TestMachine machine;
  machine.info->working_directory = "/proj/project/src";
  machine.folder("/proj/project/src");
  put_venv(machine, "/proj/project/.venv");
  put_venv(machine, "/proj/venv");
  machine.file("/proj/.pixi/envs/default/bin/python3");
  machine.folder("/proj/.pixi/envs/without-python/conda-meta");
  EXPECT_EQ(paths(search_environments(machine, {}), Selection::found),
            (Strings{"/proj/project/.venv", "/proj/venv", "/proj/.pixi/envs/default"}));
}

TEST(Search, ReadsTheListsOfTools) {
  TestMachine machine;
  machine.folder("/opt/conda/conda-meta");
  machine.file("/home/user/.conda/environments.txt", "/opt/conda\n/gone\nrelative\n\n");
  put_venv(machine, "/home/user/.virtualenvs/a");
  put_venv(machine, "/home/user/.local/share/uv/tools/b");
  machine.file("/home/user/.pyenv/versions/3.11.7/bin/python3");
  machine.folder("/home/user/.pyenv/versions/broken");
  EXPECT_EQ(paths(search_environments(machine, {}), Selection::found),
            (Strings{"/opt/conda", "/home/user/.virtualenvs/a", "/home/user/.local/share/uv/tools/b",
                     "/home/user/.pyenv/versions/3.11.7"}));
}

TEST(Search, VariablesAndConfigurationNameMoreStores) {
  TestMachine machine;
  for (const char* folder : {"/data/envs/a", "/mamba", "/mamba/envs/b", "/forge", "/forge/envs/c", "/tools/d",
                             "/pipx/venvs/e", "/home/user/envs/f"})
    machine.file(std::string(folder) + "/bin/python3");
  machine.variables = {{"MAMBA_ROOT_PREFIX", "/mamba"},
                       {"CONDA_EXE", "/forge/bin/conda"},
                       {"UV_TOOL_DIR", "/tools"},
                       {"PIPX_HOME", "/pipx"},
                       {"WORKON_HOME", "relative"}};
  machine.file("/home/user/.condarc", "envs_dirs:\n  - /data/envs\n  - ~/envs\n");
  EXPECT_EQ(paths(search_environments(machine, {}), Selection::found),
            (Strings{"/pipx/venvs/e", "/tools/d", "/mamba", "/mamba/envs/b", "/forge", "/forge/envs/c",
                     "/data/envs/a", "/home/user/envs/f"}));
}

TEST(Search, FindsInstallationsOutsideOfHome) {
  TestMachine machine;
  for (const char* folder : {"/usr/local", "/opt/conda", "/opt/conda/envs/gpu", "/opt/python-3.12"})
    machine.file(std::string(folder) + "/bin/python3");
  machine.folder("/opt/conda/conda-meta");
  machine.folder("/opt/google/chrome");
  EXPECT_EQ(paths(search_environments(machine, {}), Selection::found),
            (Strings{"/usr/local", "/opt/conda", "/opt/conda/envs/gpu", "/opt/python-3.12"}));
}

TEST(Search, FindsThePythonOfAnApplication) {
  TestMachine windows(base::OsFamily::windows);
  windows.file(R"(C:\Users\user\ComfyUI_windows_portable\python_embeded\python.exe)");
  windows.file(R"(C:\Users\user\AI\webui_forge_cu121\system\python\python.exe)");
  EXPECT_EQ(paths(search_environments(windows, {}), Selection::found),
            (Strings{R"(C:\Users\user\AI\webui_forge_cu121\system\python)",
                     R"(C:\Users\user\ComfyUI_windows_portable\python_embeded)"}));
  TestMachine machine;
  machine.file("/home/user/text-generation-webui/installer_files/env/bin/python3");
  put_venv(machine, "/home/user/src/InvokeAI/.venv");
  EXPECT_EQ(
      paths(search_environments(machine, {}), Selection::found),
      (Strings{"/home/user/src/InvokeAI/.venv", "/home/user/text-generation-webui/installer_files/env"}));
}

TEST(Search, DoesNotEnterNetworkMountsUnlessTheyAreNamedOrActive) {
  TestMachine machine;
  machine.file("/proc/self/mountinfo",
               "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n40 22 0:44 / /nas rw - nfs4 server:/x rw\n");
  put_venv(machine, "/nas/env");
  put_venv(machine, "/home/user/.virtualenvs/local");
  machine.file("/home/user/.conda/environments.txt", "/nas/env\n");
  const auto result = search_environments(machine, {});
  EXPECT_EQ(paths(result, Selection::found), Strings{"/home/user/.virtualenvs/local"});
  ASSERT_EQ(result.left_out.size(), 1u);
  EXPECT_NE(result.left_out[0].find("/nas"), std::string::npos);
  EXPECT_EQ(paths(search_environments(machine, {{"/nas/env"}}), Selection::named), Strings{"/nas/env"});
  machine.variables["VIRTUAL_ENV"] = "/nas/env";
  EXPECT_EQ(paths(search_environments(machine, {}), Selection::active), Strings{"/nas/env"});
}

TEST(Search, HomeIsSearchedTwoLevelsDeep) {
  TestMachine machine;
  put_venv(machine, "/home/user/env");
  put_venv(machine, "/home/user/project/.venv");
  put_venv(machine, "/home/user/code/project/.venv");
  put_venv(machine, "/home/user/code/more/project/.venv");
  put_venv(machine, "/home/user/.hidden/env");
  put_venv(machine, "/home/user/code/node_modules/x");
  EXPECT_EQ(paths(search_environments(machine, {}), Selection::found),
            (Strings{"/home/user/code/project/.venv", "/home/user/env", "/home/user/project/.venv"}));
}

TEST(Search, LinksAreTheSameEnvironmentAndLoopsEnd) {
  TestMachine machine;
  put_venv(machine, "/home/user/env");
  machine.link("/home/user/again", "env");
  machine.link("/home/user/code/loop", "..");
  machine.link("/proj/.venv", "/home/user/env");
  EXPECT_EQ(paths(search_environments(machine, {}), Selection::found), Strings{"/proj/.venv"});
}

TEST(Search, SaysWhatItLeftOut) {
  TestMachine machine;
  for (int i = 0; i < 70; ++i) put_venv(machine, "/home/user/.virtualenvs/" + std::to_string(i));
  const auto result = search_environments(machine, {});
  EXPECT_EQ(result.places.size(), most_environments);
  ASSERT_EQ(result.left_out.size(), 1u);
  EXPECT_NE(result.left_out[0].find("6 environments"), std::string::npos);
}

TEST(Search, AsksABoundedNumberOfQuestions) {
  TestMachine machine;
  for (int i = 0; i < 60; ++i)
    for (int j = 0; j < 40; ++j) machine.folder("/home/user/" + std::to_string(i) + "/" + std::to_string(j));
  const auto result = search_environments(machine, {});
  EXPECT_LT(machine.questions, most_search_questions + 200);
  ASSERT_EQ(result.left_out.size(), 1u);
  EXPECT_NE(result.left_out[0].find("--env"), std::string::npos);
}

TEST(Search, NamedEnvironmentsAreTheOnlyOnes) {
  TestMachine machine;
  put_venv(machine, "/a");
  put_venv(machine, "/proj/.venv");
  machine.variables["VIRTUAL_ENV"] = "/proj/.venv";
  const auto result = search_environments(machine, {{"/a", "/none"}});
  EXPECT_EQ(paths(result, Selection::named), (Strings{"/a", "/none"}));
  EXPECT_FALSE(result.places[0].missing);
  EXPECT_EQ(result.places[1].missing->detail, "/none: no such folder");
}

TEST(Search, WindowsListsItsPythons) {
  TestMachine machine(base::OsFamily::windows);
  machine.file(R"(C:\Python312\python.exe)");
  machine.keys[R"(HKLM\SOFTWARE\Python\PythonCore)"] = {"3.11", "3.12"};
  machine.registry[R"(HKLM\SOFTWARE\Python\PythonCore\3.12\InstallPath\)"] = R"(C:\Python312\)";
  machine.registry[R"(HKLM\SOFTWARE\Python\PythonCore\3.11\InstallPath\)"] = R"(C:\Gone\)";
  EXPECT_EQ(paths(search_environments(machine, {}), Selection::found), Strings{R"(C:\Python312)"});
}

}  // namespace
}  // namespace gpuenv::probe
