// Frameworks, their files, and findings, as the program holds them.
#include <gtest/gtest.h>

#include <algorithm>

#include "catalog/catalog.h"
#include "catalog/test_folders.h"

namespace gpuenv::catalog {
namespace {

/// The file row of a framework for a field on a system.
std::optional<FrameworkFile> file_for(std::string_view framework, std::string_view field, OsFamily os) {
  std::optional<Framework> found = Catalog::embedded().framework(framework);
  if (!found) return std::nullopt;
  for (FrameworkFile& file : found->files) {
    const auto& systems = file.systems;
    if (file.field == field && (systems.empty() || std::count(systems.begin(), systems.end(), os)))
      return std::move(file);
  }
  return std::nullopt;
}

TEST(Frameworks, TellPackagesAndWhereCpuBuildsCome) {
  const auto torch = Catalog::embedded().framework("torch");
  ASSERT_TRUE(torch);
  EXPECT_EQ(torch->title, "PyTorch");
  EXPECT_EQ(torch->windows_gpu, "");
  EXPECT_EQ(torch->cpu_index, "https://download.pytorch.org/whl/cpu");
  EXPECT_EQ(Catalog::embedded().framework("tensorflow")->windows_gpu, "2.10");
  const auto jax = Catalog::embedded().framework("jax");
  EXPECT_EQ(jax->windows_gpu, "none");
  EXPECT_TRUE(std::count(jax->gpu_distributions.begin(), jax->gpu_distributions.end(), "jax-cuda13-plugin"));
  EXPECT_EQ(Catalog::embedded().framework("onnxruntime")->cpu_distributions,
            std::vector<std::string>{"onnxruntime"});
  EXPECT_FALSE(Catalog::embedded().framework("nothing"));
}

TEST(Frameworks, TellTheFirstReleaseForNumpy2AndTheNamesInConda) {
  const auto torch = Catalog::embedded().framework("torch");
  ASSERT_TRUE(torch);
  EXPECT_EQ(torch->numpy2_linux.text(), "2.3");
  EXPECT_EQ(torch->numpy2_windows.text(), "2.4.1");
  EXPECT_TRUE(std::count(torch->conda_packages.begin(), torch->conda_packages.end(), "pytorch"));
  EXPECT_FALSE(Catalog::embedded().framework("paddle")->numpy2_linux.valid());
}

TEST(Frameworks, TellTheirBuildByFilesOfEachSystem) {
  const auto cuda = file_for("torch", "cuda", OsFamily::windows);
  ASSERT_TRUE(cuda);
  EXPECT_EQ(cuda->path, "torch/version.py");
  EXPECT_EQ(cuda->how, "assignment");
  EXPECT_EQ(cuda->key, "cuda");
  EXPECT_EQ(file_for("torch", "cuda_library", OsFamily::linux)->path, "torch/lib/libtorch_cuda.so");
  EXPECT_EQ(file_for("torch", "cuda_library", OsFamily::windows)->path, "torch/lib/torch_cuda.dll");
  EXPECT_EQ(file_for("tensorflow", "is_cuda", OsFamily::linux)->how, "entry");
  EXPECT_FALSE(file_for("jax", "cuda_library", OsFamily::windows));
}

TEST(Findings, HaveTextsInBothLanguages) {
  const auto catalog = Catalog::from_folder(folder_of(small_files()));
  ASSERT_TRUE(catalog);
  EXPECT_EQ(catalog->finding_ids(), std::vector<std::string>{"torch.cpu-build"});
  const auto row = catalog->finding("torch.cpu-build");
  ASSERT_TRUE(row);
  EXPECT_EQ(row->id, "torch.cpu-build");
  EXPECT_EQ(row->role, "cause");
  EXPECT_EQ(row->severity, "error");
  EXPECT_EQ(row->sources, std::vector<std::string>{"https://pytorch.org"});
  EXPECT_EQ(row->checked, "2026-12-02");
  EXPECT_TRUE(row->explains.empty());
  EXPECT_EQ(row->en.title, "{name} is a CPU build");
  EXPECT_EQ(row->zh.why, "它不含 CUDA 代码。");
  EXPECT_EQ(row->en.fix.at("install"), "Install {build}:");
  EXPECT_EQ(row->zh.fix.size(), 1U);
  EXPECT_FALSE(catalog->finding("torch.cpu"));
}

}  // namespace
}  // namespace gpuenv::catalog
