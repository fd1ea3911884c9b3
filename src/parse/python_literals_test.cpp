// Tests of reading Python constants.
#include "parse/python_literals.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

using Kind = PythonValue::Kind;

constexpr const char* torch_version =
    "from typing import Optional\n\n__all__ = ['__version__', 'debug', 'cuda', 'git_version', 'hip']\n"
    "__version__ = '2.15.0+cu132'\ndebug = False\ncuda: Optional[str] = '13.2'\ngit_version = 'abc'\n"
    "hip: Optional[str] = None\n";

TEST(PythonLiterals, ReadsAssignmentsWithTheirLine) {
  const auto version = assignment(torch_version, "__version__");
  ASSERT_TRUE(version);
  EXPECT_EQ(version->kind, Kind::text);
  EXPECT_EQ(version->text, "2.15.0+cu132");
  EXPECT_EQ(version->line, 4);
  EXPECT_EQ(assignment(torch_version, "cuda")->text, "13.2");
  EXPECT_EQ(assignment(torch_version, "hip")->kind, Kind::none);
  EXPECT_EQ(assignment(torch_version, "debug")->kind, Kind::no);
}

TEST(PythonLiterals, TheAnnotationMayBeMissing) {
  EXPECT_EQ(assignment("cuda = '11.7'\r\n", "cuda")->text, "11.7");
  EXPECT_EQ(assignment("cuda_version     = 'False'\n", "cuda_version")->text, "False");
  EXPECT_EQ(assignment("_version = \"0.12.0.1\"", "_version")->text, "0.12.0.1");
}

TEST(PythonLiterals, OnlyWholeNamesAtTheStartOfALineCount) {
  EXPECT_FALSE(assignment("cuda_version = '1'\n", "cuda"));
  EXPECT_FALSE(assignment("  cuda = '1'\n", "cuda"));
  EXPECT_FALSE(assignment("cuda == '1'\n", "cuda"));
  EXPECT_FALSE(assignment("cuda('1')\n", "cuda"));
  EXPECT_FALSE(assignment("# cuda = '1'\n", "cuda"));
}

TEST(PythonLiterals, TheLastAssignmentCounts) {
  EXPECT_EQ(assignment("cuda = '1'\ncuda = '2'\n", "cuda")->text, "2");
}

TEST(PythonLiterals, CodeIsNoValue) {
  EXPECT_EQ(assignment("cuda = get()\n", "cuda")->kind, Kind::other);
  EXPECT_EQ(assignment("cuda = '1' + x\n", "cuda")->kind, Kind::other);
  EXPECT_EQ(assignment("cuda = _check_cuda_version()\n", "cuda")->kind, Kind::other);
}

TEST(PythonLiterals, ReadsEntriesOfDictsAndPairs) {
  constexpr const char* build_info =
      "build_info = collections.OrderedDict([('cuda_compute_capabilities', ['sm_60', 'compute_90']), "
      "('cuda_version', '12.5.1'), ('is_cuda_build', True), ('is_rocm_build', False)])\n";
  EXPECT_EQ(entry(build_info, "is_cuda_build")->kind, Kind::yes);
  EXPECT_EQ(entry(build_info, "is_rocm_build")->kind, Kind::no);
  EXPECT_EQ(entry(build_info, "cuda_version")->text, "12.5.1");
  EXPECT_EQ(entry(build_info, "cuda_compute_capabilities")->list,
            (std::vector<std::string>{"sm_60", "compute_90"}));
  EXPECT_EQ(entry("x = {\n  \"is_cuda_build\": False}", "is_cuda_build")->kind, Kind::no);
  EXPECT_EQ(entry("x = {\n  \"is_cuda_build\": False}", "is_cuda_build")->line, 2);
  EXPECT_FALSE(entry(build_info, "cuda"));
}

TEST(PythonLiterals, BrokenTextGivesNoValue) {
  EXPECT_FALSE(assignment("", "cuda"));
  EXPECT_FALSE(assignment("cuda", "cuda"));
  EXPECT_FALSE(entry("'is_cuda_build'", "is_cuda_build"));
  EXPECT_EQ(assignment("cuda = '1", "cuda")->kind, Kind::other);
  EXPECT_EQ(assignment("cuda =", "cuda")->kind, Kind::other);
  EXPECT_EQ(entry("('a', ['x', ", "a")->kind, Kind::other);
  EXPECT_EQ(entry("('a', ['x' 5", "a")->kind, Kind::other);
  EXPECT_EQ(entry("('a',", "a")->kind, Kind::other);
}

}  // namespace
}  // namespace gpuenv::parse
