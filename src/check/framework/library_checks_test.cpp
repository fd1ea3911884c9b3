// Checks about what ONNX Runtime, PaddlePaddle and JAX need beside themselves.
#include <gtest/gtest.h>

#include "check/test_facts.h"

namespace gpuenv::check::test {
namespace {

using Ids = std::vector<std::string>;
using Kind = model::Build::Kind;
using Requirements = std::vector<model::Requirement>;

model::Facts onnxruntime(const std::string& version, const std::string& cuda) {
  model::Facts facts = working_machine();
  facts.driver.user_library = Known<Version>(Version("580.95.05"), "lib");
  facts.driver.kernel_module = facts.driver.user_library;
  facts.environments.push_back(environment({framework("onnxruntime", version, Kind::cuda, "", cuda)},
                                           {distribution("onnxruntime-gpu", version)}));
  return facts;
}

void add_wheels(model::Facts& facts, int cuda, const std::string& cudnn) {
  for (const char* part : {"cudart", "cublas", "cudnn"}) {
    model::LibraryCopy copy =
        library(part, part == std::string("cudnn") ? cudnn : std::to_string(cuda) + ".4", cuda);
    copy.from = "wheel";
    copy.path = "/site/nvidia/" + std::string(part) + "/lib";
    facts.environments[0].libraries->push_back(copy);
  }
}

TEST(OnnxRuntimeLibraries, OfTheSystemAreFound) {
  const auto judgement = judged(onnxruntime("1.23.2", "12.2"));
  EXPECT_TRUE(judgement.findings.empty() || judgement.findings[0].role == model::Role::note);
  EXPECT_EQ(find(judgement, "onnxruntime.needs-preload"), nullptr);
}

TEST(OnnxRuntimeLibraries, NowhereMeansTheCpu) {
  auto facts = onnxruntime("1.23.2", "12.2");
  facts.libraries->clear();
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"onnxruntime.no-cuda-libraries"});
  EXPECT_EQ(judgement.findings[0].parameters.at("missing"), "cudart, cublas, cudnn");
  EXPECT_NE(commands(judgement.findings[0]).find("onnxruntime-gpu[cuda,cudnn]==1.23.2"), std::string::npos);
}

TEST(OnnxRuntimeLibraries, CudnnOfAnotherMajorIsNone) {
  auto facts = onnxruntime("1.23.2", "12.2");
  facts.libraries->back() = library("cudnn", "8.9.7", 0);
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"onnxruntime.no-cuda-libraries"});
  EXPECT_EQ(judgement.findings[0].parameters.at("missing"), "cudnn");
  EXPECT_EQ(judgement.findings[0].parameters.at("needs"), "CUDA 12, cuDNN 9");
}

TEST(OnnxRuntimeLibraries, OfAnotherCudaCallForTheReleaseThatFits) {
  const auto judgement = judged(onnxruntime("1.31.1", "13.0"));  // the system has CUDA 12
  ASSERT_EQ(causes(judgement), Ids{"onnxruntime.other-cuda"});
  EXPECT_EQ(judgement.findings[0].parameters.at("other"), "12");
  EXPECT_NE(commands(judgement.findings[0]).find("onnxruntime-gpu[cuda,cudnn]==1.26"), std::string::npos)
      << commands(judgement.findings[0]);
}

TEST(OnnxRuntimeLibraries, InWheelsNeedSomethingToLoadThem) {
  auto facts = onnxruntime("1.23.2", "12.2");
  facts.libraries->clear();
  add_wheels(facts, 12, "9.1.0.70");
  auto judgement = judged(facts);
  ASSERT_NE(find(judgement, "onnxruntime.needs-preload"), nullptr);
  EXPECT_EQ(find(judgement, "onnxruntime.needs-preload")->fix[0].text, "preload");
  EXPECT_EQ(judgement.verdict, model::Verdict::healthy);
  facts.environments[0].frameworks[0] = framework("onnxruntime", "1.20.1", Kind::cuda, "", "12");
  judgement = judged(facts);
  ASSERT_NE(find(judgement, "onnxruntime.needs-preload"), nullptr);
  EXPECT_NE(commands(*find(judgement, "onnxruntime.needs-preload"))
                .find("export LD_LIBRARY_PATH=/site/nvidia/cudart"),
            std::string::npos);
}

TEST(OnnxRuntimeLibraries, AreLoadedByATorchOfTheSameCuda) {
  auto facts = onnxruntime("1.23.2", "12.2");
  facts.libraries->clear();
  facts.environments[0].frameworks.push_back(torch("2.5.1", "cu124", "12.4"));
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{});
  ASSERT_NE(find(judgement, "onnxruntime.needs-preload"), nullptr);
  EXPECT_EQ(find(judgement, "onnxruntime.needs-preload")->fix.back().text, "torch-first");
}

TEST(OnnxRuntimeLibraries, WithoutLookAtTheSystemItCannotBeJudged) {
  auto facts = onnxruntime("1.23.2", "12.2");
  facts.libraries = Known<std::vector<model::LibraryCopy>>(Unknown{Why::denied, "/usr/lib"}, "");
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{});
  EXPECT_EQ(judgement.verdict, model::Verdict::unknown);
}

model::Facts paddle(const std::string& version) {
  model::Facts facts = working_machine();
  facts.environments.push_back(environment({framework("paddle", version, Kind::cuda, "", "11.8")},
                                           {distribution("paddlepaddle-gpu", version)}));
  return facts;
}

TEST(PaddleLibraries, OfRelease2ComeFromTheSystem) {
  auto facts = paddle("2.6.2");
  ASSERT_EQ(causes(judged(facts)), Ids{"paddle.no-cuda-libraries"});
  facts.libraries->push_back(library("cublas", "11.11.3.6", 11));
  facts.libraries->push_back(library("cudnn", "8.6.0", 0));
  EXPECT_EQ(causes(judged(facts)), Ids{});
  facts.libraries = Known<std::vector<model::LibraryCopy>>(Unknown{Why::denied, "/usr/lib"}, "");
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
}

TEST(PaddleLibraries, OfRelease3AreWheelsOfItsOwn) {
  EXPECT_EQ(causes(judged(paddle("3.1.0"))), Ids{});
}

/// What JAX's plugin asks for beside cuBLAS and cuDNN, as wheels for a CUDA.
void add_other_wheels(model::Facts& facts, const std::string& suffix) {
  for (const char* part : {"cuda-runtime", "cufft", "cusolver", "cusparse", "cuda-cupti"})
    facts.environments[0].distributions->push_back(
        distribution("nvidia-" + std::string(part) + suffix, "12.9"));
}

model::Facts jax(const std::string& jaxlib, const std::string& plugin) {
  model::Facts facts = working_machine();
  auto own = distribution("jax", "0.5.0");
  own.requires_dist =
      Known<Requirements>(Requirements{{"jaxlib", "<=0.5.0,>=0.4.36", "", {}, "", "", 0}}, "jax/METADATA");
  facts.environments.push_back(
      environment({framework("jax", "0.5.0", Kind::cuda, "cuda12", "12")},
                  {own, distribution("jaxlib", jaxlib), distribution("jax-cuda12-plugin", plugin),
                   distribution("jax-cuda12-pjrt", plugin)}));
  add_other_wheels(facts, "-cu12");
  return facts;
}

/// The plugin for CUDA 12 with what is asked for besides; the system has cuBLAS and cuDNN for CUDA 12.
TEST(JaxLibraries, ComeFromWheelsOrFromTheSystem) {
  auto facts = jax("0.5.0", "0.5.0");
  EXPECT_EQ(causes(judged(facts)), Ids{});
  facts.libraries->clear();
  facts.toolkits = Known<std::vector<model::Toolkit>>(std::vector<model::Toolkit>{}, "/usr/local");
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"jax.no-cuda-libraries"});
  EXPECT_EQ(judgement.findings[0].parameters.at("missing"), "cublas, cudnn");
  EXPECT_NE(commands(judgement.findings[0]).find("\"jax[cuda12]==0.5.0\""), std::string::npos);
  for (const char* wheel : {"nvidia-cublas-cu12", "nvidia-cudnn-cu12"})
    facts.environments[0].distributions->push_back(distribution(wheel, "12.9"));
  EXPECT_EQ(causes(judged(facts)), Ids{});
}

TEST(JaxLibraries, ThatThePluginAsksForWhenItStartsAreNeededToo) {
  auto facts = jax("0.5.0", "0.5.0");
  auto& distributions = *facts.environments[0].distributions;
  std::erase_if(distributions, [](const auto& one) {
    return one.name == "nvidia-cufft-cu12" || one.name == "nvidia-cuda-cupti-cu12";
  });
  EXPECT_EQ(causes(judged(facts)), Ids{}) << "cuBLAS is the system's, and so are the others";
  for (const char* wheel : {"nvidia-cublas-cu12", "nvidia-cudnn-cu12"})
    distributions.push_back(distribution(wheel, "12.9"));
  facts.toolkits = Known<std::vector<model::Toolkit>>(std::vector<model::Toolkit>{}, "/usr/local");
  const auto judgement = judged(facts);
  ASSERT_EQ(causes(judgement), Ids{"jax.no-cuda-libraries"});
  EXPECT_EQ(judgement.findings[0].parameters.at("missing"), "cufft, cupti");
}

TEST(JaxLibraries, OfAnotherCudaDoNotServe) {
  auto facts = jax("0.5.0", "0.5.0");
  facts.libraries->clear();
  for (const char* wheel : {"nvidia-cublas", "nvidia-cudnn-cu13"})
    facts.environments[0].distributions->push_back(distribution(wheel, "13.0"));
  EXPECT_EQ(causes(judged(facts)), Ids{"jax.no-cuda-libraries"});
}

TEST(JaxLibraries, UnreadableFoldersLeaveItOpen) {
  auto facts = jax("0.5.0", "0.5.0");
  facts.libraries = Known<std::vector<model::LibraryCopy>>(Unknown{Why::denied, "/usr/lib"}, "");
  const auto judgement = judged(facts);
  EXPECT_EQ(causes(judgement), Ids{});
  EXPECT_EQ(judgement.verdict, model::Verdict::unknown);
}

TEST(JaxVersions, PluginOfAnotherVersionThanJaxlibIsNotUsed) {
  EXPECT_EQ(causes(judged(jax("0.5.0", "0.5.0"))), Ids{});
  EXPECT_EQ(causes(judged(jax("0.4.36", "0.4.36"))), Ids{});
  EXPECT_EQ(causes(judged(jax("0.5.0", "0.4.36"))), Ids{"jax.plugin-out-of-step"});
}

TEST(JaxVersions, JaxlibOutsideOfItsRangeIsTheFaultBehindAll) {
  const auto judgement = judged(jax("0.6.0", "0.5.0"));
  ASSERT_EQ(causes(judgement), Ids{"jax.jaxlib-out-of-step"});
  EXPECT_NE(commands(judgement.findings[0]).find("jax[cuda"), std::string::npos);
}

TEST(JaxVersions, UnreadableRequirementsLeaveItOpen) {
  auto facts = jax("0.5.0", "0.5.0");
  facts.environments[0].distributions->front().requires_dist =
      Known<Requirements>(Unknown{Why::denied, "METADATA"}, "");
  EXPECT_EQ(judged(facts).verdict, model::Verdict::unknown);
}

}  // namespace
}  // namespace gpuenv::check::test
