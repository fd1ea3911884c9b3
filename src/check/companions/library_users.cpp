// CTranslate2 (faster-whisper) opens cuBLAS and cuDNN by name when it first computes on the GPU, and aborts
// the program when it does not find the major that it was built for.
#include <algorithm>

#include "base/text.h"
#include "check/libraries.h"

namespace gpuenv::check {
namespace {

using model::Distribution;
using model::Environment;
using model::Finding;

constexpr const char* gives[] = {"companion.other-cudnn", "companion.no-libraries",
                                 "companion.libraries-not-on-path"};

Need need_of(const catalog::LibraryUser& user) {
  return {user.cuda_major, user.cudnn_major};
}

std::vector<std::string> needed_by(const catalog::LibraryUser& user) {
  return user.cudnn_major == 0 ? std::vector<std::string>{"cublas"}
                               : std::vector<std::string>{"cublas", "cudnn"};
}

/// torch of the same CUDA, imported first, has them loaded already.
bool torch_brings(const Environment& environment, const catalog::LibraryUser& user) {
  for (const auto& framework : environment.frameworks)
    if (framework.name == "torch" && is_gpu_build(framework) && cuda_major_of(framework) == user.cuda_major) {
      if (holds(environment.libraries, needed_by(user).back(), need_of(user))) return true;
    }
  return false;
}

/// A cuDNN of another major, wherever it is; nullptr when there is none.
const model::LibraryCopy* other_cudnn(const Input& input, const Environment& environment,
                                      const catalog::LibraryUser& user) {
  if (user.cudnn_major == 0) return nullptr;
  for (const auto* list : {&input.facts.libraries, &environment.libraries})
    for (const auto* copy : copies_of(*list, "cudnn"))
      if (copy->version.known() && copy->version->major_number() != user.cudnn_major) return copy;
  return nullptr;
}

Finding begun(const Input& input, const char* id, const Environment& environment,
              const Distribution& distribution, const catalog::LibraryUser& user) {
  Finding finding = begin(input, id);
  finding.applies_to = {environment.path, "", -1};
  // It computes on the CPU as well: where nobody looks at the environment it may be meant so.
  if (environment.selection == model::Selection::found) finding.severity = model::Severity::warning;
  finding.parameters = {{"environment", environment.path},
                        {"package", user.title},
                        {"version", distribution.version.public_text()},
                        {"cuda", std::to_string(user.cuda_major)},
                        {"libraries", "cuBLAS " + std::to_string(user.cuda_major)}};
  if (user.cudnn_major != 0) {
    finding.parameters["cudnn"] = std::to_string(user.cudnn_major);
    finding.parameters["libraries"] += ", cuDNN " + finding.parameters["cudnn"];
  }
  finding.evidence.push_back({distribution.path, distribution.name + " " + distribution.version.text()});
  return finding;
}

/// Its newest release, where that serves the same CUDA and uses no cuDNN: nothing else in the environment has
/// to change for it, while another cuDNN would take torch's away.
bool offer_newer(const Input& input, const Environment& environment, const catalog::LibraryUser& user,
                 Finding& finding) {
  const base::Version any("9999");
  const auto newer = input.catalog.library_user(user.name, any);
  if (!newer || newer->cudnn_major != 0 || newer->cuda_major != user.cuda_major || !newer->newest.valid())
    return false;
  if (environment.python.known() && *environment.python < newer->python_min) return false;
  const size_t first = finding.fix.size();
  offer_requirements(input, environment, {user.name + "==" + newer->newest.text()}, finding);
  for (size_t i = first; i < finding.fix.size(); ++i) finding.fix[i].text = "update";
  finding.parameters["newest"] = newer->newest.text();
  return true;
}

/// The wheels of its majors, and the path that makes them found.
void offer_wheels(const Input& input, const Environment& environment, const catalog::LibraryUser& user,
                  const std::vector<std::string>& libraries, Finding& finding) {
  const std::string cu = "-cu" + std::to_string(user.cuda_major);
  std::vector<std::string> wheels, folders;
  for (const auto& library : libraries) {
    const bool cudnn = library == "cudnn";
    wheels.push_back("nvidia-" + (library + cu));
    if (cudnn) wheels.back().append("==").append(std::to_string(user.cudnn_major)).append(".*");
    folders.push_back(environment.site_packages + "/nvidia/" + library + "/lib");
  }
  offer_requirements(input, environment, wheels, finding);
  finding.fix.push_back(library_path_step(input, "path", base::join(folders, ":")));
}

/// Steps for libraries that are nowhere.
void offer_missing(const Input& input, const Environment& environment, const catalog::LibraryUser& user,
                   const std::vector<std::string>& nowhere, bool other_cudnn_here, Finding& finding) {
  if (!other_cudnn_here || !offer_newer(input, environment, user, finding))
    return offer_wheels(input, environment, user, needed_by(user), finding);
  if (std::find(nowhere.begin(), nowhere.end(), "cublas") != nowhere.end())
    offer_wheels(input, environment, user, {"cublas"}, finding);
}

void judge(const Input& input, const Environment& environment, const Distribution& distribution,
           const catalog::LibraryUser& user, Answer& answer) {
  std::vector<std::string> missing, nowhere;
  for (const auto& library : needed_by(user)) {
    if (holds(input.facts.libraries, library, need_of(user)) ||
        holds(environment.libraries, library, need_of(user), "conda"))
      continue;
    missing.push_back(library);
    if (!holds(environment.libraries, library, need_of(user))) nowhere.push_back(library);
  }
  if (missing.empty() || torch_brings(environment, user)) return;
  const model::AppliesTo here{environment.path, "", -1};
  if (input.facts.libraries.undecided()) return answer.cannot_tell("libraries", input.facts.libraries, here);
  if (environment.libraries.undecided())
    return answer.cannot_tell("environment.libraries", environment.libraries, here);
  const auto* other = other_cudnn(input, environment, user);
  const char* id = nowhere.empty()    ? "companion.libraries-not-on-path"
                   : other != nullptr ? "companion.other-cudnn"
                                      : "companion.no-libraries";
  Finding finding = begun(input, id, environment, distribution, user);
  finding.parameters["missing"] = base::join(missing, ", ");
  if (other != nullptr && !nowhere.empty()) {
    finding.parameters["have"] = other->version->text();
    finding.evidence.push_back({other->path, "cudnn " + other->version->text()});
  }
  if (nowhere.empty())
    finding.fix.push_back(library_path_step(input, "path", wheel_folders(environment, needed_by(user))));
  else
    offer_missing(input, environment, user, nowhere, other != nullptr, finding);
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  if (input.facts.os.family != base::OsFamily::linux || gpu_state(input.facts) == GpuState::none) return;
  const auto names = input.catalog.library_users();
  for (const auto& environment : input.facts.environments) {
    if (!environment.distributions.known()) continue;  // environment/readable says so
    for (const auto& name : names) {
      const auto* distribution = environment.find(name);
      if (distribution == nullptr) continue;
      if (const auto user = input.catalog.library_user(name, distribution->version))
        judge(input, environment, *distribution, *user, answer);
    }
  }
}

}  // namespace

extern const Check companions_library_users{gives, run};

}  // namespace gpuenv::check
