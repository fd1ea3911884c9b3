// A finished inspection of files, and the ways to write it.
#pragma once

#include <string>

#include "model/inspection.h"
#include "report/options.h"

namespace gpuenv::report {

/// Architectures of each file and the answer for each card; verbose: counts and sizes of each kind of code.
std::string text(const model::Inspection& inspection, const TextOptions& options);

/// gpuenv/inspect/1 (docs/inspect.schema.json), with a newline at the end.
std::string json(const model::Inspection& inspection);

}  // namespace gpuenv::report
