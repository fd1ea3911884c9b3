// Facts about the system itself: what it is called, where it runs, which variables steer CUDA programs.
#pragma once

#include <map>
#include <string>

#include "model/facts.h"
#include "probe/ask.h"

namespace gpuenv::probe {

model::Os read_os(Machine& machine);

/// Whether this is WSL: by the kernel's name, else by the device through which it reaches the card.
Known<bool> read_wsl(Machine& machine, const Known<std::string>& kernel);
/// The container manager; absent = no container.
Known<std::string> read_container(Machine& machine);
/// From the chassis type, else from a battery.
Known<bool> read_laptop(Machine& machine);

/// The variables that change whether a card is used, whether set or not, and, where they are set, those that
/// change how it is used or what installers get. Passwords in addresses are left out.
std::map<std::string, Known<std::string>> read_variables(Machine& machine);

}  // namespace gpuenv::probe
