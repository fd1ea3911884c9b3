// Which environment a person means by a path.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "machine/machine.h"

namespace gpuenv::probe {

/// The folder of the environment behind what `--env` names: the environment itself, its bin or Scripts
/// folder, its python, its site-packages, or a project that holds .venv or venv. The error is a usage error
/// in one sentence: nothing there, no environment, not readable.
[[nodiscard]] base::Result<std::string> find_environment(machine::Machine& machine, std::string_view path);

}  // namespace gpuenv::probe
