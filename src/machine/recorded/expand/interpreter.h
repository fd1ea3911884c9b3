// The first bytes of executables, as far as they tell the machine they are for.
#pragma once

#include <string>

namespace gpuenv::machine::recorded {

/// An ELF file whose header names the machine; the rest is empty.
std::string linux_executable(const std::string& architecture, int bits);

/// A PE file whose headers name the machine; the rest is empty.
std::string windows_executable(int bits);

}  // namespace gpuenv::machine::recorded
