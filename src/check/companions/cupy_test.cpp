// CuPy: for which CUDA it was built, against the driver and the libraries that are there.
#include <gtest/gtest.h>

#include "check/test_facts.h"

namespace gpuenv::check::test {
namespace {

using Ids = std::vector<std::string>;

/// A machine on CUDA 12.4 without a toolkit, and an environment with these packages.
model::Facts with(std::vector<model::Distribution> distributions) {
  model::Facts facts = working_machine();
  facts.environments.push_back(environment({}, std::move(distributions)));
  return facts;
}

void add_toolkit(model::Facts& facts, const std::string& version) {
  model::Toolkit toolkit;
  toolkit.version = Version(version);
  toolkit.path = "/usr/local/cuda-" + version;
  facts.toolkits->push_back(toolkit);
}

TEST(Cupy, FindsTheToolkitOfItsCuda) {
  model::Facts facts = with({distribution("cupy-cuda12x", "13.2.0")});
  add_toolkit(facts, "12.4");
  EXPECT_EQ(causes(judged(facts)), Ids{});
  EXPECT_EQ(judged(facts).verdict, model::Verdict::healthy);
}

TEST(Cupy, WithoutLibrariesIsGivenThemByItsExtra) {
  const auto judgement = judged(with({distribution("cupy-cuda12x", "14.2.0")}));
  EXPECT_EQ(causes(judgement), Ids{"cupy.no-cuda-libraries"});
  EXPECT_EQ(judgement.findings[0].confidence, model::Confidence::likely);
  EXPECT_EQ(commands(judgement.findings[0]),
            "uv pip install --python /home/user/proj/.venv/bin/python \"cupy-cuda12x[ctk]==14.2.0\"\n");
}

TEST(Cupy, BeforeVersion14OnlyAToolkitHelps) {
  const auto judgement = judged(with({distribution("cupy-cuda12x", "13.2.0")}));
  ASSERT_EQ(causes(judgement), Ids{"cupy.no-cuda-libraries"});
  ASSERT_EQ(judgement.findings[0].fix.size(), 1U);
  EXPECT_EQ(judgement.findings[0].fix[0].text, "toolkit");
}

TEST(Cupy, ForAnotherCudaThanTheToolkitIsReplaced) {
  model::Facts facts = with({distribution("cupy-cuda11x", "13.2.0")});
  add_toolkit(facts, "12.4");
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"cupy.no-cuda-libraries"});
  EXPECT_NE(commands(judgement.findings[0]).find("cupy-cuda12x==13.2.0"), std::string::npos);
}

TEST(Cupy, AToolkitBeyondTheDriverIsNoReasonToFollowIt) {
  model::Facts facts = with({distribution("cupy-cuda12x", "13.6.0")});
  add_toolkit(facts, "13.0");
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"cupy.no-cuda-libraries"});
  EXPECT_EQ(commands(judgement.findings[0]).find("cupy-cuda13x"), std::string::npos);
}

TEST(Cupy, WheelsAndLibrariesOfTheSystemServeItAsWell) {
  EXPECT_EQ(causes(judged(with({distribution("cupy-cuda12x", "14.2.0"),
                                distribution("nvidia-cuda-nvrtc-cu12", "12.9.86")}))),
            Ids{});
  model::Facts facts = with({distribution("cupy-cuda12x", "13.2.0")});
  model::LibraryCopy copy;
  copy.library = "nvrtc";
  copy.cuda_major = 12;
  facts.libraries = Known<std::vector<model::LibraryCopy>>({copy}, "/usr/lib");
  EXPECT_EQ(causes(judged(facts)), Ids{});
}

TEST(Cupy, UnreadableToolkitsLeaveItOpen) {
  model::Facts facts = with({distribution("cupy-cuda12x", "13.2.0")});
  facts.toolkits = Known<std::vector<model::Toolkit>>(Unknown{Why::denied, "/usr/local: denied"});
  EXPECT_EQ(causes(judged(facts)), Ids{});
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
}

TEST(Cupy, FoldersOfTheSystemThatCannotBeReadLeaveItOpen) {
  model::Facts facts = with({distribution("cupy-cuda12x", "13.2.0")});
  facts.libraries = Known<std::vector<model::LibraryCopy>>(Unknown{Why::denied, "/usr/lib: denied"});
  EXPECT_EQ(causes(judged(facts)), Ids{});
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
}

TEST(Cupy, BeyondTheDriverIsReplacedByTheWheelThatTheDriverServes) {
  const auto judgement = judged(with({distribution("cupy-cuda13x", "14.2.0")}));
  ASSERT_EQ(causes(judgement), Ids{"cupy.driver-too-old"});
  EXPECT_NE(commands(judgement.findings[0]).find("cupy-cuda12x==14.2.0"), std::string::npos);
}

TEST(Cupy, TheLastVersionForAnOldCudaIsNamed) {
  model::Facts facts = with({distribution("cupy-cuda12x", "14.2.0")});
  facts.driver.cuda = Known<Version>(Version("11.4"), "NVML");
  EXPECT_NE(commands(judged(facts).findings[0]).find("cupy-cuda11x==13.6.0"), std::string::npos);
}

TEST(Cupy, WithoutTheCudaOfTheDriverNothingIsSaidOfIt) {
  model::Facts facts = with({distribution("cupy-cuda13x", "14.2.0")});
  facts.driver.cuda = Known<Version>(Unknown{Why::failed, "NVML: no answer"});
  EXPECT_EQ(causes(judged(facts)), Ids{});
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
}

TEST(Cupy, TwoPackagesAreReducedToTheOneThatTheDriverServes) {
  const auto judgement =
      judged(with({distribution("cupy-cuda12x", "14.2.0"), distribution("cupy-cuda13x", "14.2.0")}));
  ASSERT_EQ(causes(judgement), Ids{"cupy.several-packages"});
  EXPECT_EQ(judgement.findings[0].severity, model::Severity::warning);
  EXPECT_EQ(commands(judgement.findings[0]),
            "uv pip uninstall --python /home/user/proj/.venv/bin/python cupy-cuda12x cupy-cuda13x\n"
            "uv pip install --python /home/user/proj/.venv/bin/python \"cupy-cuda12x==14.2.0\"\n");
}

TEST(Cupy, BuiltOnTheMachineIsLeftAlone) {
  EXPECT_EQ(causes(judged(with({distribution("cupy", "14.2.0")}))), Ids{});
}

TEST(Cupy, WaitsForTheDriver) {
  model::Facts facts = with({distribution("cupy-cuda12x", "14.2.0")});
  facts.driver.kernel_module = Known<Version>(Unknown{Why::absent, ""}, "");
  facts.driver.user_library = Known<Version>(Unknown{Why::absent, ""}, "");
  EXPECT_EQ(causes(judged(facts)), Ids{"driver.missing"});
}

}  // namespace
}  // namespace gpuenv::check::test
