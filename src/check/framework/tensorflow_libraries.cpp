// TensorFlow built for CUDA but without the NVIDIA wheels that `tensorflow[and-cuda]` brings: it then runs on
// the CPU.
#include <array>

#include "check/libraries.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"tensorflow.no-cuda-wheels"};

/// Wheels without which no GPU appears (tensorflow/python: cuDNN, cuBLAS and the runtime are opened first).
std::vector<std::string> missing_wheels(const model::Environment& environment, int cuda_major) {
  std::vector<std::string> missing;
  for (const char* part : {"cuda-runtime", "cublas", "cudnn"}) {
    const std::string wheel = std::string("nvidia-") + part + "-cu" + std::to_string(cuda_major);
    if (environment.find(wheel) == nullptr) missing.push_back(wheel);
  }
  return missing;
}

/// Libraries that are not wheels may serve as well; then files alone cannot settle it.
std::string other_source(const Input& input, const Spot& spot, int cuda_major) {
  if (spot.environment.kind == "conda") return "the CUDA libraries may come from conda packages";
  if (input.facts.toolkits.undecided()) return Answer::reason(input.facts.toolkits.why());
  const auto* toolkit = toolkit_of(input, cuda_major);
  return toolkit == nullptr
             ? ""
             : "the CUDA " + toolkit->version.text() + " in " + toolkit->path + " may serve it";
}

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  if (spot.framework.name != "tensorflow" || !is_gpu_build(spot.framework)) return;
  const auto& environment = spot.environment;
  if (environment.distributions.undecided())
    return answer.cannot_tell("environment.distributions", environment.distributions, spot.applies_to());
  const int cuda_major = spot.framework.build->cuda.valid() ? spot.framework.build->cuda.major_number() : 12;
  const auto missing = missing_wheels(environment, cuda_major);
  if (missing.empty()) return;
  const std::string other = other_source(input, spot, cuda_major);
  if (!other.empty()) return answer.open.push_back({"tensorflow.libraries", other, spot.applies_to()});
  model::Finding finding = begin(input, "tensorflow.no-cuda-wheels", spot);
  if (!asked_for(spot)) finding.severity = model::Severity::warning;
  finding.parameters["missing"] = missing.front();
  for (const auto& wheel : missing)
    finding.evidence.push_back({environment.site_packages, wheel + ": not installed"});
  finding.evidence.push_back(evidence(spot.framework.build, "CUDA " + spot.framework.build->cuda.text()));
  offer_install(input, spot, finding);
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  const auto& cards = input.facts.cards.nvidia;
  if (input.facts.os.family != base::OsFamily::linux || !cards.known() || cards->empty()) return;
  for_each_framework(input, [&](const Spot& spot) { judge_spot(input, spot, answer); });
}

}  // namespace

extern const Check framework_tensorflow_libraries{gives, run};

}  // namespace gpuenv::check
