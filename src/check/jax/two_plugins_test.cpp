// JAX with the plugins for two CUDA majors.
#include <gtest/gtest.h>

#include "check/test_facts.h"

namespace gpuenv::check::test {
namespace {

using Ids = std::vector<std::string>;
using Kind = model::Build::Kind;

model::Facts with_plugins(std::initializer_list<const char*> majors, const std::string& driver_cuda) {
  std::vector<model::Distribution> distributions{distribution("jax", "0.12.0"),
                                                 distribution("jaxlib", "0.12.0")};
  for (const std::string major : majors)
    for (const char* part : {"-plugin", "-pjrt"})
      distributions.push_back(distribution("jax-cuda" + major + part, "0.12.0"));
  for (const char* wheel : {"nvidia-cublas", "nvidia-cudnn-cu13", "nvidia-cuda-runtime", "nvidia-cufft",
                            "nvidia-cusolver", "nvidia-cusparse", "nvidia-cuda-cupti"})
    distributions.push_back(distribution(wheel, "13.0"));
  model::Facts facts = working_machine();
  facts.driver.cuda = Known<Version>(Version(driver_cuda), "NVML");
  if (driver_cuda.starts_with("13")) {
    facts.driver.kernel_module = Known<Version>(Version("580.95.05"), "/proc/driver/nvidia/version");
    facts.driver.user_library = Known<Version>(Version("580.95.05"), "/usr/lib/libcuda.so.580.95.05");
  }
  facts.environments.push_back(
      environment({framework("jax", "0.12.0", Kind::cuda, "cuda13", "13")}, std::move(distributions)));
  return facts;
}

TEST(TwoJaxPlugins, OnANewDriverTheOlderOneGoes) {
  const auto judgement = judged(with_plugins({"12", "13"}, "13.0"));
  ASSERT_EQ(causes(judgement), Ids{"jax.two-plugins"});
  EXPECT_EQ(judgement.findings[0].severity, model::Severity::warning);
  EXPECT_EQ(commands(judgement.findings[0]),
            "uv pip uninstall --python /home/user/proj/.venv/bin/python jax-cuda12-plugin jax-cuda12-pjrt\n");
}

TEST(TwoJaxPlugins, OnADriverBeforeCuda13TheNewerOneIsTheCause) {
  const auto judgement = judged(with_plugins({"12", "13"}, "12.4"));
  ASSERT_EQ(causes(judgement), Ids{"jax.two-plugins"});
  EXPECT_EQ(causes(judgement, model::Role::symptom), Ids{"driver.too-old"});
  EXPECT_EQ(commands(judgement.findings[0]),
            "uv pip uninstall --python /home/user/proj/.venv/bin/python jax-cuda13-plugin jax-cuda13-pjrt\n");
}

TEST(TwoJaxPlugins, OnADriverForNeitherTheDriverIsTheCause) {
  model::Facts facts = with_plugins({"12", "13"}, "11.4");
  facts.driver.kernel_module = Known<Version>(Version("470.256.02"), "/proc/driver/nvidia/version");
  facts.driver.user_library = Known<Version>(Version("470.256.02"), "/usr/lib/libcuda.so.470.256.02");
  const auto judgement = judged(facts);
  const auto* finding = find(judgement, "driver.too-old");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->role, model::Role::cause);
}

TEST(TwoJaxPlugins, ACardBeforeCuda13KeepsTheOlderOne) {
  model::Facts facts = with_plugins({"12", "13"}, "13.0");
  *facts.cards.nvidia = {card("NVIDIA GeForce GTX 1080 Ti", {6, 1})};
  const auto judgement = judged(facts);
  const auto* finding = find(judgement, "jax.two-plugins");
  ASSERT_NE(finding, nullptr);
  EXPECT_NE(commands(*finding).find("jax-cuda13-plugin"), std::string::npos);
}

TEST(TwoJaxPlugins, OnePluginIsRight) {
  EXPECT_EQ(causes(judged(with_plugins({"13"}, "13.0"))), Ids{});
}

TEST(TwoJaxPlugins, AStateOfTheCardsThatCannotBeToldLeavesItOpen) {
  model::Facts facts = with_plugins({"12", "13"}, "13.0");
  facts.driver.nvml.init = Known<int>(Unknown{Why::timed_out, "NVML: no answer"});
  const auto judgement = judged(facts);
  EXPECT_NE(find(judgement, "jax.two-plugins"), nullptr) << "they are there whatever the driver says";
  EXPECT_EQ(judgement.verdict, model::Verdict::unknown);
}

}  // namespace
}  // namespace gpuenv::check::test
