// The commands of pixi (pixi.prefix.dev/latest/reference/cli/pixi), typed in the workspace. pixi makes the
// environment from its list and lock file, and takes away what another installer has put there.
#include "steps/installer.h"

namespace gpuenv::steps {
namespace {

std::string environment_name(const Target& target) {
  const std::string& path = target.environment->path;
  return path.substr(path.find_last_of("/\\") + 1);
}

/// Another environment than "default" gets its packages from features, and only the manifest says from which.
bool lists_directly(const Target& target) {
  return !target.environment->project.empty() && environment_name(target) == "default";
}

Words begin(const char* verb, const Target& target) {
  return {"pixi", verb, "--manifest-path", target.environment->project};
}

/// "12" of "cu126" and "cuda12".
std::string cuda_major(const std::string& variant) {
  if (variant.starts_with("cuda")) return variant.substr(4);
  return variant.starts_with("cu") && variant.size() > 4 ? variant.substr(2, 2) : "";
}

/// Without the requirement pixi takes CPU builds only (pixi.prefix.dev/latest/python/pytorch).
std::vector<Installer::Command> add_from_conda(const Request& request, const Target& target) {
  std::vector<Installer::Command> commands;
  const std::string cuda = cuda_major(request.package.variant);
  if (!cuda.empty()) {
    commands.push_back({"install", {"cd", target.environment->project}});
    commands.push_back({"install", {"pixi", "workspace", "system-requirements", "add", "cuda", cuda}});
  }
  Words words = begin("add", target);
  const bool planned = !request.package.version.empty() || !request.package.variant.empty();
  words.push_back(planned ? conda_spec(request) : request.requirements.front());
  commands.push_back({"install", words});
  return commands;
}

std::vector<Installer::Command> install_commands(const Request& request, const Target& target) {
  if (!lists_directly(target)) return {{"pixi-list", {}}};
  if (request.conda != nullptr) return add_from_conda(request, target);
  Words words = begin("add", target);
  words.emplace_back("--pypi");
  if (!request.index.empty()) words.insert(words.end(), {"--index", request.index});
  words.insert(words.end(), request.requirements.begin(), request.requirements.end());
  return {{"install", words}};
}

/// The lock file names the very files that are to be there again.
Words reinstall_words(const Request& request, const Target& target) {
  Words words{"pixi", "reinstall"};
  if (!target.environment->project.empty())
    words.insert(words.end(), {"--manifest-path", target.environment->project});
  words.insert(words.end(), {"--environment", environment_name(target)});
  for (const auto& requirement : request.requirements) {
    const auto* conda = conda_package(target, requirement);
    words.push_back(conda != nullptr ? conda->name : requirement.substr(0, requirement.find("==")));
  }
  return words;
}

Words uninstall_words(const Words& distributions, const Target& target) {
  Words words{"pixi", "remove"};
  const auto* conda = conda_package(target, distributions.front());
  if (conda == nullptr) words.emplace_back("--pypi");
  if (!target.environment->project.empty())
    words.insert(words.end(), {"--manifest-path", target.environment->project});
  for (const auto& name : distributions) {
    const auto* package = conda_package(target, name);
    words.push_back(package != nullptr ? package->name : name);
  }
  return words;
}

}  // namespace

const Installer pixi{install_commands, reinstall_words, uninstall_words};

}  // namespace gpuenv::steps
