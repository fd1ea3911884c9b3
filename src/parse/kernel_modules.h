// Kernel modules as the files of the module tools name them: modules.dep(5), modprobe.d(5), the kernel
// command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpuenv::parse {

/// True for the file name of NVIDIA's main kernel module, packed or not: nvidia.ko, nvidia.ko.zst, and
/// Debian's nvidia-current.ko, nvidia-tesla-470.ko, nvidia-legacy-390xx.ko; not for nvidia-uvm.ko and its
/// like.
bool is_nvidia_module(std::string_view file_name);

/// Paths of NVIDIA's main module in a modules.dep, as they stand there (mostly relative to the folder of the
/// kernel).
std::vector<std::string> nvidia_modules(std::string_view modules_dep);

/// Whether a modprobe.d file keeps a module from being loaded by itself or at all: "blacklist nvidia",
/// "install nvidia /bin/false", "alias nouveau off".
bool modprobe_blocks(std::string_view text, std::string_view module);

/// Whether the kernel command line does: modprobe.blacklist=, module_blacklist=, rd.driver.blacklist=,
/// nouveau.modeset=0.
bool command_line_blocks(std::string_view text, std::string_view module);

/// The word in brackets of /sys/kernel/security/lockdown ("none [integrity] confidentiality"), or "".
std::string lockdown_state(std::string_view text);

/// The group number that /proc/driver/nvidia/params gives the device nodes, or -1; mode and group count only
/// when the driver manages its nodes ("ModifyDeviceFiles: 1").
int device_file_group(std::string_view params);

/// The name of a group in /etc/group, or "".
std::string group_name(std::string_view group_file, int number);

}  // namespace gpuenv::parse
