// Checks about NVIDIA's libraries: wheels that are asked for, and older copies that come first.
#include <gtest/gtest.h>

#include "check/test_facts.h"

namespace gpuenv::check::test {
namespace {

using Ids = std::vector<std::string>;
using Kind = model::Build::Kind;
using Requirements = std::vector<model::Requirement>;

model::Requirement wheel(const std::string& part, const std::string& specifier,
                         const std::string& extra = "") {
  return {
      "nvidia-" + part + "-cu12", specifier, extra, {}, part, part == "cuda-runtime" ? "cudart" : part, 12};
}

model::Distribution asking(const std::string& name, const std::string& version, Requirements list) {
  auto result = distribution(name, version);
  result.requires_dist = Known<Requirements>(std::move(list), name + "/METADATA");
  return result;
}

/// torch 2.5.1+cu124 that asks for cuDNN 9.1 and nvJitLink 12.4, with the wheels given.
model::Facts torch_with(std::vector<model::Distribution> wheels) {
  model::Facts facts = working_machine();
  wheels.push_back(asking(
      "torch", "2.5.1",
      {wheel("cudnn", "==9.1.0.70"), wheel("nvjitlink", "==12.4.127"), wheel("curand", "==10.3.5.147")}));
  facts.environments.push_back(environment({torch("2.5.1", "cu124", "12.4")}, std::move(wheels)));
  return facts;
}

std::vector<model::Distribution> all_wheels() {
  return {distribution("nvidia-cudnn-cu12", "9.1.0.70"), distribution("nvidia-nvjitlink-cu12", "12.4.127"),
          distribution("nvidia-curand-cu12", "10.3.5.147")};
}

TEST(Wheels, AllThereIsNoFinding) {
  const auto judgement = judged(torch_with(all_wheels()));
  EXPECT_EQ(causes(judgement), Ids{});
  EXPECT_EQ(judgement.verdict, model::Verdict::healthy);
}

TEST(Wheels, MissingOnesAreNamedTogetherWithTheirPins) {
  auto wheels = all_wheels();
  wheels.erase(wheels.begin() + 1, wheels.end());
  const auto judgement = judged(torch_with(wheels));
  ASSERT_EQ(causes(judgement), Ids{"cuda.wheel-missing"});
  EXPECT_EQ(judgement.findings[0].parameters.at("missing"), "nvidia-nvjitlink-cu12, nvidia-curand-cu12");
  const std::string fix = commands(judgement.findings[0]);
  EXPECT_NE(fix.find("nvidia-nvjitlink-cu12==12.4.127"), std::string::npos) << fix;
  EXPECT_EQ(fix.find("torch=="), std::string::npos) << fix;
}

TEST(Wheels, MissingOneThatTheSystemHasIsAWarning) {
  auto wheels = all_wheels();
  wheels.erase(wheels.begin());
  const auto judgement = judged(torch_with(wheels));  // the system has cuDNN 9.1.0
  ASSERT_EQ(causes(judgement), Ids{"cuda.wheel-missing"});
  EXPECT_EQ(judgement.findings[0].severity, model::Severity::warning);
}

TEST(Wheels, WithoutLookAtTheSystemAMissingOneCannotBeJudged) {
  auto wheels = all_wheels();
  wheels.erase(wheels.begin());
  auto facts = torch_with(wheels);
  facts.libraries = Known<std::vector<model::LibraryCopy>>(Unknown{Why::denied, "/opt/lib"}, "");
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{});
  EXPECT_EQ(judgement.verdict, model::Verdict::unknown);
}

TEST(Wheels, OlderOneStopsWhatDependsOnItsFunctions) {
  auto wheels = all_wheels();
  wheels[1] = distribution("nvidia-nvjitlink-cu12", "12.1.105");
  const auto judgement = judged(torch_with(wheels));
  EXPECT_EQ(causes(judgement), Ids{"cuda.wheel-older"});
  EXPECT_EQ(judgement.verdict, model::Verdict::problems);
}

TEST(Wheels, OlderOneThatMostlyWorksIsAWarning) {
  auto wheels = all_wheels();
  wheels[2] = distribution("nvidia-curand-cu12", "10.2.0.1");
  const auto judgement = judged(torch_with(wheels));
  EXPECT_EQ(causes(judgement), Ids{"cuda.wheel-older"});
  EXPECT_EQ(judgement.verdict, model::Verdict::healthy);
}

TEST(Wheels, OtherMajorAndLaterSeriesAreToldApart) {
  auto wheels = all_wheels();
  wheels[0] = distribution("nvidia-cudnn-cu12", "8.9.7.29");
  EXPECT_EQ(causes(judged(torch_with(wheels))), Ids{"cuda.wheel-other-major"});
  wheels[0] = distribution("nvidia-cudnn-cu12", "9.10.2.21");
  const auto judgement = judged(torch_with(wheels));
  EXPECT_EQ(causes(judgement), Ids{});
  EXPECT_NE(find(judgement, "cuda.wheel-newer"), nullptr);
}

TEST(Wheels, RequirementsThatCannotBeReadLeaveItOpen) {
  auto facts = torch_with(all_wheels());
  auto& torch_distribution = facts.environments[0].distributions->back();
  torch_distribution.requires_dist = Known<Requirements>(Unknown{Why::denied, "METADATA"}, "");
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
  torch_distribution.requires_dist = Known<Requirements>(Unknown{Why::unsupported, "recorded before"}, "");
  EXPECT_EQ(judged(facts).verdict, model::Verdict::healthy);
}

TEST(Wheels, ExtraOfWhichNothingIsHereWasNotAskedFor) {
  model::Facts facts = working_machine();
  facts.environments.push_back(
      environment({framework("onnxruntime", "1.23.2", Kind::cuda, "", "12.2")},
                  {asking("onnxruntime-gpu", "1.23.2",
                          {wheel("cudnn", ">=9", "cudnn"), wheel("cufft", ">=11", "cuda")})}));
  EXPECT_EQ(causes(judged(facts)), Ids{});
  facts.environments[0].distributions->push_back(distribution("nvidia-cufft-cu12", "10.9"));
  EXPECT_EQ(causes(judged(facts)), Ids{"cuda.wheel-other-major"});
}

TEST(Wheels, ToolkitPackageStandsForWhatItsExtrasAskFor) {
  model::Facts facts = working_machine();
  auto torch_distribution =
      asking("torch", "2.15.0", {{"cuda-toolkit", "==13.2.2", "", {"cublas"}, "", "", 0}});
  const model::Requirement cublas{"nvidia-cublas", "==13.2.1.1", "cublas", {}, "cublas", "cublas", 13};
  const model::Requirement cufft{"nvidia-cufft", "==12.1", "cufft", {}, "cufft", "cufft", 13};
  facts.driver.user_library = Known<Version>(Version("595.10"), "lib");
  facts.driver.kernel_module = facts.driver.user_library;
  facts.environments.push_back(
      environment({torch("2.15.0", "cu132", "13.2")},
                  {torch_distribution, asking("cuda-toolkit", "13.2.2", {cublas, cufft})}));
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"cuda.wheel-missing"});
  EXPECT_EQ(judgement.findings[0].parameters.at("missing"), "nvidia-cublas");
}

TEST(Wheels, AToolkitPackageThatIsNotThereIsMissingItself) {
  model::Facts facts = working_machine();
  facts.driver.user_library = Known<Version>(Version("595.10"), "lib");
  facts.driver.kernel_module = facts.driver.user_library;
  facts.environments.push_back(environment(
      {torch("2.15.0", "cu132", "13.2")},
      {asking("torch", "2.15.0", {{"cuda-toolkit", "==13.2.2", "", {"cublas", "cudart"}, "", "", 0}})}));
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"cuda.wheel-missing"});
  EXPECT_NE(commands(judgement.findings[0]).find("\"cuda-toolkit[cublas,cudart]==13.2.2\""),
            std::string::npos);
}

TEST(Wheels, ANewerDriverDoesNotBringTheWheelsThatAreMissing) {
  auto wheels = all_wheels();
  wheels.pop_back();
  auto facts = torch_with(wheels);
  facts.driver.user_library = Known<Version>(Version("470.256.02"), "lib");
  facts.driver.kernel_module = facts.driver.user_library;
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), (Ids{"driver.too-old", "cuda.wheel-missing"}));
  // One environment gets one fix, whichever of the two findings is read.
  EXPECT_EQ(judgement.findings[0].fix.back().command, judgement.findings[1].fix.back().command);
}

TEST(Wheels, ABuildThatHasToGoAccountsForTheWheelsItLacks) {
  auto wheels = all_wheels();
  wheels.pop_back();
  auto facts = torch_with(wheels);
  facts.cards.nvidia =
      Known<std::vector<model::Gpu>>({test::card("NVIDIA GeForce GTX 1080 Ti", {6, 1})}, "PCI");
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{"arch.dropped@gpu0"});
  EXPECT_EQ(causes(judgement, model::Role::symptom), Ids{"cuda.wheel-missing"});
}

TEST(Wheels, TwoFrameworksThatCannotAgreeNeedTwoEnvironments) {
  auto wheels = all_wheels();
  auto facts = torch_with(wheels);
  auto& environment = facts.environments[0];
  environment.frameworks.push_back(framework("tensorflow", "2.21.0", Kind::cuda, "", "12.5"));
  for (const char* name : {"nvidia-cuda-runtime-cu12", "nvidia-cublas-cu12"})
    environment.distributions->push_back(distribution(name, "12.5"));
  environment.distributions->push_back(
      asking("tensorflow", "2.21.0", {wheel("cudnn", "<10.0,>=9.3.0.75", "and-cuda")}));
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"cuda.wheel-older"});
  EXPECT_EQ(judgement.findings[0].fix[0].text, "separate");
}

/// torch with its nvJitLink wheel, and CUDA 12.1 on LD_LIBRARY_PATH.
model::Facts shadowed(const std::string& version, const std::string& cuda) {
  model::Facts facts = working_machine();
  facts.variables["LD_LIBRARY_PATH"] = Known<std::string>("/usr/local/cuda-12.1/lib64", "LD_LIBRARY_PATH");
  model::LibraryCopy old = library("nvjitlink", "12.1.105", 12);
  old.path = "/usr/local/cuda-12.1/lib64/libnvJitLink.so.12";
  old.on_library_path = true;
  facts.libraries->push_back(old);
  facts.environments.push_back(environment({torch(version, "cu124", cuda)}));
  model::LibraryCopy own = library("nvjitlink", "12.4.127", 12);
  own.from = "wheel";
  own.package = "nvidia-nvjitlink-cu12";
  facts.environments[0].libraries->push_back(own);
  return facts;
}

TEST(Shadowed, OlderNvJitLinkFirstStopsTorch) {
  const auto judgement = judged(shadowed("2.5.1", "12.4"));
  ASSERT_EQ(causes(judgement), Ids{"cuda.library-shadowed"});
  EXPECT_EQ(judgement.findings[0].fix[0].command, "unset LD_LIBRARY_PATH");
}

TEST(Shadowed, OnlyTheFolderAtFaultIsTakenOut) {
  auto facts = shadowed("2.5.1", "12.4");
  facts.variables["LD_LIBRARY_PATH"] =
      Known<std::string>("/opt/a:/usr/local/cuda-12.1/lib64/:/opt/b", "LD_LIBRARY_PATH");
  EXPECT_EQ(judged(facts).findings[0].fix[0].command, "export LD_LIBRARY_PATH=/opt/a:/opt/b");
}

TEST(Shadowed, NewEnoughCopiesAndLaterTorchAreUnharmed) {
  EXPECT_EQ(causes(judged(shadowed("2.6.0", "12.4"))), Ids{});
  auto facts = shadowed("2.5.1", "12.4");
  facts.libraries->back().version = Known<Version>(Version("12.6.20"), "lib");
  EXPECT_EQ(causes(judged(facts)), Ids{});
  facts = shadowed("2.5.1", "12.4");
  facts.libraries->back().on_library_path = false;  // in a folder of the system: RUNPATH comes before it
  EXPECT_EQ(causes(judged(facts)), Ids{});
}

TEST(Shadowed, UnreadableFolderLeavesItOpen) {
  auto facts = shadowed("2.5.1", "12.4");
  facts.libraries =
      Known<std::vector<model::LibraryCopy>>(Unknown{Why::denied, "/usr/local/cuda-12.1/lib64"}, "");
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
  facts = shadowed("2.5.1", "12.4");
  facts.libraries->back().version = Known<Version>(Unknown{Why::unsupported, "no version"}, "");
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
  facts.variables["LD_LIBRARY_PATH"] = Known<std::string>(Unknown{Why::absent, ""}, "");
  EXPECT_EQ(judged(facts).verdict, model::Verdict::healthy);
}

/// TensorFlow with code for Pascal on a GTX 1080 Ti, and the wheel of cuDNN 9.3.
model::Facts pascal() {
  model::Facts facts = working_machine();
  facts.cards.nvidia->front() = card("NVIDIA GeForce GTX 1080 Ti", {6, 1});
  auto tensorflow = framework("tensorflow", "2.18.0", Kind::cuda, "", "12.5");
  tensorflow.cubins = Known<std::vector<base::Sm>>(sms({"sm_60", "sm_70"}), "catalog");
  facts.environments.push_back(environment({tensorflow}, {distribution("nvidia-cudnn-cu12", "9.3.0.75"),
                                                          distribution("nvidia-cublas-cu12", "12.5"),
                                                          distribution("nvidia-cuda-runtime-cu12", "12.5")}));
  model::LibraryCopy wheel = library("cudnn", "9.3.0.75", 12);
  wheel.from = "wheel";
  wheel.package = "nvidia-cudnn-cu12";
  facts.environments[0].libraries->push_back(wheel);
  return facts;
}

/// The same with another cuDNN in a folder of LD_LIBRARY_PATH.
model::Facts pascal_with_given(const std::string& version) {
  model::Facts facts = pascal();
  facts.variables["LD_LIBRARY_PATH"] = Known<std::string>("/opt/a:/opt/cudnn/lib", "LD_LIBRARY_PATH");
  model::LibraryCopy given = library("cudnn", version, 0);
  given.path = "/opt/cudnn/lib/libcudnn.so.9";
  given.on_library_path = true;
  facts.libraries->push_back(given);
  return facts;
}

TEST(CudnnCards, TheWheelThatStillServesTheCardIsFine) {
  EXPECT_EQ(causes(judged(pascal())), Ids{});
  auto facts = pascal();
  facts.environments[0].libraries->front().version = Known<Version>(Version("9.12.0.46"), "wheel");
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"cudnn.card-dropped@gpu0"});
  EXPECT_NE(commands(judgement.findings[0]).find("nvidia-cudnn-cu12<9.11"), std::string::npos);
}

TEST(CudnnCards, TheCopyThatComesFirstDecides) {
  const auto judgement = judged(pascal_with_given("9.12.0"));
  ASSERT_EQ(causes(judgement), Ids{"cudnn.card-dropped@gpu0"});
  EXPECT_EQ(judgement.findings[0].fix[0].command, "export LD_LIBRARY_PATH=/opt/a");
  EXPECT_EQ(causes(judged(pascal_with_given("9.10.2"))), Ids{});
}

TEST(CudnnCards, AMajorAloneDoesNotTell) {
  EXPECT_EQ(judged(pascal_with_given("9")).verdict, model::Verdict::unknown);
}

TEST(CudnnCards, CopiesOfCondaAndOfTheFrameworkItselfCount) {
  auto facts = pascal();
  auto& copy = facts.environments[0].libraries->front();
  copy.version = Known<Version>(Version("9.12.0"), "lib");
  copy.package.clear();
  copy.from = "conda";
  const std::string conda = commands(judged(facts).findings[0]);
  EXPECT_EQ(conda, "\n") << "no record of conda names it: " << conda;
  copy.from = "framework";
  copy.package = "tensorflow";
  EXPECT_EQ(causes(judged(facts)), Ids{"cudnn.card-dropped@gpu0"});
  copy.package = "paddle";
  EXPECT_EQ(causes(judged(facts)), Ids{});
}

}  // namespace
}  // namespace gpuenv::check::test
