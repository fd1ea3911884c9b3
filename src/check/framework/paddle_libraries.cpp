// PaddlePaddle 2 brings no CUDA and asks for none: it opens cuDNN and cuBLAS of the system when it first
// computes.
#include "base/text.h"
#include "check/libraries.h"
#include "check/offer.h"

namespace gpuenv::check {
namespace {

using base::Version;
using model::Finding;

constexpr const char* gives[] = {"paddle.no-cuda-libraries"};

bool is_there(const Input& input, const Spot& spot, const std::string& library, const Need& need) {
  if (holds(input.facts.libraries, library, need)) return true;
  // Wheels do not help: libcudnn.so is opened by its bare name, and the wheel has libcudnn.so.8 only.
  for (const auto* copy : copies_of(spot.environment.libraries, library))
    if (copy->from != "wheel" && serves(*copy, need)) return true;
  return false;
}

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  if (spot.framework.name != "paddle" || !is_gpu_build(spot.framework)) return;
  if (!spot.framework.version.known()) return;  // environment/readable says so
  const Need need = need_of(input, spot.framework);
  if (!before_wheels(input, spot.framework) || cuda_major_of(spot.framework) == 0) return;
  std::vector<std::string> missing;
  for (const auto& library : opened_by(input, spot.framework))
    if (!is_there(input, spot, library, need)) missing.push_back(library);
  if (missing.empty() || build_is_open(spot)) return;
  if (input.facts.libraries.undecided())
    return answer.cannot_tell("libraries", input.facts.libraries, spot.applies_to());
  Finding finding = begin(input, "paddle.no-cuda-libraries", spot);
  if (!asked_for(spot)) finding.severity = model::Severity::warning;
  finding.parameters["cuda"] = spot.framework.build->cuda.text();
  finding.parameters["cudnn"] = need.cudnn == 0 ? "?" : std::to_string(need.cudnn);
  finding.parameters["missing"] = base::join(missing, ", ");
  finding.evidence.push_back(evidence(spot.framework.build, "CUDA " + finding.parameters["cuda"]));
  finding.evidence.push_back({input.facts.libraries.origin(), finding.parameters["missing"] + ": not found"});
  const size_t before_it = finding.fix.size();
  if (!offer_install(input, spot, finding)) finding.fix.resize(before_it);
  finding.fix.push_back({"system", {}, "", ""});
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  if (input.facts.os.family != base::OsFamily::linux || gpu_state(input.facts) == GpuState::none) return;
  for_each_framework(input, [&](const Spot& spot) { judge_spot(input, spot, answer); });
}

}  // namespace

extern const Check framework_paddle_libraries{gives, run};

}  // namespace gpuenv::check
