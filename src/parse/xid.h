// Errors of the NVIDIA driver in the kernel log. The form of the lines is that of the driver's own source
// (github.com/NVIDIA/open-gpu-kernel-modules): "NVRM: Xid (PCI:0000:01:00): 79, pid=1234, name=python, ...".
#pragma once

#include <string_view>
#include <vector>

#include "model/gpu.h"

namespace gpuenv::parse {

/// The Xid errors of a log, whatever stands in front of "NVRM:" (priority, time, "kernel:"). One entry for
/// each card, code and program, in the order of the first. A card that "has fallen off the bus" without such
/// a line (when the driver is loaded, it says so in words only) counts as code 79, which means just that.
std::vector<model::Xid> xids(std::string_view log);

}  // namespace gpuenv::parse
