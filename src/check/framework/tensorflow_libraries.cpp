// TensorFlow built for CUDA but without the NVIDIA wheels that `tensorflow[and-cuda]` brings, or of a release
// that does not find them: it then runs on the CPU.
#include <algorithm>

#include "base/text.h"
#include "check/libraries.h"
#include "check/offer.h"

namespace gpuenv::check {
namespace {

using model::Finding;

constexpr const char* gives[] = {"tensorflow.no-cuda-wheels", "tensorflow.wheels-not-found",
                                 "tensorflow.no-cuda-dlls"};

/// Those of the libraries that it opens which are not where `has` looks.
template <class Has>
std::vector<std::string> missing(const Input& input, const Spot& spot, Has has) {
  auto libraries = opened_by(input, spot.framework);
  std::erase_if(libraries, has);
  return libraries;
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
void judge_blind(const Input& input, const Spot& spot, const Need& need, Answer& answer) {
  const auto row = input.catalog.framework(spot.framework.name);
  const auto& version = spot.framework.version;
  if (!row || row->blind_releases.empty() || !version.known()) return;
  // Releases from before the wheels were made for a CUDA of the system; whether they look into wheels at all
  // was not read.
  const bool early = before_wheels(input, spot.framework);
  if (!early && !is_blind(*row, *version)) return;
  const auto& libraries = input.facts.libraries;
  if (libraries.undecided()) return answer.cannot_tell("libraries", libraries, spot.applies_to());
  // The runtime is what they do find in its wheel.
  const auto on_path = [&](const std::string& library) {
    return library == "cudart" || holds(libraries, library, need);
  };
  if (missing(input, spot, on_path).empty()) return;
  std::string other = other_source(input, spot, need.cuda);
  if (other.empty() && early) other = "no folder of the wheels is on LD_LIBRARY_PATH";
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

/// Linux: its wheels bring the libraries.
void judge_linux(const Input& input, const Spot& spot, Answer& answer) {
  const auto& environment = spot.environment;
  if (environment.distributions.undecided())
    return answer.cannot_tell("environment.distributions", environment.distributions, spot.applies_to());
  const Need need = need_of(input, spot.framework);
  if (need.cuda == 0)
    return answer.open.push_back({"tensorflow.build", "no file tells the build", spot.applies_to()});
  const auto gone = missing(input, spot, [&](const std::string& library) {
    return wheel_of(environment, library, need.cuda) != nullptr;
  });
  if (gone.empty()) return judge_blind(input, spot, need, answer);
  if (build_is_open(spot)) return;
  const std::string other = other_source(input, spot, need.cuda);
  if (!other.empty()) return answer.open.push_back({"tensorflow.libraries", other, spot.applies_to()});
  Finding finding = begin(input, "tensorflow.no-cuda-wheels", spot);
  if (!asked_for(spot)) finding.severity = model::Severity::warning;
  finding.parameters["missing"] = wheel_name(gone.front(), need.cuda);
  for (const auto& library : gone)
    finding.evidence.push_back(
        {environment.site_packages, wheel_name(library, need.cuda) + ": not installed"});
  finding.evidence.push_back(evidence(spot.framework.build, "CUDA " + spot.framework.build->cuda.text()));
  offer_with_libraries(input, spot, finding);
  answer.findings.push_back(std::move(finding));
}

/// The cuDNN that this release was built with, "8.1"; "?" = no row tells.
std::string built_with_cudnn(const Input& input, const model::Framework& framework) {
  for (const auto& build : input.catalog.builds(framework.name))
    if (framework.version.known() && framework.version->begins_with(build.version) && build.cudnn.valid())
      return build.cudnn.text();
  return "?";
}

/// Windows: the GPU builds up to 2.10 open CUDA and cuDNN by name, from PATH.
void judge_windows(const Input& input, const Spot& spot, Answer& answer) {
  const base::Version& cuda = spot.framework.build->cuda;
  if (!cuda.valid() || spot.environment.has_conda_cuda()) return;
  if (spot.environment.kind == "conda" && spot.environment.conda_packages.undecided())
    return answer.cannot_tell("environment.conda_packages", spot.environment.conda_packages,
                              spot.applies_to());
  const auto& libraries = input.facts.libraries;
  const Need need = need_of(input, spot.framework);
  const auto gone =
      missing(input, spot, [&](const std::string& library) { return holds(libraries, library, need); });
  // The search on PATH knows no names of DLLs from before CUDA 11 (probe/libraries.cpp).
  if (gone.empty() || need.cuda < 11) return;
  if (libraries.undecided()) return answer.cannot_tell("libraries", libraries, spot.applies_to());
  Finding finding = begin(input, "tensorflow.no-cuda-dlls", spot);
  if (!asked_for(spot)) finding.severity = model::Severity::warning;
  finding.parameters["missing"] = base::join(gone, ", ");
  finding.parameters["cuda"] = cuda.text();
  finding.parameters["cudnn"] = built_with_cudnn(input, spot.framework);
  finding.evidence.push_back(evidence(spot.framework.build, "CUDA " + cuda.text()));
  for (const auto& library : gone) finding.evidence.push_back({"PATH", library + ": in none of its folders"});
  finding.fix.push_back({"conda", {}, "", ""});
  finding.fix.push_back({"system", {}, "", ""});
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  const auto& cards = input.facts.cards.nvidia;
  if (!cards.known() || cards->empty()) return;
  const auto judge = input.facts.os.family == base::OsFamily::windows ? judge_windows : judge_linux;
  for_each_framework(input, [&](const Spot& spot) {
    if (spot.framework.name == "tensorflow" && is_gpu_build(spot.framework)) judge(input, spot, answer);
  });
}

}  // namespace

extern const Check framework_tensorflow_libraries{gives, run};

}  // namespace gpuenv::check
