// Pairs of releases and shadowed libraries in the program's own tables.
#include <gtest/gtest.h>

#include <algorithm>

#include "catalog/catalog.h"

namespace gpuenv::catalog {
namespace {

const Catalog& own() {
  static const Catalog catalog = Catalog::embedded();
  return catalog;
}

TEST(Companions, BelongToOneRelease) {
  EXPECT_EQ(own().companion_for("torch", "torchvision", Version("2.5.1")), Version("0.20.1"));
  EXPECT_EQ(own().companion_for("torch", "torchaudio", Version("2.5.1")), Version("2.5.1"));
  EXPECT_EQ(own().release_for("torch", "torchvision", Version("0.19.1+cu121")), Version("2.4.1"));
  EXPECT_EQ(own().release_for("torch", "torchaudio", Version("2.11.0")).text(), "2.11.0");
}

TEST(Companions, ReleaseThatNoRowTellsHasNoPartner) {
  EXPECT_FALSE(own().companion_for("torch", "torchvision", Version("99.0")).valid());
  EXPECT_FALSE(own().release_for("torch", "torchvision", Version("99.0")).valid());
  EXPECT_FALSE(own().release_for("torch", "no-such-package", Version("1.0")).valid());
}

TEST(Companions, PatchThatNoRowTellsFollowsItsSeries) {
  EXPECT_EQ(own().release_for("torch", "torchvision", Version("0.20.7")).minor_number(), 5);
}

TEST(Companions, PostReleasesAreToldApart) {
  EXPECT_EQ(own().release_for("torch", "xformers", Version("0.0.28.post1")).text(), "");
  EXPECT_EQ(own().release_for("torch", "xformers", Version("0.0.28.post3")), Version("2.5.1"));
  EXPECT_EQ(own().companion_for("torch", "xformers", Version("2.8.0")).text(), "0.0.32.post2");
}

TEST(Companions, OfAFrameworkAreKnownByName) {
  std::vector<std::string> names;
  for (const auto& companion : own().companions("torch")) names.push_back(companion.name);
  EXPECT_NE(std::find(names.begin(), names.end(), "torchvision"), names.end());
  EXPECT_TRUE(own().companions("no-such-framework").empty());
}

TEST(Shadowed, LibrariesAreToldByFramework) {
  const auto torch = own().shadowed("torch");
  ASSERT_FALSE(torch.empty());
  EXPECT_EQ(torch[0].library, "nvjitlink");
  EXPECT_EQ(torch[0].below, Version("2.6"));
  EXPECT_TRUE(own().shadowed("jax").empty());
}

TEST(LibraryUser, LoadsWhatItsReleaseWasBuiltFor) {
  EXPECT_EQ(own().library_user("ctranslate2", Version("4.6.0"))->cudnn_major, 9);
  EXPECT_EQ(own().library_user("ctranslate2", Version("4.4.0"))->cudnn_major, 8);
  EXPECT_EQ(own().library_user("ctranslate2", Version("3.24.0"))->cuda_major, 11);
  EXPECT_FALSE(own().library_user("no-such-package", Version("1.0")).has_value());
  EXPECT_EQ(own().library_users(), std::vector<std::string>{"ctranslate2"});
}

TEST(Cudnn, DropsCardsFromAReleaseOn) {
  const auto rows = own().cudnn_support();
  ASSERT_FALSE(rows.empty());
  EXPECT_EQ(rows[0].from, Version("9.11"));
  EXPECT_EQ(rows[0].oldest, (base::Sm{7, 5}));
}

TEST(Builds, OfOnnxRuntimeTellTheirCudnn) {
  for (const auto& build : own().builds("onnxruntime"))
    if (build.version == Version("1.18.1")) {
      EXPECT_EQ(build.cudnn.major_number(), build.cuda.major_number() == 11 ? 8 : 9);
    }
}

}  // namespace
}  // namespace gpuenv::catalog
