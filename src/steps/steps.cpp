// Turns a Plan into Steps; see steps.h.
#include "steps/steps.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "steps/command.h"
#include "steps/installer.h"

namespace gpuenv::steps {
namespace {

using model::PlannedPackage;
using model::Step;

const Installer& installer_of(const Target& target) {
  return target.installer == "uv" ? uv : pip;
}

/// "tensorflow[and-cuda]" -> "tensorflow".
std::string without_extras(const std::string& name) {
  return name.substr(0, name.find('['));
}

std::string requirement_of(const PlannedPackage& package) {
  return package.version.empty() ? package.name : package.name + "==" + package.version;
}

/// Packages with compiled code against a framework's own libraries: of another build they fail to import or
/// lack CUDA (torchvision compares its CUDA with torch's at import, torchvision/extension.py).
struct Family {
  std::string_view framework;
  std::array<std::string_view, 2> companions;
};
constexpr std::array<Family, 1> families{{{"torch", {"torchvision", "torchaudio"}}}};

std::vector<std::string> companions_of(const std::string& framework) {
  for (const auto& family : families)
    if (family.framework == framework) return {family.companions.begin(), family.companions.end()};
  return {};
}

/// Where extras choose the build (tensorflow[and-cuda]) the wheel itself is the same and can stay.
bool other_build_possible(const PlannedPackage& package) {
  return !package.name.contains('[') || !package.index.empty();
}

Request request_for(const model::Plan& plan, const Present& present) {
  Request request;
  request.index = plan.packages.front().index;
  request.index_use = plan.packages.front().index_use;
  for (const auto& package : plan.packages) {
    request.requirements.push_back(requirement_of(package));
    // Removing a rival takes the files along that both own, so the planned package has to be written again.
    if (present.same_name && (other_build_possible(package) || !present.rivals.empty()))
      request.replace.push_back(without_extras(package.name));
  }
  for (const auto& companion : present.companions) {
    request.requirements.push_back(companion);
    request.replace.push_back(companion);
  }
  return request;
}

Step step(std::string text, const Words& words, const Target& target) {
  return {std::move(text), {}, command_line(words, target.windows), target.windows ? "powershell" : "bash"};
}

}  // namespace

/// PyTorch's index mirrors what torch depends on (pytorch.org/get-started/locally); the others hold their own
/// wheels.
IndexKind kind_of(const Request& request) {
  if (request.index.empty()) return IndexKind::none;
  if (request.index_use == model::IndexUse::links) return IndexKind::links;
  if (request.index_use == model::IndexUse::extra) return IndexKind::extra;
  return request.index.contains("//download.pytorch.org/") ? IndexKind::complete : IndexKind::partial;
}

Target target_for(const model::Environment& environment, bool windows) {
  return {environment.installer, environment.interpreter, windows};
}

Present present_in(const model::Environment& environment, const catalog::Framework& framework,
                   const model::Plan& plan) {
  Present present;
  if (!plan.found() || !environment.distributions.known()) return present;
  const std::string planned = without_extras(plan.packages.front().name);
  present.same_name = environment.find(planned) != nullptr;
  for (const auto& name : companions_of(framework.name))
    if (environment.find(name) != nullptr) present.companions.push_back(name);
  for (const auto& name : framework.distributions)
    if (name != planned && environment.find(name) != nullptr) present.rivals.push_back(name);
  return present;
}

std::vector<Step> install(const model::Plan& plan, const Target& target, const Present& present) {
  std::vector<Step> steps;
  if (!plan.found()) return steps;
  if (!present.rivals.empty()) steps.push_back(uninstall(present.rivals, target));
  const auto& package = plan.packages.front();
  for (const auto& command : installer_of(target).install(request_for(plan, present), target)) {
    steps.push_back(step(command.text, command.words, target));
    if (command.text != "install") continue;
    steps.back().parameters = {
        {"package", package.name}, {"version", package.version}, {"variant", package.variant}};
  }
  return steps;
}

Step reinstall(const std::vector<model::Distribution>& distributions, const std::string& index,
               const Target& target, bool fresh) {
  Request request;
  request.index = index;
  request.fresh = fresh;
  Words names;
  for (const auto& distribution : distributions) {
    request.requirements.push_back(distribution.name + "==" + distribution.version.text());
    names.push_back(distribution.name);
  }
  Step result = step("reinstall", installer_of(target).reinstall(request, target), target);
  result.parameters["package"] = base::join(names, ", ");
  return result;
}

Step install_requirement(const std::string& requirement, const Target& target) {
  Request request;
  request.requirements = {requirement};
  Step result = step("install", installer_of(target).install(request, target).front().words, target);
  result.parameters["package"] = requirement;
  return result;
}

Step conda_remove(const std::string& package, const std::string& environment, bool windows) {
  Target target;
  target.windows = windows;
  Step result =
      step("conda-remove", {"conda", "remove", "--prefix", environment, "--force", package}, target);
  result.parameters["package"] = package;
  return result;
}

Step uninstall(const std::vector<std::string>& distributions, const Target& target) {
  Step result = step("uninstall", installer_of(target).uninstall(distributions, target), target);
  result.parameters["package"] = base::join(distributions, ", ");
  return result;
}

}  // namespace gpuenv::steps
