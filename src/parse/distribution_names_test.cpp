// Tests of the names of Python distributions.
#include "parse/distribution_names.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

TEST(DistributionNames, AllSpellingsHaveOneNormalForm) {
  EXPECT_EQ(normal_name("Jinja2"), "jinja2");
  EXPECT_EQ(normal_name("nvidia_cudnn_cu12"), "nvidia-cudnn-cu12");
  EXPECT_EQ(normal_name("zope.Interface"), "zope-interface");
  EXPECT_EQ(normal_name("a-_.b"), "a-b");
  EXPECT_EQ(normal_name(""), "");
}

TEST(DistributionNames, FolderNamesGiveNameAndVersion) {
  EXPECT_EQ(distribution_folder("torch-2.8.0.dist-info"), (NameAndVersion{"torch", "2.8.0"}));
  EXPECT_EQ(distribution_folder("torch-2.8.0+cu128.dist-info"), (NameAndVersion{"torch", "2.8.0+cu128"}));
  EXPECT_EQ(distribution_folder("numpy-1.26.4-py3.12.egg-info"), (NameAndVersion{"numpy", "1.26.4"}));
  EXPECT_EQ(distribution_folder("wsproto.egg-info"), (NameAndVersion{"wsproto", ""}));
}

TEST(DistributionNames, OtherEntriesAreNoDistributions) {
  EXPECT_FALSE(distribution_folder("torch"));
  EXPECT_FALSE(distribution_folder(".dist-info"));
  EXPECT_FALSE(distribution_folder("-2.8.0.dist-info"));
  EXPECT_FALSE(distribution_folder("~orch-2.8.0.dist-info"));
  EXPECT_FALSE(distribution_folder(""));
}

TEST(DistributionNames, HeadersEndAtTheEmptyLine) {
  EXPECT_EQ(metadata_headers("Metadata-Version: 2.1\r\nName: torch\r\nVersion: 2.8.0\r\n\r\nName: other\r\n"),
            (NameAndVersion{"torch", "2.8.0"}));
  EXPECT_EQ(metadata_headers("NAME: a\n"), (NameAndVersion{"a", ""}));
  EXPECT_EQ(metadata_headers("\xEF\xBB\xBFName: a\nVersion: 1\nVersion: 2\n"), (NameAndVersion{"a", "1"}));
}

TEST(DistributionNames, BrokenHeadersGiveNothing) {
  EXPECT_FALSE(metadata_headers(""));
  EXPECT_FALSE(metadata_headers("Version: 1\n"));
  EXPECT_FALSE(metadata_headers("\nName: late\n"));
  EXPECT_FALSE(metadata_headers(std::string_view("\0\x01\x02", 3)));
  EXPECT_EQ(metadata_headers("Name: \xFFx\n")->name, "\xEF\xBF\xBDx");
}

}  // namespace
}  // namespace gpuenv::parse
