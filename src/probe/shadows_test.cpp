// Tests of what is imported from outside of an environment, of the kind of its Python and of conda's records.
#include "probe/shadows.h"

#include <gtest/gtest.h>

#include "probe/test_environments.h"

namespace gpuenv::probe {
namespace {

using By = model::Shadow::By;
using model::Shadow;
using test::put_distribution;
using test::put_torch;
using test::put_venv;
using test::read;
using test::TestMachine;

/// A venv with torch; the working folder is /proj.
struct WithTorch {
  TestMachine machine;
  std::string site = put_venv(machine, "/e");
  WithTorch() {
    put_torch(machine, site, "2.8.0+cu128", "'12.8'");
    put_distribution(machine, site, "torch", "2.8.0");
  }
  std::vector<Shadow> shadows() {
    const auto list = read(machine, "/e").shadows;
    EXPECT_TRUE(list.known());
    return list.value_or({});
  }
};

TEST(Shadows, AFileInTheWorkingFolderComesFirst) {
  WithTorch e;
  EXPECT_TRUE(e.shadows().empty());
  e.machine.file("/proj/torch.py");
  ASSERT_EQ(e.shadows().size(), 1U);
  EXPECT_EQ(e.shadows()[0].by, By::working_directory);
  EXPECT_EQ(e.shadows()[0].path, "/proj/torch.py");
  EXPECT_EQ(e.shadows()[0].hidden, e.site + "/torch");
}

TEST(Shadows, TheWorkingFolderIsOutWithASafePath) {
  WithTorch e;
  e.machine.file("/proj/torch.py");
  e.machine.variables["PYTHONSAFEPATH"] = "1";
  EXPECT_TRUE(e.shadows().empty());
}

TEST(Shadows, AFolderHidesOnlyWithItsInitFile) {
  WithTorch e;
  e.machine.file("/proj/torch/readme.txt");
  EXPECT_TRUE(e.shadows().empty());
  e.machine.file("/proj/torch/__init__.py");
  EXPECT_EQ(e.shadows()[0].path, "/proj/torch");
}

TEST(Shadows, WhatTheEnvironmentLacksIsNotHidden) {
  WithTorch e;
  e.machine.file("/proj/jax.py");
  e.machine.file("/proj/numpy.py");
  EXPECT_TRUE(e.shadows().empty());
  e.machine.file(e.site + "/numpy/__init__.py");
  EXPECT_EQ(e.shadows().at(0).module, "numpy");
}

TEST(Shadows, PythonpathTellsTheVersionThatItPutsInFront) {
  WithTorch e;
  e.machine.file("/old/torch/__init__.py");
  e.machine.folder("/old/torch-2.5.1.dist-info");
  e.machine.variables["PYTHONPATH"] = "/proj:/e/lib/python3.12/site-packages:/old";
  ASSERT_EQ(e.shadows().size(), 1U);
  EXPECT_EQ(e.shadows()[0].by, By::pythonpath);
  EXPECT_EQ(e.shadows()[0].version, "2.5.1");
}

TEST(Shadows, AreOpenWhenAFolderCannotBeRead) {
  WithTorch e;
  e.machine.refuse("/proj");
  EXPECT_TRUE(read(e.machine, "/e").shadows.undecided());
}

TEST(Shadows, TheUsersFolderComesBeforeConda) {
  TestMachine machine;
  machine.file("/c/conda-meta/python-3.12.4-h955ad1f_0.json");
  machine.file("/c/bin/python3.12");
  machine.link("/c/bin/python", "python3.12");
  put_torch(machine, "/c/lib/python3.12/site-packages", "2.8.0+cu128", "'12.8'");
  const std::string user = "/home/user/.local/lib/python3.12/site-packages";
  put_torch(machine, user, "2.6.0+cpu", "None");
  put_distribution(machine, user, "torch", "2.6.0+cpu");
  const auto shadows = read(machine, "/c").shadows;
  ASSERT_EQ(shadows->size(), 1U);
  EXPECT_EQ(shadows->front().by, By::user_site);
  EXPECT_EQ(shadows->front().version, "2.6.0+cpu");
  machine.variables["PYTHONNOUSERSITE"] = "1";
  EXPECT_TRUE(read(machine, "/c").shadows->empty());
  machine.info.reset();  // whose folder it would be is not known
  EXPECT_TRUE(read(machine, "/c").shadows.undecided());
}

TEST(Shadows, PthFilesBringWhatTheEnvironmentLacks) {
  WithTorch e;
  e.machine.file("/more/torch/__init__.py");
  e.machine.file("/more/jax/__init__.py");
  e.machine.file(e.site + "/more.pth", "# comment\nimport os\n/more\n");
  ASSERT_EQ(e.shadows().size(), 1U);  // torch of the environment comes first
  EXPECT_EQ(e.shadows()[0].by, By::pth);
  EXPECT_EQ(e.shadows()[0].module, "jax");
  EXPECT_EQ(e.shadows()[0].source, e.site + "/more.pth");
}

TEST(PythonBuild, AFreeThreadedOneHasATInItsNames) {
  TestMachine machine;
  machine.file("/e/pyvenv.cfg", "home = /usr/bin\nversion = 3.13.1\n");
  machine.folder("/e/lib/python3.13t/site-packages");
  const auto environment = read(machine, "/e");
  EXPECT_TRUE(*environment.free_threaded);
  EXPECT_EQ(*environment.abi, "cp313t");
  TestMachine windows(base::OsFamily::windows);
  windows.file(R"(C:\e\pyvenv.cfg)", "home = C:\\P\nversion = 3.13.1\nexecutable = C:\\P\\python3.13t.exe\n");
  windows.folder(R"(C:\e\Lib\site-packages)");
  EXPECT_EQ(*read(windows, R"(C:\e)").abi, "cp313t");
}

TEST(PythonBuild, OthersHaveNot) {
  TestMachine machine;
  put_venv(machine, "/e");
  EXPECT_EQ(*read(machine, "/e").abi, "cp312");
  EXPECT_FALSE(*read(machine, "/e").free_threaded);
  machine.file("/f/pyvenv.cfg", "home = /usr/bin\nversion = 3.13.1\n");
  EXPECT_TRUE(read(machine, "/f").free_threaded.undecided());
}

TEST(CondaPackages, AreThoseOfItsRecords) {
  TestMachine machine;
  machine.file("/c/conda-meta/history");
  machine.file("/c/conda-meta/python-3.12.4-h955ad1f_0.json");
  machine.file("/c/conda-meta/pytorch-2.5.1-cuda126_py312_305.json");
  const auto packages = read(machine, "/c").conda_packages;
  ASSERT_EQ(packages->size(), 2U);
  EXPECT_EQ(packages->at(1).build, "cuda126_py312_305");
  put_venv(machine, "/e");
  EXPECT_TRUE(read(machine, "/e").conda_packages.absent());
  machine.refuse("/c/conda-meta");
  EXPECT_TRUE(read(machine, "/c").conda_packages.undecided());
}

}  // namespace
}  // namespace gpuenv::probe
