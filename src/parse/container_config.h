// Files by which container engines are told of the GPU.
#pragma once

#include <optional>
#include <string_view>

#include "base/version.h"

namespace gpuenv::parse {

/// Whether docker's daemon.json knows the runtime named nvidia, or leaves devices to CDI.
bool knows_nvidia_runtime(std::string_view daemon_json);

/// The driver version whose libraries a CDI file (nvidia.yaml, nvidia.json) hands in; nothing when it names
/// none.
std::optional<base::Version> cdi_driver(std::string_view text);

}  // namespace gpuenv::parse
