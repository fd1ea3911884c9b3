// From the arguments of the program to the command that they mean.
#pragma once

#include <string>
#include <vector>

#include "cli/host.h"

namespace gpuenv::cli {

/// Runs the program on a host; returns the exit status. `arguments` are without the program's own name.
int dispatch(const std::vector<std::string>& arguments, Host& host);

}  // namespace gpuenv::cli
