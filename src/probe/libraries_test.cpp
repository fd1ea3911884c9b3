// Requirements, companions and copies of NVIDIA's libraries, read from a machine.
#include "probe/libraries.h"

#include <gtest/gtest.h>

#include "probe/test_environments.h"

namespace gpuenv::probe::test {
namespace {

using base::Version;

const model::LibraryCopy* find(const Known<std::vector<model::LibraryCopy>>& list, const std::string& name) {
  if (list.known())
    for (const auto& copy : *list)
      if (copy.library == name) return &copy;
  return nullptr;
}

struct Venv : testing::Test {
  TestMachine machine;
  std::string site = put_venv(machine, "/venv");

  void put_torch_asking(const std::string& requirements) {
    put_torch(machine, site, "2.5.1+cu124", "'12.4'");
    put_distribution(machine, site, "torch", "2.5.1");
    machine.file(site + "/torch-2.5.1.dist-info/METADATA",
                 "Name: torch\nVersion: 2.5.1\n" + requirements + "\nDescription\n");
  }
};

TEST_F(Venv, RequirementsOfAGpuBuildAreRead) {
  put_torch_asking("Requires-Dist: nvidia-cudnn-cu12==9.1.0.70; platform_system == \"Linux\"\n");
  const auto environment = read(machine, "/venv");
  const auto& list = environment.find("torch")->requires_dist;
  ASSERT_TRUE(list.known());
  ASSERT_EQ(list->size(), 1U);
  EXPECT_EQ(list->front().library, "cudnn");
}

TEST_F(Venv, RequirementsThatMayNotBeReadAreUnknown) {
  put_torch_asking("");
  machine.refuse(site + "/torch-2.5.1.dist-info/METADATA");
  EXPECT_EQ(read(machine, "/venv").find("torch")->requires_dist.why().why, Why::denied);
}

TEST_F(Venv, CompanionTellsItsBuildInItsOwnFile) {
  put_torch_asking("");
  put_distribution(machine, site, "torchvision", "0.20.1");
  machine.file(site + "/torchvision/version.py", "__version__ = '0.20.1+cpu'\ngit_version = 'x'\n");
  put_distribution(machine, site, "flash_attn", "2.8.3+cu12torch2.8cxx11abiTRUE");
  const auto environment = read(machine, "/venv");
  ASSERT_EQ(environment.companions.size(), 2U);
  EXPECT_EQ(environment.companions[0].variant, "cpu");
  EXPECT_EQ(environment.companions[1].built_for, Version("2.8"));
}

TEST_F(Venv, WheelsAreCopiesWithTheirFolders) {
  put_distribution(machine, site, "nvidia_cudnn_cu12", "9.1.0.70");
  put_distribution(machine, site, "nvidia_cublas", "13.1.0.3");
  const auto libraries = read(machine, "/venv").libraries;
  ASSERT_NE(find(libraries, "cudnn"), nullptr);
  EXPECT_EQ(find(libraries, "cudnn")->path, site + "/nvidia/cudnn/lib");
  EXPECT_EQ(find(libraries, "cublas")->path, site + "/nvidia/cu13/lib");
  EXPECT_EQ(find(libraries, "cublas")->cuda_major, 13);
}

TEST_F(Venv, TorchThatAsksForNoWheelsCarriesTheLibraries) {
  put_torch_asking("");
  machine.file(site + "/torch/lib/libcudnn.so.8");
  machine.file(site + "/torch/lib/libcudart-d0da41ae.so.11.0");
  const auto libraries = read(machine, "/venv").libraries;
  ASSERT_NE(find(libraries, "cudnn"), nullptr);
  EXPECT_EQ(find(libraries, "cudnn")->from, "framework");
  EXPECT_EQ(find(libraries, "cudart")->cuda_major, 11);
}

TEST_F(Venv, LibraryPathIsReadWholeWithTheVersionsOfItsFiles) {
  machine.variables["LD_LIBRARY_PATH"] = "/opt/cuda/lib64:/opt/none";
  machine.link("/opt/cuda/lib64/libnvJitLink.so.12", "libnvJitLink.so.12.1.105");
  machine.file("/opt/cuda/lib64/libnvJitLink.so.12.1.105");
  machine.file("/opt/cuda/lib64/libcublas.so.12");
  const auto libraries = read_machine_libraries(machine, {});
  const auto* link = find(libraries, "nvjitlink");
  ASSERT_NE(link, nullptr);
  EXPECT_EQ(*link->version, Version("12.1.105"));
  EXPECT_TRUE(link->on_library_path);
  EXPECT_FALSE(find(libraries, "cublas")->version.known());
}

TEST_F(Venv, LibraryPathIntoTheEnvironmentIsItsOwnWheel) {
  put_distribution(machine, site, "nvidia_cublas_cu12", "12.4.5.8");
  machine.file(site + "/nvidia/cublas/lib/libcublas.so.12");
  machine.variables["LD_LIBRARY_PATH"] = site + "/nvidia/cublas/lib";
  const auto libraries = read_machine_libraries(machine, {read(machine, "/venv")});
  ASSERT_NE(find(libraries, "cublas"), nullptr);
  EXPECT_EQ(find(libraries, "cublas")->package, "nvidia-cublas-cu12");
  EXPECT_EQ(*find(libraries, "cublas")->version, Version("12.4.5.8"));
}

TEST_F(Venv, LibraryPathIntoAnotherEnvironmentIsTheWheelThere) {
  const std::string other = put_venv(machine, "/other");
  put_distribution(machine, other, "nvidia_nvjitlink_cu12", "12.1.105");
  put_distribution(machine, other, "nvidia_nvjitlink_cu11", "11.8.89");
  machine.file(other + "/nvidia/nvjitlink/lib/libnvJitLink.so.12");
  machine.variables["LD_LIBRARY_PATH"] = other + "/nvidia/nvjitlink/lib";
  const auto libraries = read_machine_libraries(machine, {read(machine, "/venv")});
  const auto* link = find(libraries, "nvjitlink");
  ASSERT_NE(link, nullptr);
  EXPECT_EQ(link->version.value_or(Version()), Version("12.1.105"));
  EXPECT_EQ(link->from, "wheel");
  EXPECT_EQ(link->package, "nvidia-nvjitlink-cu12");
}

TEST_F(Venv, SystemIsSearchedOnlyForWhatLooksThere) {
  machine.file("/etc/ld.so.conf", "/opt/lib\n");
  machine.link("/opt/lib/libcudnn.so.9", "libcudnn.so.9.1.0");
  machine.file("/opt/lib/libcudnn.so.9.1.0");
  EXPECT_EQ(find(read_machine_libraries(machine, {read(machine, "/venv")}), "cudnn"), nullptr);
  put_distribution(machine, site, "ctranslate2", "4.6.0");
  const auto libraries = read_machine_libraries(machine, {read(machine, "/venv")});
  ASSERT_NE(find(libraries, "cudnn"), nullptr);
  EXPECT_EQ(*find(libraries, "cudnn")->version, Version("9.1.0"));
}

TEST_F(Venv, UnreadableFolderLeavesTheSearchOpen) {
  machine.variables["LD_LIBRARY_PATH"] = "/opt/secret";
  machine.folder("/opt/secret");
  machine.refuse("/opt/secret");
  EXPECT_TRUE(read_machine_libraries(machine, {}).undecided());
}

TEST(CondaLibraries, WithoutTheFolderOfCondaNothingIsCalledMissing) {
  TestMachine machine;
  machine.file("/c/conda-meta/python-3.12.4-h955ad1f_0.json");
  machine.file("/c/lib/libcudnn.so.9.3.0");
  put_torch(machine, "/c/lib/python3.12/site-packages", "2.5.1", "'12.6'");
  EXPECT_NE(find(read(machine, "/c").libraries, "cudnn"), nullptr);
  machine.refuse("/c/lib");
  EXPECT_TRUE(read(machine, "/c").libraries.undecided());
}

}  // namespace
}  // namespace gpuenv::probe::test
