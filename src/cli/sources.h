// What a command examines and by which knowledge: the machine of --machine, the environments of --env, the
// tables of --data. Each mistake in them is a sentence.
#pragma once

#include <memory>

#include "cli/command.h"

namespace gpuenv::cli {

/// The built-in tables, or those of the folder that --data names.
[[nodiscard]] base::Result<catalog::Catalog> open_catalog(const Context& context, const Arguments& arguments);

/// A machine, and what keeps it alive when it is a recording.
struct OpenMachine {
  machine::Machine* machine = nullptr;
  std::unique_ptr<machine::Machine> recorded;
  std::vector<std::string> environments;  ///< those that were named when the recording was taken
};

/// The real machine, or the recording that --machine names ("live" is the real one).
[[nodiscard]] base::Result<OpenMachine> open_machine(const Context& context, const Arguments& arguments);

/// The paths of --env, absolute; an error when the machine certainly has no such folder.
[[nodiscard]] base::Result<std::vector<std::string>> named_environments(const Context& context,
                                                                        machine::Machine& machine,
                                                                        const Arguments& arguments);

}  // namespace gpuenv::cli
