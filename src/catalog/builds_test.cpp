// Builds of frameworks: how build and release rows are joined, and what the real rows say.
#include <gtest/gtest.h>

#include <algorithm>

#include "catalog/catalog.h"
#include "catalog/test_folders.h"

namespace gpuenv::catalog {
namespace {

/// The build of the tables in the program, or an empty one.
FrameworkBuild known(std::string_view framework, std::string_view version, std::string_view variant,
                     OsFamily os = OsFamily::linux, std::string_view machine = "x86_64") {
  static const Catalog catalog = Catalog::embedded();
  for (FrameworkBuild& build : catalog.builds(framework))
    if (build.version.text() == version && build.variant == variant && build.systems[0] == os &&
        build.machine == machine)
      return std::move(build);
  return {};
}

std::string words(const std::optional<std::vector<Sm>>& list) {
  if (!list) return "not known";
  std::string text;
  for (const Sm& sm : *list) text += (text.empty() ? "" : " ") + sm.dotted();
  return text;
}

/// Builds of the small folder whose framework file goes on like this.
std::vector<FrameworkBuild> builds_with(const std::string& rows) {
  Files files = small_files();
  std::string& file = files["frameworks/torch.toml"];
  file = file.substr(0, file.find("[[build]]")) + rows + "\n" + file.substr(file.find("[[file]]"));
  const auto catalog = Catalog::from_folder(folder_of(files));
  EXPECT_TRUE(catalog) << catalog.error().message;
  return catalog ? catalog->builds("torch") : std::vector<FrameworkBuild>();
}

const std::string build_row =
    "[[build]]\nrelease = \"2.8\"\nvariant = \"cu128\"\ncuda = \"12.8\"\nsource = \"x\"\n";
const std::string release_row =
    "[[release]]\nsource = \"x\"\nindex = \"https://example.org/{os}/{variant}\"\n";

TEST(Builds, TakeTheNewestReleaseThatHasTheVariant) {
  const auto builds =
      builds_with(build_row + "os = [\"linux\"]\n" + release_row +
                  "version = \"2.8.0\"\ndate = \"2025-08-06\"\nvariants_linux = [\"cu128\"]\n" + release_row +
                  "version = \"2.8.1\"\nvariants_linux = [\"cu129\"]\n");
  ASSERT_EQ(builds.size(), 1U);
  EXPECT_EQ(builds[0].requirement, "torch==2.8.0");
  EXPECT_EQ(builds[0].date, "2025-08-06");
  EXPECT_EQ(builds[0].index, "https://example.org/linux/cu128");
  EXPECT_EQ(builds[0].version.text(), "2.8");
}

TEST(Builds, AConfirmedReleaseWinsOverANewerDoubtfulOne) {
  const std::string rows =
      build_row + "os = [\"linux\"]\n" + release_row + "version = \"2.8.1\"\nunconfirmed = true\n";
  const auto doubtful = builds_with(rows);
  ASSERT_EQ(doubtful.size(), 1U);
  EXPECT_EQ(doubtful[0].requirement, "torch==2.8.1");
  EXPECT_TRUE(doubtful[0].unconfirmed);
  const auto both = builds_with(rows + release_row + "version = \"2.8.0\"\n");
  EXPECT_EQ(both[0].requirement, "torch==2.8.0");
  EXPECT_FALSE(both[0].unconfirmed);
}

TEST(Builds, DoNotExistWhereNoReleaseHasTheVariant) {
  const auto builds =
      builds_with(build_row + "os = [\"linux\", \"windows\"]\n" + release_row +
                  "version = \"2.8.0\"\nvariants_linux = [\"cu128\"]\nvariants_windows = [\"cu126\"]\n");
  ASSERT_EQ(builds.size(), 1U);
  EXPECT_EQ(builds[0].systems[0], OsFamily::linux);
}

TEST(Builds, ListsOfASystemWinAndMissingOnesStayUnknown) {
  const auto builds =
      builds_with(build_row + "os = [\"linux\", \"windows\"]\nsm_linux = [\"9.0\"]\nptx_linux = \"9.0\"\n");
  ASSERT_EQ(builds.size(), 2U);
  EXPECT_EQ(words(builds[0].cubins), "9.0");
  EXPECT_EQ(words(builds[0].ptx), "9.0");
  EXPECT_EQ(words(builds[1].cubins), "not known");
  EXPECT_EQ(words(builds[1].ptx), "not known");
}

TEST(Builds, PtxIsNoneWhenTheSourceOfTheCubinsNamesNone) {
  const auto builds = builds_with(build_row + "os = [\"linux\"]\nsm = [\"9.0\"]\n");
  ASSERT_EQ(builds.size(), 1U);
  EXPECT_EQ(words(builds[0].ptx), "");
  EXPECT_FALSE(builds[0].measured);
}

TEST(Builds, PythonSpansAreWrittenOut) {
  const auto builds = builds_with(build_row + "os = [\"linux\"]\n" + release_row +
                                  "version = \"2.8.0\"\npython_min = \"3.9\"\npython_max = \"3.11\"\n");
  ASSERT_EQ(builds.size(), 1U);
  EXPECT_EQ(builds[0].pythons, (std::vector<std::string>{"3.9", "3.10", "3.11"}));
}

TEST(TorchBuilds, HaveTheListsOfTheWheel) {
  const FrameworkBuild build = known("torch", "2.8", "cu128");
  EXPECT_EQ(words(build.cubins),
            "7.0 7.5 8.0 8.6 9.0 10.0 12.0");  // without the few `a` kernels of sm_partial
  EXPECT_EQ(words(build.ptx), "");
  EXPECT_TRUE(build.measured);
  EXPECT_FALSE(build.unconfirmed);
  EXPECT_EQ(build.requirement, "torch==2.8.0");
  EXPECT_EQ(build.index, "https://download.pytorch.org/whl/cu128");
  EXPECT_EQ(build.index_kind, IndexKind::instead);
  EXPECT_EQ(build.date, "2025-08-06");
  EXPECT_EQ(build.pythons, (std::vector<std::string>{"3.9", "3.10", "3.11", "3.12", "3.13"}));
  EXPECT_FALSE(known("torch", "2.8", "cu128", OsFamily::windows).measured);
}

TEST(TorchBuilds, DefaultIndexDiffersBySystemAndRelease) {
  EXPECT_TRUE(known("torch", "2.15", "cu132").default_index);
  EXPECT_FALSE(known("torch", "2.15", "cu130").default_index);
  EXPECT_TRUE(known("torch", "2.14", "cu130").default_index);
  EXPECT_TRUE(known("torch", "2.8", "cu128").default_index);
  EXPECT_FALSE(known("torch", "2.15", "cu132", OsFamily::windows).default_index);
}

TEST(TorchBuilds, RequirementNamesTheNewestConfirmedRelease) {
  EXPECT_EQ(known("torch", "2.7", "cu118").requirement, "torch==2.7.1");
  EXPECT_EQ(known("torch", "2.14", "cu130").requirement, "torch==2.14.1");  // seen on the default index
  EXPECT_EQ(known("torch", "2.14", "cu126").requirement, "torch==2.14.0");  // 2.14.1 is not confirmed there
}

TEST(TorchBuilds, OlderStylesOfIndexes) {
  const FrameworkBuild links = known("torch", "1.7", "cu110");
  EXPECT_EQ(links.requirement, "torch==1.7.1+cu110");
  EXPECT_EQ(links.index, "https://download.pytorch.org/whl/torch_stable.html");
  EXPECT_EQ(links.index_kind, IndexKind::links);
  const FrameworkBuild beside = known("torch", "1.13", "cu116");
  EXPECT_EQ(beside.requirement, "torch==1.13.1+cu116");
  EXPECT_EQ(beside.index_kind, IndexKind::extra);
  const FrameworkBuild plain = known("torch", "1.13", "cu117");  // the default: no local version there
  EXPECT_TRUE(plain.default_index);
  EXPECT_EQ(plain.requirement, "torch==1.13.1");
  EXPECT_EQ(plain.index, "");
}

TEST(TorchBuilds, AarchHasBuildsOfItsOwn) {
  const FrameworkBuild build = known("torch", "2.11", "cu130", OsFamily::linux, "aarch64");
  EXPECT_EQ(words(build.cubins), "8.0 9.0 10.0 11.0 12.0");
  EXPECT_FALSE(build.default_index);
}

TEST(TorchBuilds, TheLastForPascalIsCuda126Of214) {
  for (const FrameworkBuild& build : Catalog::embedded().builds("torch")) {  // newest first
    if (!build.cubins || base::serves(*build.cubins, *build.ptx, {6, 1}) == base::Serves::none) continue;
    EXPECT_EQ(build.version.text(), "2.14");
    EXPECT_EQ(build.variant, "cu126");
    return;
  }
  FAIL() << "no build serves Pascal";
}

TEST(OtherBuilds, TensorflowNeedsItsExtraAndHasNoNewWindowsBuilds) {
  EXPECT_EQ(known("tensorflow", "2.21", "cuda12").requirement, "tensorflow[and-cuda]==2.21.0");
  EXPECT_EQ(known("tensorflow", "2.0", "cuda10").requirement, "tensorflow-gpu==2.0.0");
  EXPECT_EQ(known("tensorflow", "2.10", "cuda11", OsFamily::windows).requirement, "tensorflow==2.10.0");
  for (const FrameworkBuild& build : Catalog::embedded().builds("tensorflow"))
    EXPECT_TRUE(build.systems[0] == OsFamily::linux || build.version <= Version("2.10"))
        << build.version.text();
}

TEST(OtherBuilds, JaxHasAFloorWhereItsListsAreNotKnown) {
  const FrameworkBuild newest = known("jax", "0.12.0", "cuda13");
  EXPECT_EQ(newest.requirement, "jax[cuda13]==0.12.0.1");
  EXPECT_EQ(words(newest.cubins), "7.5 8.0 9.0 10.0 11.0 12.0");
  const FrameworkBuild older = known("jax", "0.11.0", "cuda13");
  EXPECT_EQ(words(older.cubins), "not known");
  ASSERT_TRUE(older.floor);
  EXPECT_EQ(older.floor->dotted(), "7.5");
  EXPECT_EQ(known("jax", "0.11.0", "cuda12").floor->dotted(), "5.2");
}

TEST(OtherBuilds, OnnxruntimeMovesItsDefaultWithTheReleases) {
  const FrameworkBuild cuda13 = known("onnxruntime", "1.31", "cuda13");
  EXPECT_TRUE(cuda13.default_index);
  EXPECT_EQ(cuda13.requirement, "onnxruntime-gpu[cuda,cudnn]==1.31.1");
  EXPECT_EQ(words(cuda13.cubins), "7.5 8.0 8.6 8.9 9.0a 12.0a");
  EXPECT_TRUE(known("onnxruntime", "1.26", "cuda12").default_index);
  EXPECT_FALSE(known("onnxruntime", "1.25", "cuda13").default_index);
  EXPECT_EQ(known("onnxruntime", "1.27", "cuda13").requirement,
            "onnxruntime-gpu==1.27.0");  // its extras cannot resolve
  EXPECT_EQ(words(known("onnxruntime", "1.31", "cuda13", OsFamily::windows).cubins), "not known");
}

TEST(OtherBuilds, PaddleHasItsOwnIndex) {
  const FrameworkBuild build = known("paddle", "3.2.0", "cu126");
  EXPECT_EQ(build.requirement, "paddlepaddle-gpu==3.2.0");
  EXPECT_EQ(build.index, "https://www.paddlepaddle.org.cn/packages/stable/cu126/");
  EXPECT_EQ(known("paddle", "2.6.2", "cu118").requirement, "paddlepaddle-gpu==2.6.2");
  EXPECT_TRUE(known("paddle", "2.6.2", "cu118").default_index);
  EXPECT_EQ(known("paddle", "2.5.2", "cu117", OsFamily::windows).index,
            "https://www.paddlepaddle.org.cn/whl/windows/mkl/avx/stable.html");
}

TEST(OtherBuilds, UnknownFrameworksHaveNone) {
  EXPECT_TRUE(Catalog::embedded().builds("nothing").empty());
}

}  // namespace
}  // namespace gpuenv::catalog
