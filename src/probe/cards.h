// Graphics cards: from the PCI tree or the device manager, joined with what NVML and the catalog say.
#pragma once

#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "model/facts.h"
#include "probe/ask.h"
#include "probe/nvml.h"

namespace gpuenv::probe {

inline constexpr unsigned nvidia_vendor = 0x10DE;

/// What the bus shows. `nvidia` is known when every device could be told from an NVIDIA card.
struct BusCards {
  Known<std::vector<model::Gpu>> nvidia;
  std::vector<model::OtherGpu> others;
};

/// Linux: /sys/bus/pci/devices.
BusCards cards_on_pci(Machine& machine);
/// Windows: the display devices of the device manager.
BusCards cards_in_device_manager(const Known<std::vector<machine::DeviceNode>>& devices);

/// A display device of another maker, unless it is a virtual one or a server's own (no GPU for computing).
void add_other(std::vector<model::OtherGpu>& others, unsigned vendor, unsigned device,
               const std::string& name, const std::string& address);

/// Errors of the driver in the kernel log; asked only where a card is on the bus of Linux itself, or was when
/// the driver was loaded. (The log
/// tells of WSL's own kernel, which has no such driver.)
Known<std::vector<model::Xid>> read_xids(Machine& machine, const BusCards& bus, bool driver_loaded,
                                         const model::Os& os);

/// The setting that keeps a laptop's card off the bus; asked only where the bus of Linux itself shows none.
Known<model::CardSwitch> read_card_switch(Machine& machine, const BusCards& bus, const model::Os& os);

/// What the kernel's power management says of a laptop's cards. A card that sleeps is woken by whoever uses
/// it.
void read_power_states(Machine& machine, const model::Os& os, model::Cards& cards);

/// The links of cards that NVML does not answer for, as the kernel shows them.
void read_links(Machine& machine, const model::Os& os, model::Cards& cards);

/// Joins both views, card by card.
model::Cards join_cards(const BusCards& bus, const NvmlAnswer& nvml, const model::Os& os,
                        const catalog::Catalog& catalog);

}  // namespace gpuenv::probe
