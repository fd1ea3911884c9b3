// The commands of poetry (python-poetry.org/docs/cli), typed in the project: what another installer puts into
// its environment is undone by the next "poetry sync".
#include "steps/installer.h"

namespace gpuenv::steps {
namespace {

Words begin(const Words& verb, const Target& target) {
  Words words{"poetry"};
  words.insert(words.end(), verb.begin(), verb.end());
  if (!target.environment->project.empty())
    words.insert(words.end(), {"--directory", target.environment->project});
  return words;
}

/// "torch-cu126"
std::string source_name(const Request& request) {
  const std::string& name = request.package.name;
  return name.substr(0, name.find('[')) +
         (request.package.variant.empty() ? "" : "-" + request.package.variant);
}

/// An explicit source serves only what is asked of it by name: poetry's own example is PyTorch
/// (python-poetry.org/docs/repositories, "Explicit Package Sources").
Words source_words(const Request& request, const Target& target) {
  Words words = begin({"source", "add"}, target);
  words.insert(words.end(), {"--priority", "explicit", source_name(request), request.index});
  return words;
}

/// PyPI has no "2.8.0+cpu", so the list names another source for it, which poetry keeps until one is named.
bool from_elsewhere(const Request& request, const Target& target) {
  const std::string name = request.package.name.substr(0, request.package.name.find('['));
  const auto* installed = target.environment->find(name);
  return installed != nullptr && !installed->version.local().empty();
}

std::vector<Installer::Command> install_commands(const Request& request, const Target& target) {
  // A bare page of links is no source for it.
  if (kind_of(request) == IndexKind::links) return plain_installer(target).install(request, target);
  std::vector<Installer::Command> commands;
  Words words = begin({"add"}, target);
  if (!request.index.empty()) {
    commands.push_back({"install", source_words(request, target)});
    words.insert(words.end(), {"--source", source_name(request)});
  } else if (from_elsewhere(request, target)) {
    words.insert(words.end(), {"--source", "pypi"});
  }
  // It passes over a bare name that is in its list already.
  for (const auto& requirement : request.requirements)
    words.push_back(requirement.find_first_of("=<>~!") == std::string::npos ? requirement + ">=0"
                                                                            : requirement);
  commands.push_back({"install", words});
  return commands;
}

/// poetry has no word for putting the files of a locked version back.
Words reinstall_words(const Request& request, const Target& target) {
  return plain_installer(target).reinstall(request, target);
}

Words uninstall_words(const Words& distributions, const Target& target) {
  Words words = begin({"remove"}, target);
  words.insert(words.end(), distributions.begin(), distributions.end());
  return words;
}

}  // namespace

const Installer poetry{install_commands, reinstall_words, uninstall_words};

}  // namespace gpuenv::steps
