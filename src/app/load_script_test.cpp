// The kinds of rows, on a machine put together by hand.
#include "app/load_script.h"

#include <gtest/gtest.h>

#include "loader/test_process.h"

namespace gpuenv::app {
namespace {

using catalog::LoadRow;
using loader::test::library;
using machine::test::TestMachine;
using Texts = std::vector<std::string>;

LoadRow row(std::string how, Texts names) {
  LoadRow made;
  made.how = std::move(how);
  made.names = std::move(names);
  made.when = "import";
  return made;
}

struct ImportScript : testing::Test {
  ImportScript() : machine(loader::test::machine_with(loader::test::program({}))) {
    python = {"/app/bin/run", {"/env/dynload", "/env/site"}, {".cpython-312-*.so", ".abi3.so", ".so"}};
  }

  ScriptResult run(const std::vector<LoadRow>& rows) { return run_script(machine, python, rows, options); }
  Texts files(const std::vector<LoadRow>& rows) {
    Texts list;
    for (const auto& each : run(rows).libraries)
      if (each.object.file.starts_with("/env")) list.push_back(each.object.file);
    return list;
  }
  void put(const std::string& path, loader::test::LibraryOfTest made) { machine.file(path, made.build()); }

  TestMachine machine;
  PythonFolders python;
  ScriptOptions options;
};

TEST_F(ImportScript, ModulesAreFoundByTheirSuffixesInTheOrderOfPython) {
  put("/env/site/m/_C.so", library(""));
  put("/env/site/m/_C.cpython-312-x86_64-linux-gnu.so", library(""));
  put("/env/dynload/_ctypes.cpython-312-x86_64-linux-gnu.so", library(""));
  EXPECT_EQ(files({row("module", {"_ctypes", "m/_C", "not_installed"})}),
            (Texts{"/env/dynload/_ctypes.cpython-312-x86_64-linux-gnu.so",
                   "/env/site/m/_C.cpython-312-x86_64-linux-gnu.so"}));
}

TEST_F(ImportScript, ARequiredModuleThatIsNotThereEndsTheImport) {
  put("/env/site/late.so", library(""));
  auto needed = row("module", {"m/_C"});
  needed.required = true;
  const auto result = run({needed, row("module", {"late"})});
  ASSERT_EQ(result.problems.size(), 1u);
  EXPECT_TRUE(result.problems[0].fatal);
  EXPECT_EQ(result.libraries.size(), 2u) << "Python and the loader";
}

TEST_F(ImportScript, PathsTakeTheFirstAlternativeThatIsThere) {
  put("/env/site/nvidia/cu13/lib/libcublas.so.13", library("libcublas.so.13"));
  EXPECT_EQ(
      files({row("path", {"nvidia/cublas/lib/libcublas.so.*[0-9]|nvidia/cu13/lib/libcublas.so.*[0-9]"})}),
      Texts{"/env/site/nvidia/cu13/lib/libcublas.so.13"});
}

TEST_F(ImportScript, ADlopenThatFailsLeavesNothingBehind) {
  put("/env/site/a.so", library("a.so", {"libb.so", "libmissing.so"}));
  put("/lib64/libb.so", library("libb.so"));
  const auto result = run({row("path", {"a.so"})});
  EXPECT_EQ(result.libraries.size(), 2u);
  ASSERT_EQ(result.problems.size(), 1u);
  EXPECT_EQ(result.problems[0].failure.what, "libmissing.so");
  EXPECT_FALSE(result.problems[0].fatal) << "the row is not required";
}

TEST_F(ImportScript, WhatIsPreloadedAfterAFailureServesTheSecondTry) {
  put("/env/site/deps.so", library("deps.so", {"libcudart.so.12"}));
  put("/env/site/nvidia/lib/libcudart.so.12", library("libcudart.so.12"));
  auto preload = row("path", {"nvidia/lib/libcudart.so.12"}), again = row("path", {"deps.so"});
  preload.after_failure = again.after_failure = again.required = true;
  const auto rows = std::vector{row("path", {"deps.so"}), preload, again};
  EXPECT_EQ(files(rows), (Texts{"/env/site/nvidia/lib/libcudart.so.12", "/env/site/deps.so"}));
  machine.variables.clear();
  options.variables["LD_LIBRARY_PATH"] = "/env/site/nvidia/lib";
  EXPECT_EQ(files(rows), (Texts{"/env/site/deps.so", "/env/site/nvidia/lib/libcudart.so.12"}))
      << "the first try does it";
}

TEST_F(ImportScript, WhereTheRemedyIsNotThereTheFirstFailureEndsTheImport) {
  put("/env/site/deps.so", library("deps.so", {"libcudart.so.12"}));
  auto preload = row("path", {"nvidia/lib/libcudart.so.*[0-9]"});
  preload.after_failure = preload.required = true;
  const auto result = run({row("path", {"deps.so"}), preload});
  ASSERT_EQ(result.problems.size(), 1u);
  EXPECT_EQ(result.problems[0].failure.what, "libcudart.so.12");
  EXPECT_TRUE(result.problems[0].fatal);
}

TEST_F(ImportScript, ConditionsAskWhatIsInTheProcess) {
  put("/env/site/libcudart.so.12", library("libcudart.so.12"));
  put("/env/site/more.so", library(""));
  auto more = row("path", {"more.so"});
  more.if_mapped = "libcudart.so";
  EXPECT_EQ(files({more}), Texts{});
  EXPECT_EQ(files({row("path", {"libcudart.so.12"}), more}).size(), 2u);
}

TEST_F(ImportScript, SonamesAreSearchedAsTheLibrariesOfTheCaller) {
  auto caller = library("libcudnn.so.9");
  caller.runpath = "$ORIGIN";
  put("/env/site/nvidia/libcudnn.so.9", caller);
  put("/env/site/nvidia/libcudnn_graph.so.9", library("libcudnn_graph.so.9"));
  auto graph = row("soname", {"libcudnn_graph.so.9.1", "libcudnn_graph.so.9"});
  graph.first = graph.required = true;
  graph.caller = "libcudnn.so.9";
  graph.when = "gpu";
  const auto result = run({row("path", {"nvidia/libcudnn.so.9"}), graph});
  EXPECT_TRUE(result.problems.empty()) << "one of the tries is enough";
  EXPECT_EQ(result.libraries.back().object.file, "/env/site/nvidia/libcudnn_graph.so.9");
  EXPECT_EQ(result.libraries.back().stage, model::LoadStage::gpu);
  EXPECT_TRUE(run({graph}).problems.empty()) << "nobody is there who would ask for it";
}

TEST_F(ImportScript, CallsCountOnlyWhereTheProgramMakesThem) {
  put("/env/site/provider.so", library("provider.so", {"libcublas.so.13"}));
  put("/env/site/nvidia/libcublas.so.13", library("libcublas.so.13"));
  auto call = row("path", {"nvidia/libcublas.so.13"}), provider = row("path", {"provider.so"});
  call.when = "call";
  provider.when = "gpu";
  provider.required = true;
  EXPECT_EQ(run({call, provider}).problems.size(), 1u);
  options.with_calls = true;
  EXPECT_TRUE(run({call, provider}).problems.empty());
}

}  // namespace
}  // namespace gpuenv::app
