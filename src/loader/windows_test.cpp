// The search order of Windows, on a machine put together by hand.
#include "loader/windows.h"

#include <gtest/gtest.h>

#include "image/test_dll.h"
#include "machine/test_machine.h"

namespace gpuenv::loader {
namespace {

using image::test::DllOfTest;
using machine::test::TestMachine;
using model::LoadRule;
using Texts = std::vector<std::string>;

std::string dll(const std::vector<image::PeImport>& imports = {}, const Texts& exports = {"f"}) {
  DllOfTest made;
  made.imports = imports;
  made.exports = exports;
  return made.build();
}

std::string program(const std::vector<image::PeImport>& imports) {
  DllOfTest made;
  made.library = false;
  made.imports = imports;
  return made.build();
}

struct Windows : testing::Test {
  Windows() : machine(base::OsFamily::windows) {
    machine.variables["SystemRoot"] = R"(C:\Windows)";
    machine.file(R"(C:\Windows\System32\kernel32.dll)", dll({}, {"Sleep"}));
    machine.file(R"(C:\py\python.exe)", program({{"KERNEL32.dll", false, {"Sleep"}}}));
    request.program = R"(C:\py\python.exe)";
  }

  model::LoadResult open(const std::string& name, WindowsSearch search) {
    request.open = {{name, search}};
    return load_windows(machine, request);
  }
  /// The file and rule of the last step for a name.
  std::string found(const std::string& name, WindowsSearch search) {
    std::string text = "-";
    for (const auto& step : open(name, search).steps)
      if (step.name == name && !step.file.empty()) text = step.file + " (" + word(step.rule) + ")";
    return text;
  }

  TestMachine machine;
  WindowsRequest request;
};

TEST_F(Windows, TheStandardSearchGoesFromApplicationToSystemToCurrentFolderToPath) {
  request.path = {R"(C:\cuda\bin)"};
  const std::pair<const char*, const char*> places[] = {{R"(C:\cuda\bin\x.dll)", "PATH"},
                                                        {R"(C:\proj\x.dll)", "current folder"},
                                                        {R"(C:\Windows\x.dll)", "Windows folder"},
                                                        {R"(C:\Windows\System32\x.dll)", "system folder"},
                                                        {R"(C:\py\x.dll)", "application folder"}};
  for (const auto& [file, rule] : places) {
    machine.file(file, dll());
    EXPECT_EQ(found("x.dll", WindowsSearch::standard), std::string(file) + " (" + rule + ")");
  }
  EXPECT_EQ(found("x", WindowsSearch::standard), R"(C:\py\x.dll (application folder))");
}

TEST_F(Windows, DefaultDirsLookIntoAddedFoldersAndNotIntoPath) {
  request.path = {R"(C:\cuda\bin)"};
  machine.file(R"(C:\cuda\bin\x.dll)", dll());
  EXPECT_EQ(found("x.dll", WindowsSearch::default_dirs), "-");
  request.added = {R"(C:\site\torch\lib)"};
  machine.file(R"(C:\site\torch\lib\x.dll)", dll());
  EXPECT_EQ(found("x.dll", WindowsSearch::default_dirs), R"(C:\site\torch\lib\x.dll (added folder))");
  EXPECT_EQ(found("x.dll", WindowsSearch::standard), R"(C:\cuda\bin\x.dll (PATH))");
}

TEST_F(Windows, WhatAFileNeedsIsSearchedAsTheFileWas) {
  machine.file(R"(C:\site\a.dll)", dll({{"b.dll", false, {"f"}}}));
  machine.file(R"(C:\site\b.dll)", dll());
  const auto failures = [&](WindowsSearch search) {
    return open(R"(C:\site\a.dll)", search).failures.size();
  };
  EXPECT_EQ(failures(WindowsSearch::standard), 1u)
      << "error 126: a path alone does not make its folder a place to search";
  EXPECT_EQ(failures(WindowsSearch::default_dirs), 1u);
  EXPECT_EQ(failures(WindowsSearch::altered), 0u);
  EXPECT_EQ(failures(WindowsSearch::dll_load_dir), 0u);
}

TEST_F(Windows, AlteredSearchPutsTheFolderOfTheFileInPlaceOfTheApplications) {
  machine.file(R"(C:\site\a.dll)", dll({{"b.dll", false, {}}}));
  machine.file(R"(C:\py\b.dll)", dll());
  EXPECT_EQ(open(R"(C:\site\a.dll)", WindowsSearch::altered).failures.size(), 1u);
  EXPECT_EQ(open(R"(C:\site\a.dll)", WindowsSearch::dll_load_dir).failures.size(), 0u);
}

TEST_F(Windows, KnownDllsComeFromTheSystemAndApiSetsFromNoFile) {
  machine.registry[R"(HKLM\SYSTEM\CurrentControlSet\Control\Session Manager\KnownDLLs\x)"] = "x.dll";
  machine.file(R"(C:\py\x.dll)", dll());
  machine.file(R"(C:\Windows\System32\x.dll)", dll());
  EXPECT_EQ(found("x.dll", WindowsSearch::standard), R"(C:\Windows\System32\x.dll (known DLL))");
  const auto result = open("api-ms-win-core-synch-l1-2-0.dll", WindowsSearch::default_dirs);
  EXPECT_TRUE(result.failures.empty());
  EXPECT_EQ(result.steps.back().rule, LoadRule::api_set);
}

TEST_F(Windows, AModuleOfTheNameIsTakenWhereverItCameFrom) {
  machine.file(R"(C:\site\torch\lib\cudart64_12.dll)", dll());
  machine.file(R"(C:\py\cudart64_12.dll)", dll());
  request.open = {{R"(C:\site\torch\lib\cudart64_12.dll)", WindowsSearch::dll_load_dir},
                  {"CUDART64_12.dll", WindowsSearch::standard}};
  const auto result = load_windows(machine, request);
  EXPECT_EQ(result.steps.back().rule, LoadRule::already_loaded);
  EXPECT_EQ(result.steps.back().file, R"(C:\site\torch\lib\cudart64_12.dll)");
}

TEST_F(Windows, AMissingFunctionIsFoundWithoutLoading) {
  machine.file(R"(C:\site\a.dll)", dll({{"b.dll", false, {"f", "gone", "#1"}}, {"late.dll", true, {"f"}}}));
  machine.file(R"(C:\site\b.dll)", dll());
  const auto result = open(R"(C:\site\a.dll)", WindowsSearch::altered);
  ASSERT_EQ(result.failures.size(), 1u) << "what is delayed is not looked for";
  EXPECT_EQ(result.failures[0].what, "gone");
  EXPECT_EQ(result.failures[0].file, R"(C:\site\b.dll)");
}

TEST_F(Windows, AFileForAnotherProcessorEndsTheSearch) {
  DllOfTest arm;
  arm.machine = 0xAA64;
  machine.file(R"(C:\py\x.dll)", arm.build());
  machine.file(R"(C:\Windows\System32\x.dll)", dll());
  const auto result = open("x.dll", WindowsSearch::standard);
  ASSERT_EQ(result.failures.size(), 1u);
  EXPECT_EQ(result.failures[0].kind, model::LoadFailure::Kind::library_refused);
  EXPECT_EQ(result.failures[0].file, R"(C:\py\x.dll)");
}

TEST_F(Windows, WhatIsNotKnownIsNotCalledMissing) {
  machine.refuse(R"(C:\py\x.dll)");
  const auto result = open("x.dll", WindowsSearch::standard);
  ASSERT_EQ(result.failures.size(), 1u);
  EXPECT_EQ(result.failures[0].kind, model::LoadFailure::Kind::undecided);
}

}  // namespace
}  // namespace gpuenv::loader
