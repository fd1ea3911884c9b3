// Where conda is told to keep environments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpuenv::parse {

/// The folders under envs_dirs (or envs_path, its alias) of a .condarc, as they stand there ("~/envs").
std::vector<std::string> condarc_envs(std::string_view text);

}  // namespace gpuenv::parse
