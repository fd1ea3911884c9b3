// Facts about graphics cards.
#pragma once

#include <string>
#include <vector>

#include "base/known.h"
#include "base/sm.h"

namespace gpuenv::model {

using base::Known;

/// A PCI Express link.
struct PciLink {
  int generation = 0;
  int width = 0;  ///< lanes
};

/// A process that holds memory of a card.
struct GpuProcess {
  int pid = 0;
  std::string name;          ///< of its program, without the folder; "" = not known
  long long memory_mib = 0;  ///< 0 = not known
};

/// What NVML says of a card's state; each fact stands for itself.
struct CardState {
  Known<long long> memory_used_mib;
  Known<std::string> compute_mode;           ///< default, exclusive-process, prohibited
  Known<bool> mig;                           ///< MIG mode is on
  Known<int> mig_instances;                  ///< compute instances that exist
  Known<std::vector<std::string>> mig_uuids; ///< their names for CUDA_VISIBLE_DEVICES: "MIG-..."
  Known<bool> display;                       ///< a display shows an image of this card
  Known<bool> persistence;
  Known<std::vector<std::string>> throttle;  ///< reasons that hold the clocks down now: "power", "thermal", "hw-slowdown" ...
  Known<int> temperature;                    ///< degrees Celsius
  Known<long long> ecc_uncorrected;          ///< uncorrected errors since the driver was loaded
  Known<bool> remap_pending;                 ///< a memory row waits for a reset to be remapped
  Known<bool> remap_failed;
  Known<std::vector<GpuProcess>> processes;  ///< that compute
  Known<PciLink> link;                       ///< as it runs now; idle cards lower the generation
  Known<PciLink> link_max;                   ///< the most that card and slot can do together
};

/// An NVIDIA card: what the PCI tree (or the device manager) shows, joined with what NVML says of it.
struct Gpu {
  Known<int> index;                       ///< NVML order, the one nvidia-smi shows
  Known<std::string> name;                ///< from NVML, else from the catalog by PCI id
  Known<std::string> uuid;
  std::string pci_address;                ///< "0000:01:00.0"; "" when not known
  std::string pci_device_id;              ///< four upper-case hexadecimal digits, "2684"; "" when not known
  Known<base::Sm> compute_capability;     ///< from NVML, else from the catalog
  std::string architecture;               ///< "Ada Lovelace"; "" when not known
  Known<long long> memory_mib;
  Known<std::string> kernel_driver;       ///< Linux: the driver bound to the device ("nvidia", "nouveau", "vfio-pci"); absent = none
  Known<int> problem_code;                ///< Windows: CM_PROB_* of the device node, 0 = working
  Known<std::string> power_state;         ///< Linux: "D0", "D3cold" ...; what the kernel's runtime power management says
  CardState state;
  std::string lost;                       ///< NVML counts the card and does not reach it: what it says; "" = no such thing
  bool in_pci = false;                    ///< seen in the PCI tree or device manager
  bool in_nvml = false;                   ///< seen by NVML

  /// Handed to a virtual machine: nothing of this system runs on it (kernel, Documentation/driver-api/vfio.rst; xen-pciback).
  bool given_away() const {
    return kernel_driver.known() &&
           (*kernel_driver == "vfio-pci" || *kernel_driver == "pci-stub" || *kernel_driver == "pciback");
  }
  /// A short name for texts: the card's name, else "NVIDIA card 10de:2684".
  std::string label() const {
    if (name.known()) return *name;
    return pci_device_id.empty() ? "NVIDIA card" : "NVIDIA card 10de:" + pci_device_id;
  }
};

/// A display device of another maker.
struct OtherGpu {
  std::string vendor;  ///< "AMD", "Intel", or the PCI vendor id
  std::string name;    ///< as far as known, else the PCI device id
  std::string pci_address;
};

/// An error that the driver wrote to the kernel log ("NVRM: Xid (PCI:0000:01:00): 79, ..."), once for each card, code and
/// program.
struct Xid {
  std::string pci_address;   ///< "0000:01:00.0"
  int code = 0;
  std::string program;       ///< that used the card then, "python"; "" = not known
  int count = 1;             ///< how often
  bool earlier_load = false; ///< before the driver was loaded as it is now
  std::string text;          ///< the last such line
};

/// A setting that keeps a laptop's NVIDIA card off the bus.
struct CardSwitch {
  std::string tool;     ///< supergfxctl, prime-select, system76-power, envycontrol, asus (firmware), udev (a rule)
  std::string setting;  ///< as it stands in the tool's file: "intel", "Integrated"
};

/// All display devices. `nvidia` is known and empty when the bus was read and holds none.
struct Cards {
  Known<std::vector<Gpu>> nvidia;

  std::vector<OtherGpu> others;
  Known<std::vector<Xid>> xids;      ///< in the kernel log, oldest first; asked on Linux with a card on PCI
  Known<CardSwitch> switched_off;    ///< asked where a Linux machine shows no NVIDIA card; absent = no such setting was found
};

}  // namespace gpuenv::model
