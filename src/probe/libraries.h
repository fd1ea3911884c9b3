// Copies of NVIDIA's libraries: in an environment, and outside of all.
#pragma once

#include <vector>

#include "probe/environment.h"

namespace gpuenv::probe {

/// Those of an environment: from wheels, conda, and the framework's own folder.
Known<std::vector<model::LibraryCopy>> read_environment_libraries(Machine& machine,
                                                                  const model::Environment& environment);

/// Those outside of environments: all in the folders of LD_LIBRARY_PATH, and those in the system's folders as
/// far as a framework may depend on them.
Known<std::vector<model::LibraryCopy>> read_machine_libraries(
    Machine& machine, const std::vector<model::Environment>& environments);

/// Whether something in an environment looks for NVIDIA's libraries outside of it: ONNX Runtime, CTranslate2,
/// a framework without the wheels that it asks for.
bool looks_outside(const model::Environment& environment, bool windows);

}  // namespace gpuenv::probe
