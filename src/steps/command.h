// Command lines that a person can paste: words, quoted for a shell.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpuenv::steps {

/// A word as a POSIX shell (bash, zsh, dash) reads it back unchanged, also at an interactive prompt.
std::string quote_posix(std::string_view word);

/// A word as PowerShell hands it to a program unchanged.
std::string quote_powershell(std::string_view word);

/// The words as one line. In PowerShell a quoted program needs the call operator `&`.
std::string command_line(const std::vector<std::string>& words, bool powershell);

}  // namespace gpuenv::steps
