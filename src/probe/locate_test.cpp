// Tests of finding the environment behind a path, an interpreter, or PATH.
#include "probe/locate.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "probe/test_environments.h"

namespace gpuenv::probe {
namespace {

using test::put_venv;
using test::TestMachine;

std::string found(TestMachine& machine, const std::string& path) {
  const Place place = locate(machine, path);
  return place.missing ? "error: " + reason(*place.missing) : place.path;
}

TEST(Locate, AnyPathIntoItMeansTheEnvironment) {
  TestMachine machine;
  put_venv(machine, "/proj/.venv");
  for (const char* path : {"/proj/.venv", "/proj/.venv/", "/proj", ".venv", ".", "/proj/.venv/bin",
                           "/proj/.venv/bin/python", "/proj/.venv/lib/python3.12/site-packages"})
    EXPECT_EQ(found(machine, path), "/proj/.venv") << path;
}

TEST(Locate, OnWindowsToo) {
  TestMachine machine(base::OsFamily::windows);
  machine.file(R"(C:\proj\.venv\pyvenv.cfg)");
  machine.file(R"(C:\proj\.venv\Scripts\python.exe)");
  machine.folder(R"(C:\proj\.venv\Lib\site-packages)");
  machine.file(R"(C:\Python312\python.exe)");
  for (const char* path : {R"(C:\proj)", R"(C:\proj\.venv\Scripts\Python.exe)", R"(C:\proj\.venv\scripts)",
                           R"(C:/proj/.venv/Lib/site-packages)", ".venv"})
    EXPECT_EQ(base::lower(found(machine, path)), R"(c:\proj\.venv)") << path;
  EXPECT_EQ(found(machine, R"(C:\Python312\python.exe)"), R"(C:\Python312)");
}

TEST(Locate, ErrorsNameThePathAndWhatIsWrong) {
  TestMachine machine;
  machine.file("/proj/file.txt");
  machine.refuse("/secret");
  for (const auto& [path, words] :
       {std::pair{"/none", "no such folder"}, std::pair{"/proj", "no Python environment there"},
        std::pair{"/proj/file.txt", "is a file"}, std::pair{"/secret", "refused"}}) {
    const Place place = locate(machine, path);
    ASSERT_TRUE(place.missing) << path;
    EXPECT_NE(reason(*place.missing).find(words), std::string::npos) << reason(*place.missing);
  }
}

TEST(Locate, CondaAndSystemFoldersAreEnvironments) {
  TestMachine machine;
  machine.folder("/opt/conda/conda-meta");
  machine.file("/usr/bin/python3.12");
  machine.link("/usr/bin/python3", "python3.12");
  EXPECT_EQ(found(machine, "/opt/conda"), "/opt/conda");
  EXPECT_EQ(found(machine, "/usr"), "/usr");
  EXPECT_EQ(found(machine, "/usr/bin/python3"), "/usr");
}

TEST(PythonOnPath, TheFirstOneCounts) {
  TestMachine machine;
  EXPECT_FALSE(python_on_path(machine));
  put_venv(machine, "/proj/.venv");
  machine.link("/usr/bin/python3", "python3.12");
  machine.variables["PATH"] = "/nothing:/proj/.venv/bin:/usr/bin";
  EXPECT_EQ(python_on_path(machine)->path, "/proj/.venv");
  machine.variables["PATH"] = "/nothing:/usr/bin:/proj/.venv/bin";
  EXPECT_EQ(python_on_path(machine)->path, "/usr");
}

TEST(PythonOnPath, AProgramOutsideAVenvIsFollowed) {
  TestMachine machine;
  machine.file("/home/user/.local/share/uv/python/cpython-3.12/bin/python3.12");
  machine.link("/home/user/.local/bin/python3", "../share/uv/python/cpython-3.12/bin/python3.12");
  machine.variables["PATH"] = "/home/user/.local/bin";
  EXPECT_EQ(python_on_path(machine)->path, "/home/user/.local/share/uv/python/cpython-3.12");
}

TEST(PythonOnPath, PyenvsShimsLeadToTheChosenVersion) {
  TestMachine machine;
  machine.file("/home/user/.pyenv/shims/python");
  machine.file("/home/user/.pyenv/version", "3.11.7\n3.10.1\n");
  machine.variables["PATH"] = "/home/user/.pyenv/shims";
  EXPECT_EQ(python_on_path(machine)->path, "/home/user/.pyenv/versions/3.11.7");
  machine.file("/.python-version", "3.12.1\n");
  EXPECT_EQ(python_on_path(machine)->path, "/home/user/.pyenv/versions/3.12.1");
  machine.variables["PYENV_VERSION"] = "system";
  EXPECT_FALSE(python_on_path(machine));
}

TEST(PythonOnPath, MicrosoftsStoreProgramsArePassedOver) {
  TestMachine machine(base::OsFamily::windows);
  machine.file(R"(C:\Users\user\AppData\Local\Microsoft\WindowsApps\python.exe)");
  machine.file(R"(C:\Python312\python.exe)");
  machine.variables["PATH"] = R"(C:\Users\user\AppData\Local\Microsoft\WindowsApps;C:\Python312)";
  EXPECT_EQ(python_on_path(machine)->path, R"(C:\Python312)");
}

TEST(PythonOnPath, WhatCannotBeAskedStaysOpen) {
  TestMachine machine;
  machine.refused["$PATH"] = Why::not_recorded;
  ASSERT_TRUE(python_on_path(machine));
  EXPECT_EQ(python_on_path(machine)->missing->why, Why::not_recorded);
  machine.refused.clear();
  machine.variables["PATH"] = "/a:/usr/bin";
  machine.file("/usr/bin/python3");
  machine.refuse("/a", Why::failed);
  EXPECT_EQ(python_on_path(machine)->missing->why, Why::failed);
  machine.refuse("/a", Why::denied);
  EXPECT_EQ(python_on_path(machine)->path, "/usr");
}

}  // namespace
}  // namespace gpuenv::probe
