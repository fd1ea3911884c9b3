// Are the CUDA libraries there that JAX's plugin opens? `jax[cudaNN]` brings them as wheels; with the plugin
// alone (`jax[cudaNN-local]`) they have to come from the system.
#include <algorithm>

#include "base/text.h"
#include "check/libraries.h"
#include "check/offer.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"jax.no-cuda-libraries"};

/// A wheel of that library and CUDA, or a file of it wherever the loader may come by. The files of some
/// libraries do not tell their CUDA. The plugin asks each for its version when it starts; one that does not
/// answer ends with "Unable to load cuPTI. Is it installed?" and the CPU.
bool is_there(const Input& input, const Spot& spot, const std::string& library, int cuda) {
  if (wheel_of(spot.environment, library, cuda) != nullptr) return true;
  for (const auto* list : {&spot.environment.libraries, &input.facts.libraries})
    for (const auto* copy : copies_of(*list, library))
      if (copy->cuda_major == 0 || serves(*copy, {cuda, 0})) return true;
  return false;
}

/// Reports what cannot be read where the libraries may be; true when something cannot.
bool open(const Input& input, const Spot& spot, Answer& answer) {
  for (const auto* list : {&spot.environment.libraries, &input.facts.libraries})
    if (list->undecided()) return answer.cannot_tell("libraries", *list, spot.applies_to()), true;
  return false;
}

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  if (spot.framework.name != "jax" || !is_gpu_build(spot.framework) || spot.environment.kind == "conda")
    return;
  const int cuda = cuda_major_of(spot.framework);
  if (cuda == 0 || !spot.environment.distributions.known() || !spot.framework.version.known()) return;
  std::vector<std::string> missing;
  // Where cuBLAS is the system's, the others come along with it.
  const bool from_wheels = spot.environment.nvidia_wheel("cublas", cuda) != nullptr;
  for (const auto& library : opened_by(input, spot.framework)) {
    const bool wanted = from_wheels || library == "cublas" || library == "cudnn";
    if (wanted && !is_there(input, spot, library, cuda)) missing.push_back(library);
  }
  if (missing.empty() || build_is_open(spot) || open(input, spot, answer)) return;
  // cuDNN is no part of a toolkit.
  const bool toolkit_may_serve = std::find(missing.begin(), missing.end(), "cudnn") == missing.end();
  if (toolkit_may_serve && input.facts.toolkits.undecided())
    return answer.cannot_tell("toolkits", input.facts.toolkits, spot.applies_to());
  const auto* toolkit = toolkit_of(input, cuda);
  if (toolkit_may_serve && toolkit != nullptr)
    return answer.open.push_back(
        {"jax.libraries", "the CUDA in " + toolkit->path + " may serve it", spot.applies_to()});
  if (toolkit != nullptr) missing = {"cudnn"};
  model::Finding finding = begin(input, "jax.no-cuda-libraries", spot);
  if (!asked_for(spot)) finding.severity = model::Severity::warning;
  finding.parameters["cuda"] = std::to_string(cuda);
  finding.parameters["missing"] = base::join(missing, ", ");
  finding.evidence.push_back(evidence(spot.framework.build, "CUDA " + std::to_string(cuda) + " plugin"));
  for (const auto& library : missing)
    finding.evidence.push_back(
        {spot.environment.site_packages, library + ": no wheel and no library of the system"});
  offer_libraries(input, spot,
                  {"jax[cuda" + std::to_string(cuda) + "]" + same_release(input, spot.framework)}, finding);
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  if (input.facts.os.family != base::OsFamily::linux || gpu_state(input.facts) == GpuState::none) return;
  for_each_framework(input, [&](const Spot& spot) { judge_spot(input, spot, answer); });
}

}  // namespace

extern const Check framework_jax_libraries{gives, run};

}  // namespace gpuenv::check
