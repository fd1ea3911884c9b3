// Turns a Plan into Steps; see steps.h.
#include "steps/steps.h"

#include <algorithm>

#include "base/text.h"
#include "steps/command.h"
#include "steps/installer.h"

namespace gpuenv::steps {
namespace {

using model::PlannedPackage;
using model::Step;

/// Whose a distribution is; one that is not there yet goes to the list that governs the environment, else to
/// PyPI.
const Installer& installer_of(const Target& target, const std::string& distribution) {
  const std::string manager = target.environment == nullptr ? "" : target.environment->manager;
  if (manager == "pixi") return pixi;
  if (manager == "poetry") return poetry;
  return conda_package(target, distribution) != nullptr ? conda : plain_installer(target);
}

/// "tensorflow[and-cuda]" -> "tensorflow".
std::string without_extras(const std::string& name) {
  return name.substr(0, name.find('['));
}

std::string requirement_of(const PlannedPackage& package) {
  return package.version.empty() ? package.name : package.name + "==" + package.version;
}

/// Where extras choose the build (tensorflow[and-cuda]) the wheel itself is the same and can stay.
bool other_build_possible(const PlannedPackage& package) {
  return !package.name.contains('[') || !package.index.empty();
}

Request request_for(const model::Plan& plan, const Present& present, const Target& target) {
  Request request;
  request.package = plan.packages.front();
  request.conda = conda_package(target, request.package.name);
  request.index = plan.packages.front().index;
  request.index_use = plan.packages.front().index_use;
  for (const auto& package : plan.packages) {
    request.requirements.push_back(requirement_of(package));
    // Removing a rival takes the files along that both own, so the planned package has to be written again.
    const bool is_framework = &package == &plan.packages.front();
    if (is_framework && present.same_name && (other_build_possible(package) || !present.rivals.empty()))
      request.replace.push_back(without_extras(package.name));
  }
  for (const auto& companion : present.companions) {
    request.requirements.push_back(companion);
    request.replace.push_back(companion);
  }
  return request;
}

Step step(std::string text, const Words& words, const Target& target) {
  if (words.empty()) return {std::move(text), {}, "", ""};
  return {std::move(text), {}, command_line(words, target.windows), target.windows ? "powershell" : "bash"};
}

/// What a list that this program cannot write has to say as well, or all of it.
Step note(const char* text, const Request& request, const Target& target) {
  Step result{text, {}, "", ""};
  std::string requirement = base::join(request.requirements, " ");
  if (request.conda != nullptr && !request.package.version.empty()) requirement = conda_spec(request);
  if (request.conda == nullptr && !request.index.empty()) requirement += " (" + request.index + ")";
  result.parameters = {{"requirement", std::move(requirement)}, {"environment", target.environment->path}};
  return result;
}

}  // namespace

const Installer& plain_installer(const Target& target) {
  return target.installer == "uv" ? uv : pip;
}

/// PyTorch's index mirrors what torch depends on (pytorch.org/get-started/locally); the others hold their own
/// wheels.
IndexKind kind_of(const Request& request) {
  if (request.index.empty()) return IndexKind::none;
  if (request.index_use == model::IndexUse::links) return IndexKind::links;
  if (request.index_use == model::IndexUse::extra) return IndexKind::extra;
  return request.index.contains("//download.pytorch.org/") ? IndexKind::complete : IndexKind::partial;
}

Target target_for(const model::Environment& environment, bool windows) {
  return {environment.installer, environment.interpreter, windows, &environment};
}

/// A plugin of JAX for another CUDA than the planned one, "jax-cuda13-plugin" beside "cuda12": both together
/// come up in an order that changes from start to start.
bool is_for_another_cuda(std::string_view plugin, std::string_view variant) {
  const bool of_jax = plugin.starts_with("jax-cuda") && variant.starts_with("cuda");
  return of_jax && !plugin.starts_with("jax-" + std::string(variant) + "-");
}

Present present_in(const model::Environment& environment, const catalog::Framework& framework,
                   const model::Plan& plan) {
  Present present;
  if (!plan.found() || !environment.distributions.known()) return present;
  const std::string planned = without_extras(plan.packages.front().name);
  present.same_name = environment.find(planned) != nullptr;
  for (const auto& name : framework.same_build)
    if (environment.find(name) != nullptr) present.companions.push_back(name);
  for (const auto& name : framework.distributions)
    if (name != planned && environment.find(name) != nullptr) present.rivals.push_back(name);
  for (const auto& name : framework.gpu_distributions)
    if (is_for_another_cuda(name, plan.packages.front().variant) && environment.find(name) != nullptr)
      present.rivals.push_back(name);
  return present;
}

std::vector<Step> install(const model::Plan& plan, const Target& target, const Present& present) {
  std::vector<Step> steps;
  if (!plan.found()) return steps;
  const Request request = request_for(plan, present, target);
  // conda's packages of one framework bear one name, so none of them stands in the way of another.
  if (!present.rivals.empty() && request.conda == nullptr) steps.push_back(uninstall(present.rivals, target));
  const auto& package = plan.packages.front();
  for (const auto& command : installer_of(target, package.name).install(request, target)) {
    if (command.words.empty()) {
      steps.push_back(note(command.text.c_str(), request, target));
      continue;
    }
    steps.push_back(step(command.text, command.words, target));
    if (command.text != "install") continue;
    steps.back().parameters = {
        {"package", package.name}, {"version", package.version}, {"variant", package.variant}};
  }
  if (target.environment != nullptr && target.environment->manager == "pdm")
    steps.push_back(note("pdm-list", request, target));
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
  const auto& installer = installer_of(target, names.empty() ? std::string() : names.front());
  Step result = step("reinstall", installer.reinstall(request, target), target);
  result.parameters["package"] = base::join(names, ", ");
  return result;
}

Step install_requirement(const std::string& requirement, const Target& target) {
  Request request;
  request.requirements = {requirement};
  request.package.name = requirement;
  request.conda = conda_package(target, requirement);
  const auto command = installer_of(target, requirement).install(request, target).back();
  if (command.words.empty()) return note(command.text.c_str(), request, target);
  Step result = step(command.text, command.words, target);
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
  Step result =
      step("uninstall", installer_of(target, distributions.front()).uninstall(distributions, target), target);
  result.parameters["package"] = base::join(distributions, ", ");
  return result;
}

}  // namespace gpuenv::steps
