// What an installer has to know how to say; one file each: uv.cpp, pip.cpp, conda.cpp, pixi.cpp, poetry.cpp.
#pragma once

#include <string>
#include <vector>

#include "steps/steps.h"

namespace gpuenv::steps {

using Words = std::vector<std::string>;

/// What to install from where.
struct Request {
  Words requirements;  ///< "torch==2.8.0", "torchvision"
  Words replace;       ///< distributions that must be fetched anew although their version may seem right
  std::string index;   ///< URL of the framework's index, "" = default
  model::IndexUse index_use = model::IndexUse::instead;
  bool fresh = false;             ///< fetch anew instead of taking files from the installer's cache
  model::PlannedPackage package;  ///< what the first requirement asks for
  const model::CondaPackage* conda = nullptr;  ///< the package of conda's that is to be replaced
};

/// How an index is meant to be used.
enum class IndexKind {
  none,      ///< the installer's own default index
  complete,  ///< carries the dependencies as well
  partial,   ///< carries the framework; its dependencies come from the default index
  extra,     ///< no other index has this very version (1.13.1+cu117), so indexes may be mixed
  links,     ///< a page of links to wheels
};
IndexKind kind_of(const Request& request);

struct Installer {
  /// One or more commands; each is a list of words and the text of its step.
  struct Command {
    std::string text;
    Words words;  ///< empty where there is nothing to type
  };
  std::vector<Command> (*install)(const Request&, const Target&);
  Words (*reinstall)(const Request&,
                     const Target&);  ///< the named versions again, their dependencies untouched
  Words (*uninstall)(const Words& distributions, const Target&);
};

extern const Installer uv;
extern const Installer pip;
extern const Installer conda;  ///< and mamba, micromamba, which take the same words
extern const Installer pixi;
extern const Installer poetry;

/// For packages of PyPI in an environment that no list governs.
const Installer& plain_installer(const Target& target);

/// The package of conda's that brings a distribution ("pytorch" for "torch"), or nullptr when pip or another
/// installer has brought it, or nothing has.
const model::CondaPackage* conda_package(const Target& target, const std::string& distribution);

/// conda's way to ask for the planned build of a package that is there: "pytorch=2.8.0=*cuda12*".
std::string conda_spec(const Request& request);

}  // namespace gpuenv::steps
