// Tests of reading one environment: kind, Python, site folders, distributions.
#include "probe/environment.h"

#include <gtest/gtest.h>

#include "probe/test_environments.h"

namespace gpuenv::probe {
namespace {

using test::put_distribution;
using test::put_venv;
using test::read;
using test::TestMachine;

std::string names(const model::Environment& environment) {
  std::string text;
  if (!environment.distributions.known()) return "unknown";
  for (const auto& distribution : *environment.distributions)
    text += (text.empty() ? "" : " ") + distribution.name + "=" + distribution.version.text();
  return text;
}

TEST(EnvironmentProbe, ReadsAVenv) {
  TestMachine machine;
  const std::string site = put_venv(machine, "/e");
  put_distribution(machine, site, "numpy", "2.1.0");
  put_distribution(machine, site, "pip", "24.0");
  const auto environment = read(machine, "/e");
  EXPECT_EQ(environment.kind, "venv");
  EXPECT_EQ(environment.interpreter, "/e/bin/python");
  EXPECT_EQ(environment.python->text(), "3.12.4");
  EXPECT_EQ(*environment.bits, 64);
  EXPECT_EQ(environment.site_packages, site);
  EXPECT_EQ(environment.installer, "pip");
  EXPECT_EQ(names(environment), "numpy=2.1.0 pip=24.0");
}

TEST(EnvironmentProbe, TheInstallerIsUvWhereUvMadeItOrPipIsMissing) {
  TestMachine machine;
  const std::string site = put_venv(machine, "/e", "home = /usr/bin\nuv = 0.8.13\nversion_info = 3.12.4\n");
  put_distribution(machine, site, "pip", "24.0");
  EXPECT_EQ(read(machine, "/e").installer, "uv");
  put_venv(machine, "/f");
  EXPECT_EQ(read(machine, "/f").installer, "uv");
  put_distribution(machine, "/f/lib/python3.12/site-packages", "torch", "2.6.0", true, "pip");
  EXPECT_EQ(read(machine, "/f").installer, "pip");
}

TEST(EnvironmentProbe, ReadsCondasRecords) {
  TestMachine machine;
  machine.file("/c/conda-meta/python-dateutil-2.9-0.json");
  machine.file("/c/conda-meta/python-3.11.9-h955ad1f_0_cpython.json");
  machine.file("/c/bin/python3.11");
  machine.link("/c/bin/python", "python3.11");
  machine.folder("/c/lib/python3.11/site-packages");
  const auto environment = read(machine, "/c");
  EXPECT_EQ(environment.kind, "conda");
  EXPECT_EQ(environment.python->text(), "3.11.9");
  EXPECT_EQ(environment.site_packages, "/c/lib/python3.11/site-packages");
  EXPECT_FALSE(environment.bits.known());
}

TEST(EnvironmentProbe, WhatCannotBeReadIsCondasWhenItsPrefixSaysSo) {
  TestMachine machine;
  machine.folder("/c");
  machine.refuse("/c/pyvenv.cfg");
  machine.refuse("/c/conda-meta");
  EXPECT_EQ(read(machine, "/c").kind, "venv");
  machine.variables["CONDA_PREFIX"] = "/c";
  EXPECT_EQ(read(machine, "/c").kind, "conda");
}

TEST(EnvironmentProbe, ReadsDebiansOwnPythonAndTheUsersFolder) {
  TestMachine machine;
  machine.file("/usr/bin/python3.12");
  machine.link("/usr/bin/python3", "python3.12");
  put_distribution(machine, "/usr/lib/python3/dist-packages", "six", "1.16.0");
  put_distribution(machine, "/usr/local/lib/python3.12/dist-packages", "torch", "2.6.0", true, "pip");
  put_distribution(machine, "/home/user/.local/lib/python3.12/site-packages", "torch", "2.5.1", true, "pip");
  const auto environment = read(machine, "/usr");
  EXPECT_EQ(environment.kind, "system");
  EXPECT_EQ(environment.python->text(), "3.12");
  EXPECT_EQ(environment.site_packages, "/usr/local/lib/python3.12/dist-packages");
  EXPECT_EQ(names(environment), "torch=2.5.1 torch=2.6.0 six=1.16.0");
  machine.variables["PYTHONNOUSERSITE"] = "1";
  EXPECT_EQ(names(read(machine, "/usr")), "torch=2.6.0 six=1.16.0");
}

TEST(EnvironmentProbe, AVenvSeesTheSystemsPackagesOnlyWhenToldSo) {
  TestMachine machine;
  put_distribution(machine, "/usr/lib/python3/dist-packages", "six", "1.16.0");
  put_venv(machine, "/e");
  EXPECT_EQ(names(read(machine, "/e")), "");
  put_venv(machine, "/f", "home = /usr/bin\nversion = 3.12.4\ninclude-system-site-packages = true\n");
  EXPECT_EQ(names(read(machine, "/f")), "six=1.16.0");
  EXPECT_EQ(read(machine, "/f").site_packages, "/f/lib/python3.12/site-packages");
}

TEST(EnvironmentProbe, TheFolderTellsTheVersionWhenNothingElseDoes) {
  TestMachine machine;
  machine.file("/e/pyvenv.cfg", "\xFF\xFE");
  machine.folder("/e/lib/python3.13t/site-packages");
  const auto environment = read(machine, "/e");
  EXPECT_EQ(environment.python->text(), "3.13");
  EXPECT_EQ(environment.site_packages, "/e/lib/python3.13t/site-packages");
  EXPECT_EQ(environment.interpreter, "");
}

TEST(EnvironmentProbe, ReadsWindowsEnvironments) {
  TestMachine machine(base::OsFamily::windows);
  machine.file(R"(C:\e\pyvenv.cfg)", "home = C:\\Python312\r\nversion = 3.12.4\r\n");
  machine.file(R"(C:\e\Scripts\python.exe)", "MZ");
  put_distribution(machine, R"(C:\e\Lib\site-packages)", "Torch", "2.8.0");
  machine.file(R"(C:\Python312\python.exe)");
  machine.file(R"(C:\Python312\python3.dll)");
  machine.file(R"(C:\Python312\python312.dll)");
  machine.file(R"(C:\Embedded\python311._pth)");
  machine.file(R"(C:\Embedded\python311.dll)");
  const auto venv = read(machine, R"(C:\e)");
  EXPECT_EQ(venv.interpreter, R"(C:\e\Scripts\python.exe)");
  EXPECT_EQ(names(venv), "torch=2.8.0");
  const auto system = read(machine, R"(C:\Python312)");
  EXPECT_EQ(system.kind, "system");
  EXPECT_EQ(system.python->text(), "3.12");
  EXPECT_EQ(names(system), "");
  EXPECT_EQ(read(machine, R"(C:\Embedded)").kind, "embedded");
  EXPECT_EQ(read(machine, R"(C:\Embedded)").python->text(), "3.11");
}

TEST(EnvironmentProbe, WhatCannotBeListedIsUnknown) {
  TestMachine machine;
  const std::string site = put_venv(machine, "/e");
  machine.refuse(site, Why::denied);
  EXPECT_EQ(read(machine, "/e").distributions.why().why, Why::denied);
  machine.refused.clear();
  machine.refuse("/e/pyvenv.cfg", Why::not_recorded);
  EXPECT_EQ(read(machine, "/e").python->text(), "3.12");
  machine.file("/f/pyvenv.cfg", "version = 3.12.4\n");
  EXPECT_TRUE(read(machine, "/f").distributions.undecided());
}

TEST(EnvironmentProbe, AMissingEnvironmentKeepsItsReason) {
  TestMachine machine;
  static const auto catalog = catalog::Catalog::embedded();
  FrameworkRows rows(catalog);
  model::Os os;
  std::vector<std::string> notes;
  const auto environment = read_environment(
      machine, {"/none", model::Selection::named, Unknown{Why::failed, "/none: no such folder"}},
      {rows, os, notes});
  EXPECT_EQ(environment.path, "/none");
  EXPECT_EQ(environment.selection, model::Selection::named);
  EXPECT_TRUE(environment.distributions.undecided());
  EXPECT_EQ(environment.python.why().detail, "/none: no such folder");
}

TEST(Distributions, MetadataCountsWhereAFrameworkIsConcerned) {
  TestMachine machine;
  const std::string site = put_venv(machine, "/e");
  machine.file(site + "/torch-2.6.0.dist-info/METADATA", "Name: torch\r\nVersion: 2.6.0+cu124\r\n\r\n");
  machine.file(site + "/six-1.16.0.dist-info/METADATA", "Name: other\n");
  std::vector<std::string> notes;
  EXPECT_EQ(names(read(machine, "/e", &notes)), "six=1.16.0 torch=2.6.0+cu124");
  EXPECT_TRUE(notes.empty());
}

TEST(Distributions, BrokenMetadataFallsBackToTheFolderAndSaysSo) {
  for (const char* text : {"", "\xFF\xFE", "Name: torch\n", "Name torch\nVersion 9\n"}) {
    TestMachine machine;
    const std::string site = put_venv(machine, "/e");
    machine.file(site + "/torch-2.6.0.dist-info/METADATA", text);
    std::vector<std::string> notes;
    EXPECT_EQ(names(read(machine, "/e", &notes)), "torch=2.6.0") << text;
    EXPECT_EQ(notes.size(), 1u) << text;
  }
  TestMachine machine;
  machine.folder(put_venv(machine, "/e") + "/torch-2.6.0.dist-info");
  std::vector<std::string> notes;
  EXPECT_EQ(names(read(machine, "/e", &notes)), "torch=2.6.0");
  EXPECT_EQ(notes.size(), 1u);
}

TEST(Distributions, EggInfoIsAFolderOrAFile) {
  TestMachine machine;
  const std::string site = put_venv(machine, "/e");
  machine.file(site + "/jax-0.4.7-py3.12.egg-info/PKG-INFO", "Name: jax\nVersion: 0.4.7\n");
  machine.file(site + "/wsproto.egg-info", "Name: wsproto\nVersion: 1.2\n");
  EXPECT_EQ(names(read(machine, "/e")), "jax=0.4.7 wsproto=1.2");
}

TEST(Distributions, MarksTellWhoAskedForIt) {
  TestMachine machine;
  const std::string site = put_venv(machine, "/e");
  put_distribution(machine, site, "torch", "2.6.0", false, "pip");
  const auto environment = read(machine, "/e");
  const auto* torch = environment.find("torch");
  ASSERT_NE(torch, nullptr);
  EXPECT_FALSE(*torch->requested);
  EXPECT_EQ(torch->installer, "pip");
}

}  // namespace
}  // namespace gpuenv::probe
