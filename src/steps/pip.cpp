// The commands of pip (pip.pypa.io/en/stable/cli), through the environment's own Python so that no other pip
// is meant.
#include "steps/installer.h"

namespace gpuenv::steps {
namespace {

Words begin(const char* verb, const Target& target) {
  const std::string on_path = target.windows ? "python" : "python3";
  return {target.interpreter.empty() ? on_path : target.interpreter, "-m", "pip", verb};
}

Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Words uninstall_words(const Words& distributions, const Target& target) {
  Words words = begin("uninstall", target);
  words.emplace_back("-y");
  return joined(std::move(words), distributions);
}

void add_index(Words& words, const Request& request) {
  switch (kind_of(request)) {
    case IndexKind::none:
      return;
    case IndexKind::complete:
    case IndexKind::partial:
      words.insert(words.end(), {"--index-url", request.index});
      return;
    case IndexKind::links:
      words.insert(words.end(), {"--find-links", request.index});
      return;
    case IndexKind::extra:
      words.insert(words.end(), {"--extra-index-url", request.index});
      return;
  }
}

/// pip keeps an installed 2.8.0+cpu for ==2.8.0, and --force-reinstall would also fetch every dependency anew
/// and raise it, so the old build goes first. pip takes the highest version of all its indexes, whatever
/// their order: from an index without the dependencies the framework comes alone, and the dependencies follow
/// from the default index.
std::vector<Installer::Command> install_commands(const Request& request, const Target& target) {
  std::vector<Installer::Command> commands;
  if (!request.replace.empty()) commands.push_back({"uninstall", uninstall_words(request.replace, target)});
  const bool alone = kind_of(request) == IndexKind::partial;
  Words first = begin("install", target);
  if (alone) first.emplace_back("--no-deps");
  first = joined(std::move(first), request.requirements);
  add_index(first, request);
  commands.push_back({"install", first});
  if (alone) commands.push_back({"install", joined(begin("install", target), request.requirements)});
  return commands;
}

Words reinstall_words(const Request& request, const Target& target) {
  Words words = joined(begin("install", target), {"--force-reinstall", "--no-deps"});
  words = joined(std::move(words), request.requirements);
  add_index(words, request);
  return words;
}

}  // namespace

const Installer pip{install_commands, reinstall_words, uninstall_words};

}  // namespace gpuenv::steps
