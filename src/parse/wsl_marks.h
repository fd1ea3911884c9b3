// What WSL's kernel name and the user's .wslconfig say.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpuenv::parse {

/// 1 for "4.4.0-19041-Microsoft", 2 for "5.15.153.1-microsoft-standard-WSL2", 0 when the name does not tell
/// (a kernel that the user built).
int wsl_generation(std::string_view kernel);

/// The Windows build in the name of a WSL1 kernel ("19041"); -1 when none stands there.
int windows_build_of_wsl1(std::string_view kernel);

/// The highest build among the folders of C:\Windows\servicing\Version ("10.0.22621.1"), which Windows' own
/// servicing keeps; the running build is that or a later one that shares its files. -1 when there is none.
int windows_build_of_servicing(const std::vector<std::string>& names);

/// A value of the [wsl2] section of .wslconfig, "" when it is not written.
std::string wslconfig(std::string_view text, std::string_view key);

}  // namespace gpuenv::parse
