// The language that the locale variables name; the same on all systems.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace gpuenv::machine::live {

/// The first of LC_ALL, LC_MESSAGES and LANG that is set, without encoding and modifier: "zh_CN.UTF-8" is
/// "zh_CN", "C" and "POSIX" are "" (POSIX, Environment Variables). Nothing when none is set. `variable` gives
/// "" for what is not set.
std::optional<std::string> language_of_variables(const std::function<std::string(const char*)>& variable);

}  // namespace gpuenv::machine::live
