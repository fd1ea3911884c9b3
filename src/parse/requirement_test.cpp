// Requirements, their markers and version specifiers.
#include "parse/requirement.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

using base::Version;
using model::Requirement;

const MarkerContext linux312{base::OsFamily::linux, "x86_64", Version("3.12.4")};
const MarkerContext windows312{base::OsFamily::windows, "x86_64", Version("3.12.4")};

Requirement plain(const std::string& name, const std::string& specifier) {
  return {name, specifier, "", {}, "", "", 0};
}

TEST(Requirement, HasNameSpecifierAndExtras) {
  EXPECT_EQ(requirement("nvidia_cudnn-cu12 == 9.1.0.70", linux312),
            (Requirement{"nvidia-cudnn-cu12", "==9.1.0.70", "", {}, "cudnn", "cudnn", 12}));
  EXPECT_EQ(requirement("torch (>=2,<3)", linux312), plain("torch", ">=2,<3"));
  auto toolkit = plain("cuda-toolkit", "==13.2.2");
  toolkit.extras = {"cublas", "cudart"};
  EXPECT_EQ(requirement("cuda-toolkit[cublas,cudart]==13.2.2", linux312), toolkit);
  EXPECT_EQ(requirement("torch @ https://example.org/torch.whl", linux312), plain("torch", ""));
  EXPECT_EQ(requirement("", linux312), std::nullopt);
  EXPECT_EQ(requirement("==1.0", linux312), std::nullopt);
}

TEST(Requirement, HoldsOnlyWhereItsMarkerHolds) {
  const char* linux_only =
      "nvidia-nccl-cu12==2.21.5; platform_system == \"Linux\" and platform_machine == \"x86_64\"";
  EXPECT_TRUE(requirement(linux_only, linux312).has_value());
  EXPECT_FALSE(requirement(linux_only, windows312).has_value());
  EXPECT_FALSE(requirement(linux_only, {base::OsFamily::linux, "aarch64", Version("3.12")}).has_value());
  EXPECT_TRUE(requirement("x; sys_platform == 'win32' or os_name == 'posix'", linux312).has_value());
  EXPECT_FALSE(requirement("x; sys_platform == 'win32' or (os_name == 'nt')", linux312).has_value());
  EXPECT_TRUE(requirement("x; platform_machine not in 'aarch64 arm64'", linux312).has_value());
}

TEST(Requirement, PythonVersionsAreComparedAsVersions) {
  EXPECT_TRUE(requirement("x; python_version >= \"3.9\"", linux312).has_value());
  EXPECT_FALSE(requirement("x; python_version < '3.9'", linux312).has_value());
  EXPECT_FALSE(requirement("x; '3.9' == python_version", linux312).has_value());
  const MarkerContext any_python{base::OsFamily::linux, "x86_64", Version()};
  EXPECT_TRUE(requirement("x; python_version < '3.9'", any_python).has_value());
}

TEST(Requirement, NamesTheExtraThatWantsIt) {
  const auto found = requirement(
      "nvidia-cudnn-cu12<10,>=9.8; sys_platform == \"linux\" and extra == \"with_cuda\"", linux312);
  EXPECT_EQ(found->specifier, "<10,>=9.8");
  EXPECT_EQ(found->extra, "with-cuda");
  EXPECT_FALSE(
      requirement("x; (sys_platform == 'win32' and python_version < '3.12') and extra == 'g'", linux312)
          .has_value());
}

TEST(Requirement, OddMarkersLeaveNothingOut) {
  for (const char* marker : {";", "; nonsense", "; ((((", "; extra ==", "; 'a", "; no_such_variable == '1'"})
    EXPECT_TRUE(requirement(std::string("x") + marker, linux312).has_value()) << marker;
  EXPECT_TRUE(requirement("x; " + std::string(100000, '('), linux312).has_value());
}

TEST(Requirements, AreReadFromTheHeadersOnly) {
  const auto list = requirements(
      "Name: torch\nRequires-Dist: filelock\nRequires-Dist: triton==3.4.0; platform_system == \"Linux\"\n"
      "\nRequires-Dist: not-this\n",
      linux312);
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0].name, "filelock");
  EXPECT_EQ(list[1].specifier, "==3.4.0");
}

TEST(Requirement, TellsWhichLibraryOfNvidiaItBrings) {
  const auto cudnn = requirement("nvidia-cudnn-cu12==9.1.0.70", linux312);
  EXPECT_EQ(cudnn->part, "cudnn");
  EXPECT_EQ(cudnn->cuda_major, 12);
  const auto runtime = requirement("nvidia-cuda-runtime~=13.0", linux312);
  EXPECT_EQ(runtime->library, "cudart");
  EXPECT_EQ(runtime->cuda_major, 13);
  EXPECT_EQ(requirement("nvidia-cuda-nvcc-cu12>=12.5", linux312)->part, "cuda-nvcc");
  EXPECT_EQ(requirement("numpy>=2", linux312)->part, "");
}

}  // namespace
}  // namespace gpuenv::parse
