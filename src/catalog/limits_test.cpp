// Tests of single numbers and host compilers.
#include <gtest/gtest.h>

#include "catalog/catalog.h"

namespace gpuenv::catalog {
namespace {

TEST(Limits, AreFoundByTheirId) {
  const auto catalog = Catalog::embedded();
  EXPECT_EQ(catalog.limit(Limit::wsl_windows_build), 19044);
  EXPECT_EQ(catalog.limit(Limit::disk_almost_full), 1024);
  EXPECT_EQ(Catalog::from_blob("damaged").limit(Limit::disk_almost_full), std::nullopt);
}

TEST(MemoryUse, IsThatOfTheLargestSizeBelow) {
  const auto catalog = Catalog::embedded();
  const auto words = [&](long long mib) { return catalog.memory_use(mib).value_or(MemoryUse{}).en; };
  EXPECT_EQ(words(2048), words(0));
  EXPECT_NE(words(4096), words(2048));
  EXPECT_EQ(words(4096), words(3909));
  EXPECT_TRUE(words(8192).starts_with("comfortable for most networks")) << words(8192);
  EXPECT_EQ(words(1'000'000), words(81920));
  EXPECT_EQ(Catalog::from_blob("damaged").memory_use(8192), std::nullopt);
}

TEST(HostCompilers, BelongToTheSeries) {
  const auto catalog = Catalog::embedded();
  EXPECT_EQ(catalog.host_compilers(Version("11.8.0"))->gcc_max, 11);
  EXPECT_EQ(catalog.host_compilers(Version("12.4.131"))->gcc_max, 13);
  EXPECT_EQ(catalog.host_compilers(Version("99.1")), std::nullopt);
  EXPECT_EQ(catalog.host_compilers(Version()), std::nullopt);
}

}  // namespace
}  // namespace gpuenv::catalog
