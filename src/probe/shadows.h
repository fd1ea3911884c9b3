// What Python imports from outside of an environment, or in place of what the environment holds.
#pragma once

#include <vector>

#include "model/environment.h"
#include "probe/framework_rows.h"
#include "probe/site.h"

namespace gpuenv::probe {

/// For the frameworks of an environment and numpy, in the order in which Python looks
/// (docs.python.org/3/library/ sys_path_init.html): the working folder, PYTHONPATH, the user's folder, then
/// what *.pth files and the base of a venv add. The first two belong to the shell, so they are asked for the
/// active environment and named ones only.
Known<std::vector<model::Shadow>> read_shadows(Machine& machine, const std::vector<SiteFolder>& folders,
                                               const model::Environment& environment,
                                               const FrameworkRows& rows);

}  // namespace gpuenv::probe
