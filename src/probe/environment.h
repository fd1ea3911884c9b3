// Reads one Python environment.
#pragma once

#include <string>
#include <vector>

#include "model/facts.h"
#include "parse/pyvenv.h"
#include "probe/framework_rows.h"
#include "probe/locate.h"

namespace gpuenv::probe {

/// What holds for all environments of a machine.
struct EnvironmentContext {
  FrameworkRows& rows;
  const model::Os& os;
  std::vector<std::string>& notes;  ///< gets sentences for Facts::left_out
  bool deep = false;                ///< compare every file with RECORD, not only the libraries that matter
};

model::Environment read_environment(Machine& machine, const Place& place, const EnvironmentContext& context);

/// Path of the environment's python, "" when there is none.
std::string find_interpreter(Machine& machine, const model::Environment& environment);
/// From conda's records, else from the names of interpreter, libraries and folders.
Known<base::Version> read_python_version(Machine& machine, const model::Environment& environment);
/// 32 or 64, from the interpreter's header.
Known<int> read_bits(Machine& machine, const std::string& interpreter);
/// Whether it is a build without the GIL, from the names of its folders.
Known<bool> read_free_threaded(Machine& machine, const model::Environment& environment,
                               const parse::Pyvenv& config);
/// "cp312", "cp313t".
Known<std::string> abi_of(const model::Environment& environment);
/// What conda installed; absent for other environments.
Known<std::vector<model::CondaPackage>> read_conda_packages(Machine& machine,
                                                            const model::Environment& environment);
/// Fills manager and project, and the channels of conda's frameworks.
void read_manager(Machine& machine, model::Environment& environment, const FrameworkRows& rows);
/// Fills gpu_packages of all environments.
void read_gpu_packages(Machine& machine, const catalog::Catalog& catalog,
                       std::vector<model::Environment>& environments);
/// Who asks for a CPU build that lies beside what only a GPU build brings along; empty where that is not so.
Known<std::vector<model::Pin>> read_pins(Machine& machine, const model::Environment& environment,
                                         const FrameworkRows& rows);

}  // namespace gpuenv::probe
