// TensorFlow built for CUDA but without the NVIDIA wheels that `tensorflow[and-cuda]` brings, or of a release
// that does not find them: it then runs on the CPU.
#include <algorithm>

#include "base/text.h"
#include "check/libraries.h"

namespace gpuenv::check {
namespace {

using model::Finding;

constexpr const char* gives[] = {"tensorflow.no-cuda-wheels", "tensorflow.wheels-not-found",
                                 "tensorflow.no-cuda-dlls"};

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

/// The wheels are there, and this release looks for them in too few places.
void judge_blind(const Input& input, const Spot& spot, int cuda_major, Answer& answer) {
  const auto row = input.catalog.framework(spot.framework.name);
  const auto& version = spot.framework.version;
  if (!row || row->blind_releases.empty() || !version.known()) return;
  // Releases before the extra and-cuda (2.14) were made for a CUDA of the system; whether they look into
  // wheels at all was not read.
  const bool before_wheels = *version < base::Version("2.14");
  if (!before_wheels && !is_blind(*row, *version)) return;
  const auto& libraries = input.facts.libraries;
  if (libraries.undecided()) return answer.cannot_tell("libraries", libraries, spot.applies_to());
  const auto found = [&](const char* library) {
    const auto copies = copies_of(libraries, library);
    return std::any_of(copies.begin(), copies.end(),
                       [&](const auto* copy) { return serves(*copy, cuda_major, 0); });
  };
  if (found("cublas") && found("cudnn")) return;
  std::string other = other_source(input, spot, cuda_major);
  if (other.empty() && before_wheels) other = "no folder of the wheels is on LD_LIBRARY_PATH";
  if (!other.empty()) return answer.open.push_back({"tensorflow.libraries", other, spot.applies_to()});
  Finding finding = begin(input, "tensorflow.wheels-not-found", spot);
  if (!asked_for(spot)) finding.severity = model::Severity::warning;
  finding.evidence.push_back(evidence(version, "TensorFlow " + version->text()));
  finding.evidence.push_back(
      {spot.environment.site_packages + "/nvidia", "on no path that this release searches"});
  offer_install(input, spot, finding);
  const std::string folders = wheel_folders(
      spot.environment,
      {"cudnn", "cublas", "cudart", "cufft", "curand", "cusolver", "cusparse", "nccl", "nvjitlink", "cupti"});
  finding.fix.push_back(library_path_step(input, "path", folders));
  answer.findings.push_back(std::move(finding));
}

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  if (spot.framework.name != "tensorflow" || !is_gpu_build(spot.framework)) return;
  const auto& environment = spot.environment;
  if (environment.distributions.undecided())
    return answer.cannot_tell("environment.distributions", environment.distributions, spot.applies_to());
  const int cuda_major = spot.framework.build->cuda.valid() ? spot.framework.build->cuda.major_number() : 12;
  const auto missing = missing_wheels(environment, cuda_major);
  if (missing.empty()) return judge_blind(input, spot, cuda_major, answer);
  const std::string other = other_source(input, spot, cuda_major);
  if (!other.empty()) return answer.open.push_back({"tensorflow.libraries", other, spot.applies_to()});
  Finding finding = begin(input, "tensorflow.no-cuda-wheels", spot);
  if (!asked_for(spot)) finding.severity = model::Severity::warning;
  finding.parameters["missing"] = missing.front();
  for (const auto& wheel : missing)
    finding.evidence.push_back({environment.site_packages, wheel + ": not installed"});
  finding.evidence.push_back(evidence(spot.framework.build, "CUDA " + spot.framework.build->cuda.text()));
  offer_install(input, spot, finding);
  answer.findings.push_back(std::move(finding));
}

/// conda has both as packages, whose DLLs its environments find.
bool has_conda_cuda(const model::Environment& environment) {
  if (environment.kind != "conda" || !environment.conda_packages.known()) return false;
  const auto has = [&](std::string_view name) {
    return std::any_of(environment.conda_packages->begin(), environment.conda_packages->end(),
                       [&](const auto& package) { return package.name == name; });
  };
  return has("cudatoolkit") && has("cudnn");
}

/// Windows: the GPU builds up to 2.10 open CUDA and cuDNN by name, from PATH.
void judge_windows(const Input& input, const Spot& spot, Answer& answer) {
  if (spot.framework.name != "tensorflow" || !is_gpu_build(spot.framework)) return;
  const base::Version& cuda = spot.framework.build->cuda;
  if (!cuda.valid() || has_conda_cuda(spot.environment)) return;
  if (spot.environment.kind == "conda" && spot.environment.conda_packages.undecided())
    return answer.cannot_tell("environment.conda_packages", spot.environment.conda_packages,
                              spot.applies_to());
  const auto& libraries = input.facts.libraries;
  constexpr int cudnn_major =
      8;  // of all releases from 2.5 on, when CUDA 11.2 came (tensorflow.org, install/source_windows)
  std::vector<std::string> missing;
  for (const char* library : {"cudart", "cublas", "cudnn"}) {
    const auto copies = copies_of(libraries, library);
    if (std::none_of(copies.begin(), copies.end(),
                     [&](const auto* copy) { return serves(*copy, cuda.major_number(), cudnn_major); }))
      missing.emplace_back(library);
  }
  if (missing.empty() || cuda < base::Version("11.2")) return;
  if (libraries.undecided()) return answer.cannot_tell("libraries", libraries, spot.applies_to());
  Finding finding = begin(input, "tensorflow.no-cuda-dlls", spot);
  if (!asked_for(spot)) finding.severity = model::Severity::warning;
  finding.parameters["missing"] = base::join(missing, ", ");
  finding.parameters["cuda"] = cuda.text();
  finding.parameters["cudnn"] = std::to_string(cudnn_major);
  finding.evidence.push_back(evidence(spot.framework.build, "CUDA " + cuda.text()));
  for (const auto& library : missing)
    finding.evidence.push_back({"PATH", library + ": in none of its folders"});
  finding.fix.push_back({"conda", {}, "", ""});
  finding.fix.push_back({"system", {}, "", ""});
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  const auto& cards = input.facts.cards.nvidia;
  if (!cards.known() || cards->empty()) return;
  const auto judge = input.facts.os.family == base::OsFamily::windows ? judge_windows : judge_spot;
  for_each_framework(input, [&](const Spot& spot) { judge(input, spot, answer); });
}

}  // namespace

extern const Check framework_tensorflow_libraries{gives, run};

}  // namespace gpuenv::check
