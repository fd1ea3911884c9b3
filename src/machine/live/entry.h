// The program's entry: the system's main() lives here, turns the arguments into UTF-8 and calls gpuenv_main
// of cli/main.cpp.
#pragma once

#include <string>
#include <vector>

/// The whole program. `arguments` are UTF-8, without the program's own name. Returns the exit status.
int gpuenv_main(const std::vector<std::string>& arguments);
