// Settings of the tools that take a laptop's NVIDIA card off the PCI bus to save power.
#pragma once

#include <optional>
#include <string_view>

#include "model/gpu.h"

namespace gpuenv::parse {

/// The files that card_switch() reads, those that say most first.
inline constexpr std::string_view card_switch_files[] = {
    "/etc/supergfxd.conf",
    "/sys/devices/platform/asus-nb-wmi/dgpu_disable",
    "/etc/prime-discrete",
    "/etc/modprobe.d/system76-power.conf",
    "/etc/udev/rules.d/50-remove-nvidia.rules",
    "/lib/udev/rules.d/50-remove-nvidia.rules",
};

/// What one of these files says, when it keeps the card off: supergfxctl in mode Integrated, ASUS firmware
/// with the card disabled, "prime-select intel", system76-power in integrated mode, a udev rule (as
/// EnvyControl writes it) that removes NVIDIA's devices. Nothing for any other setting.
std::optional<model::CardSwitch> card_switch(std::string_view path, std::string_view text);

}  // namespace gpuenv::parse
