// The commands of uv (docs.astral.sh/uv/reference/cli).
#include "steps/installer.h"

namespace gpuenv::steps {
namespace {

Words begin(const char* verb, const Target& target) {
  Words words{"uv", "pip", verb};
  if (!target.interpreter.empty()) words.insert(words.end(), {"--python", target.interpreter});
  return words;
}

/// uv takes a package from the first index that has it, and `--index` comes before the default one: the
/// framework's build cannot be outbid by one of the same version elsewhere
/// (docs.astral.sh/uv/concepts/indexes).
void add_index(Words& words, const Request& request) {
  switch (kind_of(request)) {
    case IndexKind::none:
      return;
    case IndexKind::complete:
      words.insert(words.end(), {"--index-url", request.index});
      return;
    case IndexKind::links:
      words.insert(words.end(), {"--find-links", request.index});
      return;
    case IndexKind::partial:
    case IndexKind::extra:
      words.insert(words.end(), {"--index", request.index});
      return;
  }
}

/// An installed 2.8.0+cpu satisfies ==2.8.0, so without --reinstall-package nothing would happen.
std::vector<Installer::Command> install_commands(const Request& request, const Target& target) {
  Words words = begin("install", target);
  for (const auto& name : request.replace) words.insert(words.end(), {"--reinstall-package", name});
  words.insert(words.end(), request.requirements.begin(), request.requirements.end());
  add_index(words, request);
  return {{"install", words}};
}

Words reinstall_words(const Request& request, const Target& target) {
  Words words = begin("install", target);
  words.insert(words.end(), {"--reinstall", "--no-deps"});
  if (request.fresh) words.emplace_back("--no-cache");
  words.insert(words.end(), request.requirements.begin(), request.requirements.end());
  add_index(words, request);
  return words;
}

Words uninstall_words(const Words& distributions, const Target& target) {
  Words words = begin("uninstall", target);
  words.insert(words.end(), distributions.begin(), distributions.end());
  return words;
}

}  // namespace

const Installer uv{install_commands, reinstall_words, uninstall_words};

}  // namespace gpuenv::steps
