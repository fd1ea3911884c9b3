// PCI ids and addresses as sysfs, NVML and the Windows device manager write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gpuenv::parse {

/// The number in a sysfs file of a PCI device ("0x10de\n"); nothing when it is none.
std::optional<unsigned> pci_number(std::string_view text);

/// Four upper-case hexadecimal digits, the form that the catalog uses.
std::string pci_id_text(unsigned id);

/// "0000:01:00.0" of "00000000:01:00.0" (NVML), "0000:01:00.0" and "01:00.0"; "" when it is no address.
std::string pci_address(std::string_view text);

/// The generation of a link of that speed, "16.0 GT/s PCIe" being 4; 0 for other texts.
int pci_generation(std::string_view speed);

struct PciIds {
  unsigned vendor = 0;
  unsigned device = 0;
};

/// Vendor and device of an instance id such as PCI\VEN_10DE&DEV_2684&...; nothing for devices on no PCI bus.
std::optional<PciIds> instance_ids(std::string_view instance_id);

}  // namespace gpuenv::parse
