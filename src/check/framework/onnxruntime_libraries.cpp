// Does the CUDA provider of ONNX Runtime find CUDA and cuDNN of its major? Its library has no search path of
// its own: LD_LIBRARY_PATH, the system's folders (on Windows PATH), or what the process has loaded before.
#include <algorithm>

#include "base/text.h"
#include "check/libraries.h"
#include "check/offer.h"
#include "check/onnxruntime.h"

namespace gpuenv::check {
namespace {

using base::Version;
using model::Finding;
using model::Framework;
using namespace onnxruntime;

constexpr const char* gives[] = {"onnxruntime.no-cuda-libraries", "onnxruntime.other-cuda",
                                 "onnxruntime.needs-preload"};

/// A CUDA major for which libraries are here, other than the one that is needed; 0 = none.
int other_major(const Input& input, const Spot& spot, const Need& need) {
  for (const auto* list : {&spot.environment.libraries, &input.facts.libraries})
    for (const auto* copy : copies_of(*list, "cublas"))
      if (copy->cuda_major != 0 && copy->cuda_major != need.cuda) return copy->cuda_major;
  for (const auto& framework : spot.environment.frameworks)
    if (framework.name == "torch" && is_gpu_build(framework) && cuda_major_of(framework) != need.cuda)
      return cuda_major_of(framework);
  return 0;
}

/// "CUDA 12, cuDNN 9".
std::string described(const Need& need) {
  const std::string cuda = "CUDA " + std::to_string(need.cuda);
  return need.cudnn == 0 ? cuda : cuda + ", cuDNN " + std::to_string(need.cudnn);
}

Finding begun(const Input& input, const char* id, const Spot& spot, const Need& need) {
  Finding finding = begin(input, id, spot);
  if (!asked_for(spot)) finding.severity = model::Severity::warning;
  finding.parameters["cuda"] = std::to_string(need.cuda);
  finding.parameters["needs"] = described(need);
  finding.evidence.push_back(
      evidence(spot.framework.build,
               "onnxruntime-gpu " + finding.parameters["version"] + ", CUDA " + finding.parameters["cuda"]));
  return finding;
}

/// The newest release that the default index has for this CUDA and this Python.
std::optional<catalog::FrameworkBuild> release_for(const Input& input, const Spot& spot, int cuda) {
  const auto os = input.facts.os.family;
  const Version python = spot.environment.python.value_or(Version());
  const std::string series = python.series();
  for (const auto& build : input.catalog.builds("onnxruntime")) {
    const auto& pythons = build.pythons;
    const bool here = std::find(build.systems.begin(), build.systems.end(), os) != build.systems.end();
    const bool fits = !python.valid() || pythons.empty() ||
                      std::find(pythons.begin(), pythons.end(), series) != pythons.end();
    if (build.default_index && here && fits && !build.unconfirmed && build.cuda.major_number() == cuda)
      return build;
  }
  return std::nullopt;
}

/// Wheels of the CUDA that is needed, and how the provider comes to see them.
void offer_own_libraries(const Input& input, const Spot& spot, const Need& need, Finding& finding) {
  const Version& release = *spot.framework.version;
  // 1.27 asks for a package that exists as an empty one only.
  const bool extras = can_preload(release) && !release.begins_with(Version("1.27"));
  const std::string exact = "onnxruntime-gpu[cuda,cudnn]" + same_release(input, spot.framework);
  offer_requirements(input, spot.environment, extras ? std::vector<std::string>{exact} : wheels_for(need),
                     finding);
  offer_way(input, spot, release, finding);
}

/// The release for the CUDA that is here, with what it needs beside that.
void offer_release(const Input& input, const Spot& spot, const catalog::FrameworkBuild& build,
                   Finding& finding) {
  std::vector<std::string> requirements{build.requirement};
  for (auto& wheel : wheels_beside(input, spot, build)) requirements.push_back(std::move(wheel));
  offer_requirements(input, spot.environment, requirements, finding);
  offer_way_for(input, spot, build, finding);
}

void none_found(const Input& input, const Spot& spot, const Need& need,
                const std::vector<std::string>& missing, Answer& answer) {
  const int other = other_major(input, spot, need);
  Finding finding =
      begun(input, other != 0 ? "onnxruntime.other-cuda" : "onnxruntime.no-cuda-libraries", spot, need);
  finding.parameters["missing"] = base::join(missing, ", ");
  finding.parameters["other"] = std::to_string(other);
  const auto release = other != 0 ? release_for(input, spot, other) : std::nullopt;
  if (!fits_machine(input, spot))
    offer_install(input, spot, finding);
  else if (release)
    offer_release(input, spot, *release, finding);
  else
    offer_own_libraries(input, spot, need, finding);
  answer.findings.push_back(std::move(finding));
}

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  if (spot.framework.name != "onnxruntime" || !is_gpu_build(spot.framework)) return;
  if (!spot.framework.version.known()) return;  // environment/readable says so
  const Need need = need_of(input, spot.framework);
  if (need.cuda == 0) return;
  std::vector<std::string> missing, nowhere;
  for (const auto& library : opened_by(input, spot.framework)) {
    if (is_found(input, spot, library, need)) continue;
    missing.push_back(library);
    if (!holds(spot.environment.libraries, library, need)) nowhere.push_back(library);
  }
  if (missing.empty() || build_is_open(spot)) return;
  const Framework* torch = torch_for(spot.environment, need);
  if (torch == nullptr && !nowhere.empty()) {
    if (spot.environment.libraries.undecided())
      return answer.cannot_tell("environment.libraries", spot.environment.libraries, spot.applies_to());
    if (input.facts.libraries.undecided())
      return answer.cannot_tell("libraries", input.facts.libraries, spot.applies_to());
    for (const auto& other : spot.environment.frameworks)
      if (other.name == "torch" && other.build.undecided())
        return answer.cannot_tell("torch.build", other.build, spot.applies_to());
    return none_found(input, spot, need, nowhere, answer);
  }
  Finding finding = begun(input, "onnxruntime.needs-preload", spot, need);
  // Programs that use both mostly import torch first, and nothing shows whether this one does.
  if (torch != nullptr) {
    finding.role = model::Role::note;
    finding.severity = model::Severity::info;
  }
  const Version& release = *spot.framework.version;
  if (can_preload(release) || torch == nullptr) offer_way(input, spot, release, finding);
  if (torch != nullptr) finding.fix.push_back({"torch-first", {}, "", ""});
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  if (gpu_state(input.facts) == GpuState::none) return;
  for_each_framework(input, [&](const Spot& spot) { judge_spot(input, spot, answer); });
}

}  // namespace

extern const Check framework_onnxruntime_libraries{gives, run};

}  // namespace gpuenv::check
