// The commands of conda (docs.conda.io/projects/conda/en/stable/commands); mamba and micromamba take the same
// words (mamba.readthedocs.io/en/latest/user_guide/mamba.html).
#include <algorithm>

#include "base/text.h"
#include "base/version.h"
#include "steps/installer.h"

namespace gpuenv::steps {
namespace {

using base::Version;
using model::CondaPackage;

/// Distributions whose package bears another name at conda. JAX's build is that of jaxlib.
constexpr std::pair<std::string_view, std::string_view> other_names[] = {{"torch", "pytorch"},
                                                                         {"jax", "jaxlib"},
                                                                         {"onnxruntime-gpu", "onnxruntime"},
                                                                         {"opencv-python", "py-opencv"}};

/// Packages whose only use is to ask for a CPU build; with them the solver finds no other.
constexpr std::string_view cpu_choosers[] = {"cpuonly", "pytorch-cpu", "tensorflow-cpu"};

std::string name_of(std::string_view requirement) {
  return std::string(requirement.substr(0, requirement.find_first_of("[=<>!~ ")));
}

std::string conda_name(const std::string& distribution) {
  for (const auto& [name, other] : other_names)
    if (name == distribution) return std::string(other);
  return distribution;
}

/// "conda-forge" of a channel that a mirror has; the last word of its address.
bool is_channel(const CondaPackage& package, std::string_view name) {
  return package.channel == name || package.channel.ends_with("/" + std::string(name));
}

/// "onnxruntime==1.20.1" of "onnxruntime-gpu[cuda,cudnn]==1.20.1": conda knows no extras.
std::string spec_of(const std::string& requirement) {
  const size_t bounds = std::min(requirement.find_first_of("=<>!~"), requirement.size());
  return conda_name(name_of(requirement)) + requirement.substr(bounds);
}

Words begin(const char* verb, const Target& target) {
  return {target.environment->manager, verb, "--prefix", target.environment->path};
}

void add_channel(Words& words, const CondaPackage& package) {
  if (!package.channel.empty()) words.insert(words.end(), {"-c", package.channel});
}

/// "12.1" of "cu121", "12" of "cuda12"; "" for other text.
std::string cuda_of(const std::string& variant) {
  if (variant.starts_with("cuda")) return variant.substr(4);
  if (!variant.starts_with("cu") || variant.size() < 4) return "";
  return variant.substr(2, variant.size() - 3) + "." + variant.back();
}

/// The release that is there stays, since its channel has it; of another only the series is sure to exist.
std::string version_of(const Request& request) {
  const Version planned(request.package.version);
  return !planned.valid() || planned == Version(request.conda->version) ? request.conda->version
                                                                        : planned.series() + ".*";
}

Words remove_words(const Words& names, const Target& target, bool alone) {
  Words words = begin("remove", target);
  if (alone) words.emplace_back("--force");
  words.insert(words.end(), names.begin(), names.end());
  return words;
}

/// The channel ended with 2.5 (github.com/pytorch/pytorch/issues/138506).
bool left_by_channel(const Request& request) {
  return is_channel(*request.conda, "pytorch") && Version(request.package.version) >= Version("2.6");
}

/// From there it goes on with PyPI. Without --force conda also takes away what is built against the package.
std::vector<Installer::Command> leave_conda(Request request, const Target& target) {
  std::vector<Installer::Command> commands{{"uninstall", remove_words({request.conda->name}, target, false)}};
  request.replace.clear();
  for (auto& command : plain_installer(target).install(request, target))
    commands.push_back(std::move(command));
  return commands;
}

/// "conda install pytorch==2.1.0 torchvision pytorch-cuda=12.1 -c pytorch -c nvidia"
/// (pytorch.org/get-started/previous-versions).
void add_from_pytorch(Words& words, const Request& request) {
  words.insert(words.end(), {request.conda->name + "=" + version_of(request),
                             "pytorch-cuda=" + cuda_of(request.package.variant), "-c", "nvidia"});
}

std::vector<Installer::Command> install_commands(const Request& request, const Target& target) {
  if (left_by_channel(request)) return leave_conda(request, target);
  std::vector<Installer::Command> commands;
  Words choosers;
  for (const auto& package : *target.environment->conda_packages)
    if (std::find(std::begin(cpu_choosers), std::end(cpu_choosers), package.name) != std::end(cpu_choosers))
      choosers.push_back(package.name);
  if (!choosers.empty()) commands.push_back({"uninstall", remove_words(choosers, target, true)});
  Words words = begin("install", target);
  add_channel(words, *request.conda);
  if (is_channel(*request.conda, "pytorch") && !cuda_of(request.package.variant).empty())
    add_from_pytorch(words, request);
  else
    words.push_back(conda_spec(request));
  for (size_t i = 1; i < request.requirements.size(); ++i)  // what has to move along
    words.push_back(conda_name(request.requirements[i]));
  commands.push_back({"install", words});
  return commands;
}

std::vector<Installer::Command> install_or_require(const Request& request, const Target& target) {
  if (request.package.version.empty() && request.package.variant.empty()) {
    Words words = begin("install", target);
    for (const auto& requirement : request.requirements) words.push_back(spec_of(requirement));
    return {{"install", words}};
  }
  return install_commands(request, target);
}

Words reinstall_words(const Request& request, const Target& target) {
  Words words = begin("install", target);
  words.emplace_back("--force-reinstall");
  for (const auto& requirement : request.requirements) {
    const std::string name = name_of(requirement);
    const size_t equals = requirement.find("==");
    const std::string version =
        equals == std::string::npos ? "" : requirement.substr(equals + 1, requirement.find('+') - equals - 1);
    words.push_back(conda_name(name) + version);
  }
  return words;
}

Words uninstall_words(const Words& distributions, const Target& target) {
  Words names;
  for (const auto& name : distributions) names.push_back(conda_name(name));
  return remove_words(names, target, true);
}

}  // namespace

const CondaPackage* conda_package(const Target& target, const std::string& requirement) {
  if (target.environment == nullptr || !target.environment->conda_packages.known()) return nullptr;
  const std::string distribution = name_of(requirement), name = conda_name(distribution);
  const auto& packages = *target.environment->conda_packages;
  const auto package =
      std::find_if(packages.begin(), packages.end(), [&](const auto& one) { return one.name == name; });
  if (package == packages.end()) return nullptr;
  for (const auto& one : {distribution, name})
    if (const auto* found = target.environment->find(one)) {
      if (found->installer == "conda") return &*package;
      // Who installed it is read for frameworks only; conda's record keeps its version when pip replaces it.
      if (!found->installer.empty() || found->version != Version(package->version)) return nullptr;
    }
  return &*package;
}

/// Build strings name CUDA ("cuda126_...", "py3.12_cuda12.1_...", onnxruntime: "..._cuda"), and conda-forge
/// shows this way to ask for it (conda-forge.org/docs/user/tipsandtricks: tensorflow=2.7.0=cuda*).
std::string conda_spec(const Request& request) {
  const std::string cuda = cuda_of(request.package.variant);
  std::string build = request.package.variant == "cpu" ? "*cpu*" : "*cuda*";
  if (!cuda.empty() && request.conda->name != "onnxruntime")
    build = "*cuda" + cuda.substr(0, cuda.find('.')) + "*";
  return request.conda->name + "=" + version_of(request) + "=" + build;
}

const Installer conda{install_or_require, reinstall_words, uninstall_words};

}  // namespace gpuenv::steps
