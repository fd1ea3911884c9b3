// Turns a Plan into Steps: the commands of one installer for one shell. Pure.
#pragma once

#include <string>
#include <vector>

#include "model/environment.h"
#include "model/finding.h"
#include "model/plan.h"

namespace gpuenv::steps {

/// Where the commands will be typed.
struct Target {
  std::string installer;    ///< "uv" or "pip"
  std::string interpreter;  ///< python of the environment, "" = the one on PATH
  bool windows = false;     ///< PowerShell quoting instead of a POSIX shell's
};

Target target_for(const model::Environment& environment, bool windows);

/// Installs the planned packages in place of whatever build is there. `text` of each step names a fix sentence of the finding.
std::vector<model::Step> install(const model::Plan& plan, const Target& target);

/// Removes distributions.
model::Step uninstall(const std::vector<std::string>& distributions, const Target& target);

}  // namespace gpuenv::steps
