// Questions about the system and the user's surroundings, answered by this system.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "machine/machine.h"

namespace gpuenv::machine::live {

/// The file of the running program.
std::string own_program();
Traits live_traits();
Known<SystemInfo> system_info();
Known<std::string> variable(std::string_view name);
Known<std::string> registry_value(std::string_view key, std::string_view name);
Known<std::vector<std::string>> registry_keys(std::string_view key);
Known<std::vector<DeviceNode>> display_devices();
Known<std::string> kernel_log();

}  // namespace gpuenv::machine::live
