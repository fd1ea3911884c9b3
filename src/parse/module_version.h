// /proc/driver/nvidia/version: which NVIDIA kernel module is loaded.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/version.h"

namespace gpuenv::parse {

struct ModuleVersion {
  base::Version version;
  std::string kind;  ///< "open" or "proprietary"
};

/// Reads "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue ..." and "NVIDIA UNIX Open Kernel
/// Module for x86_64  570.86.15  Release Build ..."; nothing when no such line with a version is there.
std::optional<ModuleVersion> module_version(std::string_view text);

}  // namespace gpuenv::parse
