// Runs what the catalog says of a framework's import ([[load]]) in a process that exists in thought.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "loader/linux.h"
#include "machine/machine.h"
#include "model/environment.h"
#include "model/load.h"

namespace gpuenv::app {

/// What Python needs to know for finding extension modules.
struct PythonFolders {
  std::string program;  ///< the interpreter
  std::vector<std::string>
      path;  ///< folders of extension modules: the standard library's, then site-packages
  std::vector<std::string> suffixes;  ///< of extension modules, in the order in which they are tried
};

PythonFolders python_folders(machine::Machine& machine, const model::Environment& environment);

/// How the process is started.
struct ScriptOptions {
  std::map<std::string, std::string> variables;  ///< LD_LIBRARY_PATH, LD_PRELOAD
  bool with_calls = false;                       ///< the program calls what a row of `when = "call"` names
};

/// What came of it.
struct ScriptResult {
  std::vector<model::LibraryInUse> libraries;  ///< objects and stages alone
  std::vector<model::LoadProblem> problems;    ///< failures and stages alone
  model::LoadResult load;                      ///< all steps
};

ScriptResult run_script(machine::Machine& machine, const PythonFolders& python,
                        const std::vector<catalog::LoadRow>& rows, const ScriptOptions& options);

}  // namespace gpuenv::app
