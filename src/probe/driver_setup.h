// How the driver is installed on Linux, and what keeps it from being loaded or used. Asked only when
// something does not work.
#pragma once

#include "model/facts.h"
#include "probe/ask.h"
#include "probe/driver.h"

namespace gpuenv::probe {

/// Fills facts.driver.setup as far as what is known already makes it worth asking: nothing on a machine whose
/// driver works. `cuda` is asked for cuInit when the files speak against CUDA.
void read_driver_setup(Machine& machine, const std::function<Known<int>()>& cuda_init, model::Facts& facts);

// Its parts, one file each.

/// Module files, other kernels, DKMS, headers.
void read_module_files(Machine& machine, const std::string& kernel, model::DriverSetup& setup);
/// Secure Boot, lockdown, modprobe.d and the kernel command line.
void read_module_policy(Machine& machine, model::DriverSetup& setup);
/// Device nodes for so many cards, their group, nvidia_uvm.
void read_device_nodes(Machine& machine, size_t cards, model::DriverSetup& setup);
/// Whether this user may open a node; absent = it is not there.
Known<bool> may_open_node(Machine& machine, const std::string& path);
/// Packages and the .run file.
void read_driver_packages(Machine& machine, model::DriverSetup& setup);

}  // namespace gpuenv::probe
