// CuPy: wheels of its own for each CUDA major (cupy-cuda12x), which share one folder and bring no CUDA
// libraries.
#include <algorithm>

#include "base/text.h"
#include "check/support.h"
#include "steps/steps.h"

namespace gpuenv::check {
namespace {

using base::Version;
using model::Distribution;
using model::Environment;
using model::Finding;

constexpr const char* gives[] = {"cupy.several-packages", "cupy.driver-too-old", "cupy.no-cuda-libraries"};

/// Where CuPy was found, and for which CUDA it was built.
struct Cupy {
  const Environment& environment;
  const Distribution& distribution;
  int cuda = 0;
};

std::vector<const Distribution*> all_of_them(const Environment& environment) {
  std::vector<const Distribution*> list;
  for (const auto& distribution : *environment.distributions)
    if (distribution.name == "cupy" || distribution.name.starts_with("cupy-cuda") ||
        distribution.name.starts_with("cupy-rocm"))
      list.push_back(&distribution);
  return list;
}

bool wanted(const Environment& environment, const Distribution& distribution) {
  return environment.selection != model::Selection::found || distribution.requested.value_or(false);
}

Finding begun(const Input& input, const char* id, const Cupy& cupy) {
  Finding finding = begin(input, id);
  finding.applies_to = {cupy.environment.path, "", -1};
  if (!wanted(cupy.environment, cupy.distribution)) finding.severity = model::Severity::warning;
  finding.parameters = {{"environment", cupy.environment.path},
                        {"package", cupy.distribution.name},
                        {"version", cupy.distribution.version.text()},
                        {"cuda", std::to_string(cupy.cuda)}};
  finding.evidence.push_back(
      {cupy.distribution.path, cupy.distribution.name + " " + cupy.distribution.version.text()});
  return finding;
}

steps::Target target_of(const Input& input, const Environment& environment) {
  return steps::target_for(environment, input.facts.os.family == base::OsFamily::windows);
}

void offer_package(const Input& input, const Environment& environment, const std::string& name,
                   const std::string& version, Finding& finding) {
  model::Plan plan;
  plan.packages.push_back({name, version, "", "", {}});
  const steps::Present fresh{.same_name = false, .companions = {}, .rivals = {}};
  for (auto& step : steps::install(plan, target_of(input, environment), fresh))
    finding.fix.push_back(std::move(step));
}

/// The wheel for another CUDA major in the place of the one that is there, in the same version as far as it
/// has it.
bool offer_other_major(const Input& input, const Cupy& cupy, int major, Finding& finding) {
  const std::string name = "cupy-cuda" + std::to_string(major) + "x";
  const auto row = input.catalog.cuda_package(name);
  if (!row) return false;
  const Version& installed = cupy.distribution.version;
  const bool beyond = row->last.valid() && row->last < installed;
  if (row->first.valid() && installed < row->first) return false;
  finding.fix.push_back(steps::uninstall({cupy.distribution.name}, target_of(input, cupy.environment)));
  offer_package(input, cupy.environment, name, beyond ? row->last.text() : installed.text(), finding);
  return true;
}

void several(const Input& input, const Environment& environment, const std::vector<const Distribution*>& list,
             Answer& answer) {
  const Distribution* kept = nullptr;
  int kept_major = 0;
  const int served = input.facts.driver.cuda.known() ? input.facts.driver.cuda->major_number() : 0;
  std::vector<std::string> names;
  Finding finding = begun(input, "cupy.several-packages", {environment, *list.front(), 0});
  finding.severity = model::Severity::warning;
  finding.evidence.clear();
  for (const auto* distribution : list) {
    names.push_back(distribution->name);
    finding.evidence.push_back({distribution->path, distribution->name + " " + distribution->version.text()});
    const auto row = input.catalog.cuda_package(distribution->name);
    if (row && row->cuda_major > kept_major && row->cuda_major <= served) {
      kept = distribution;
      kept_major = row->cuda_major;
    }
  }
  finding.parameters["packages"] = base::join(names, ", ");
  finding.fix.push_back(steps::uninstall(names, target_of(input, environment)));
  if (kept != nullptr) offer_package(input, environment, kept->name, kept->version.text(), finding);
  answer.findings.push_back(std::move(finding));
}

/// True when the driver serves the CUDA of the wheel; otherwise that was said.
bool driver_serves(const Input& input, const Cupy& cupy, Answer& answer) {
  const auto& driver = input.facts.driver;
  const model::AppliesTo here{cupy.environment.path, "", -1};
  if (driver.cuda.undecided()) {
    answer.cannot_tell("driver.cuda", driver.cuda, here);
    return false;
  }
  if (!driver.cuda.known()) return false;
  if (driver.cuda->major_number() >= cupy.cuda) return true;
  Finding finding = begun(input, "cupy.driver-too-old", cupy);
  finding.parameters["served"] = driver.cuda->text();
  finding.evidence.push_back(evidence(driver.cuda, "CUDA " + driver.cuda->text()));
  if (!offer_other_major(input, cupy, driver.cuda->major_number(), finding))
    finding.fix.push_back({"driver", {{"cuda", std::to_string(cupy.cuda)}}, "", ""});
  answer.findings.push_back(std::move(finding));
  return false;
}

/// NVIDIA's compiler library, which CuPy needs for its first own kernel: as a wheel of this major.
bool has_wheels(const Environment& environment, int cuda) {
  if (environment.find("nvidia-cuda-nvrtc-cu" + std::to_string(cuda)) != nullptr) return true;
  const auto* plain = environment.find("nvidia-cuda-nvrtc");
  return plain != nullptr && plain->version.major_number() == cuda;
}

bool outside(const base::Known<std::vector<model::LibraryCopy>>& libraries, int cuda) {
  return libraries.known() && std::any_of(libraries->begin(), libraries->end(), [&](const auto& copy) {
           return copy.library == "nvrtc" && copy.cuda_major == cuda;
         });
}

void judge_libraries(const Input& input, const Cupy& cupy, Answer& answer) {
  const auto& toolkits = input.facts.toolkits;
  // In a conda environment CUDA may have come with conda's own packages.
  if (cupy.environment.kind == "conda" || has_wheels(cupy.environment, cupy.cuda)) return;
  if (outside(input.facts.libraries, cupy.cuda) || outside(cupy.environment.libraries, cupy.cuda)) return;
  if (toolkits.undecided()) return answer.cannot_tell("toolkits", toolkits, {cupy.environment.path, "", -1});
  const model::Toolkit* other = nullptr;
  if (toolkits.known())
    for (const auto& toolkit : *toolkits) {
      if (!toolkit.complete()) continue;
      if (toolkit.version.major_number() == cupy.cuda) return;
      if (other == nullptr || other->version < toolkit.version) other = &toolkit;
    }
  if (input.facts.libraries.undecided())
    return answer.cannot_tell("libraries", input.facts.libraries, {cupy.environment.path, "", -1});
  Finding finding = begun(input, "cupy.no-cuda-libraries", cupy);
  finding.confidence = model::Confidence::likely;
  finding.parameters["found"] =
      other == nullptr ? "-" : "CUDA " + other->version.text() + " (" + other->path + ")";
  finding.evidence.push_back({toolkits.origin(), "CUDA " + finding.parameters["cuda"] + ": no toolkit"});
  if (other != nullptr) finding.evidence.push_back({other->path, "CUDA " + other->version.text()});
  const auto row = input.catalog.cuda_package(cupy.distribution.name);
  const bool own_wheels =
      row && row->toolkit_extra.valid() && row->toolkit_extra <= cupy.distribution.version;
  if (own_wheels)
    offer_package(input, cupy.environment, cupy.distribution.name + "[ctk]", cupy.distribution.version.text(),
                  finding);
  else if (other == nullptr || other->version.major_number() > input.facts.driver.cuda->major_number() ||
           !offer_other_major(input, cupy, other->version.major_number(), finding))
    finding.fix.push_back({"toolkit", {{"cuda", std::to_string(cupy.cuda)}}, "", ""});
  answer.findings.push_back(std::move(finding));
}

void judge_environment(const Input& input, const Environment& environment, Answer& answer) {
  if (!environment.distributions.known()) return;  // environment/readable says so
  const auto list = all_of_them(environment);
  if (list.size() > 1) return several(input, environment, list, answer);
  if (list.empty()) return;
  // "cupy" itself is built on the machine, or comes from conda, for the CUDA that is there.
  const auto row = input.catalog.cuda_package(list.front()->name);
  if (!row) return;
  const Cupy cupy{environment, *list.front(), row->cuda_major};
  if (driver_serves(input, cupy, answer)) judge_libraries(input, cupy, answer);
}

void run(const Input& input, Answer& answer) {
  const GpuState state = gpu_state(input.facts);
  // Without a driver that answers, what CuPy lacks is not the question yet.
  if (state == GpuState::none || state == GpuState::blocked) return;
  for (const auto& environment : input.facts.environments) judge_environment(input, environment, answer);
}

}  // namespace

extern const Check companions_cupy{gives, run};

}  // namespace gpuenv::check
