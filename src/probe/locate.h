// From paths to environments: what lies where.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/environment.h"
#include "probe/ask.h"

namespace gpuenv::probe {

/// A place where an environment is, or is said to be.
struct Place {
  std::string path;
  model::Selection selection = model::Selection::found;
  /// Why it cannot be examined; nothing when it can be tried.
  std::optional<Unknown> missing;
};

/// Whether a folder is a Python environment: pyvenv.cfg, conda-meta, or an interpreter where it belongs.
Known<bool> is_environment(Machine& machine, std::string_view folder);

/// The environment behind a path that a person gave: the environment itself, its bin or Scripts folder, its
/// python, its site-packages, or a project that holds .venv or venv. `missing` says in one sentence what is
/// wrong otherwise: nothing there, no environment, not readable.
Place locate(Machine& machine, std::string_view path);

/// The environment that an interpreter belongs to: its sys.prefix.
std::string prefix_of(Machine& machine, const std::string& interpreter);

/// The environment of the first python on PATH; nothing when there is none.
std::optional<Place> python_on_path(Machine& machine);

}  // namespace gpuenv::probe
