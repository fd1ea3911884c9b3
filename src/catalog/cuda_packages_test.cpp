// Packages that exist once for each CUDA major.
#include <gtest/gtest.h>

#include "catalog/catalog.h"
#include "catalog/test_folders.h"

namespace gpuenv::catalog {
namespace {

TEST(CatalogCudaPackages, TheNameLeadsToTheCudaOfTheWheel) {
  const Catalog catalog = *Catalog::from_folder(real_folder());
  EXPECT_EQ(catalog.cuda_package("cupy-cuda12x")->cuda_major, 12);
  EXPECT_EQ(catalog.cuda_package("cupy-cuda13x")->cuda_major, 13);
  EXPECT_EQ(catalog.cuda_package("cupy-cuda11x")->last, Version("13.6.0"));
  EXPECT_FALSE(catalog.cuda_package("cupy-cuda11x")->toolkit_extra.valid());
  EXPECT_FALSE(catalog.cuda_package("cupy"));
}

TEST(CatalogCudaPackages, ACudaThatIsNoNumberIsAMistake) {
  Files files = small_files();
  files["toolkits.toml"] +=
      "\n[[cuda_package]]\nname = \"cupy-cuda12x\"\ncuda_major = \"12.x\"\nsource = \"list\"\n";
  const auto catalog = Catalog::from_folder(folder_of(files));
  ASSERT_FALSE(catalog);
  EXPECT_NE(catalog.error().message.find("cuda_major '12.x' is not a whole number"), std::string::npos);
}

}  // namespace
}  // namespace gpuenv::catalog
