// Binds the undefined symbols of objects to those who define them, with their versions.
#pragma once

#include <vector>

#include "loader/process.h"

namespace gpuenv::loader {

/// Objects in the order in which they are asked for a symbol.
using Scope = std::vector<std::size_t>;

/// Checks that the versions which an object needs of its libraries are there, as glibc does before it binds
/// anything.
void check_versions(Process& process, std::size_t index, model::LoadResult& result);

/// Binds what an object wants within a scope and tells what nobody defines. `with_versions` is false for
/// musl, which looks at names alone.
void bind_symbols(Process& process, std::size_t index, const Scope& scope, bool with_versions,
                  model::LoadResult& result);

}  // namespace gpuenv::loader
