// Facts about graphics cards.
#pragma once

#include <string>
#include <vector>

#include "base/known.h"
#include "base/sm.h"

namespace gpuenv::model {

using base::Known;

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
  bool in_pci = false;                    ///< seen in the PCI tree or device manager
  bool in_nvml = false;                   ///< seen by NVML

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

/// All display devices. `nvidia` is known and empty when the bus was read and holds none.
struct Cards {
  Known<std::vector<Gpu>> nvidia;
  std::vector<OtherGpu> others;
};

}  // namespace gpuenv::model
