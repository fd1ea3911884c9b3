// Turns a Plan into Steps: the commands of one installer for one shell. Pure.
#pragma once

#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "model/environment.h"
#include "model/finding.h"
#include "model/plan.h"

namespace gpuenv::steps {

/// Where the commands will be typed.
struct Target {
  std::string installer;    ///< for packages of PyPI: "uv"; anything else is pip
  std::string interpreter;  ///< python of the environment, "" = the one on PATH
  bool windows = false;     ///< PowerShell quoting instead of a POSIX shell's
  /// What tells whose the packages are: conda's, or those of a list that pixi or poetry keeps. Must outlive
  /// the target; without it all are of PyPI.
  const model::Environment* environment = nullptr;
};

Target target_for(const model::Environment& environment, bool windows);

/// What an installation meets in an environment; names are distributions.
struct Present {
  bool same_name = true;  ///< the planned distribution is there, maybe as another build of the same version
  std::vector<std::string>
      companions;  ///< built against the framework, so they have to move along: torchvision
  std::vector<std::string>
      rivals;  ///< others that own the same import folder and have to go first: onnxruntime
};

/// Reads that from an environment whose distributions are known; otherwise nothing but a possible other
/// build.
Present present_in(const model::Environment& environment, const catalog::Framework& framework,
                   const model::Plan& plan);

/// Installs the planned packages in place of whatever build is there: with conda what conda owns, through the
/// list of pixi or poetry where they make the environment, else with uv or pip. Step texts: "uninstall",
/// "install", and those of data/steps.toml. Parameters: package, version, variant. No steps for a plan
/// without packages.
std::vector<model::Step> install(const model::Plan& plan, const Target& target, const Present& present = {});

/// Puts back the files of distributions in the very versions that are installed. Step text: "reinstall".
/// `index` is the URL of the framework's index, or "" for the default one. `fresh` = the installer's cache
/// may hold the same damage: uv links files from it into environments (docs.astral.sh/uv/reference/settings,
/// link-mode).
model::Step reinstall(const std::vector<model::Distribution>& distributions, const std::string& index,
                      const Target& target, bool fresh = false);

/// Installs what a requirement such as "numpy<2" asks for. Step text: "install".
model::Step install_requirement(const std::string& requirement, const Target& target);

/// Removes a package from conda's own records and folders, and nothing that depends on it
/// (docs.conda.io/projects/conda/en/stable/commands/remove). Step text: "conda-remove".
model::Step conda_remove(const std::string& package, const std::string& environment, bool windows);

/// Removes distributions. Step text: "uninstall".
model::Step uninstall(const std::vector<std::string>& distributions, const Target& target);

}  // namespace gpuenv::steps
