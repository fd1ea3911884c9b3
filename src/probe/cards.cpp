// Joins the bus, NVML and the catalog into one list of cards.
#include <algorithm>

#include "parse/pci.h"
#include "probe/cards.h"

namespace gpuenv::probe {
namespace {

using model::Gpu;

/// The card on the bus that NVML means: by address, else the first free one with its device id.
Gpu* find_on_bus(std::vector<Gpu>& bus, const Gpu& nvml) {
  for (auto& card : bus) {
    if (card.in_nvml) continue;
    if (!card.pci_address.empty() && !nvml.pci_address.empty()) {
      if (card.pci_address == nvml.pci_address) return &card;
    } else if (!nvml.pci_device_id.empty() && card.pci_device_id == nvml.pci_device_id) {
      // Windows names no addresses: cards of one kind are taken in their order.
      return &card;
    }
  }
  return nullptr;
}

/// NVML counts a card that it has lost and says nothing else of it. Where as many cards are left on the bus
/// as it lost, they are those, both in the order of the bus.
std::vector<Gpu*> lost_on_bus(std::vector<Gpu>& bus, size_t lost) {
  std::vector<Gpu*> left;
  for (auto& card : bus)
    if (!card.in_nvml) left.push_back(&card);
  return left.size() == lost ? left : std::vector<Gpu*>();
}

void take_over(Gpu& card, const Gpu& nvml) {
  card.in_nvml = true;
  card.index = nvml.index;
  card.uuid = nvml.uuid;
  card.memory_mib = nvml.memory_mib;
  card.state = nvml.state;
  card.lost = nvml.lost;
  card.compute_capability = nvml.compute_capability;
  if (nvml.name.known()) card.name = nvml.name;
  if (card.pci_address.empty()) card.pci_address = nvml.pci_address;
  if (card.pci_device_id.empty()) card.pci_device_id = nvml.pci_device_id;
}

/// Name, capability and architecture as far as nobody on the machine told them.
void complete(Gpu& card, const catalog::Catalog& catalog) {
  std::optional<catalog::Gpu> row;
  const bool lacks = !card.name.known() || !card.compute_capability.known();
  if (lacks && !card.pci_device_id.empty()) row = catalog.gpu_by_pci(card.pci_device_id);
  if (lacks && !row && card.name.known()) row = catalog.gpu_by_name(*card.name);
  if (row) {
    const std::string origin = "catalog: " + row->name + (row->unconfirmed ? ", unconfirmed" : "");
    if (!card.name.known()) card.name = {row->name, origin};
    if (!card.compute_capability.known()) card.compute_capability = {row->compute_capability, origin};
  }
  if (!card.compute_capability.known() && !card.in_nvml)
    card.compute_capability =
        Unknown{Why::unsupported, "NVML does not answer and the catalog has no row for " + card.label()};
  if (!card.compute_capability.known()) return;
  if (const auto architecture = catalog.architecture_of(*card.compute_capability))
    card.architecture = architecture->name;
  else if (row)
    card.architecture = row->architecture;
}

/// NVML says nothing of it by which it could be found on the bus.
bool is_nameless(const Gpu& nvml) {
  return nvml.pci_address.empty() && nvml.pci_device_id.empty();
}

std::vector<Gpu> joined(std::vector<Gpu> bus, const std::vector<Gpu>& nvml) {
  std::vector<Gpu*> places;
  for (const auto& told : nvml) {
    places.push_back(is_nameless(told) ? nullptr : find_on_bus(bus, told));
    if (places.back() != nullptr) take_over(*places.back(), told);
  }
  const auto lost = std::count_if(nvml.begin(), nvml.end(), is_nameless);
  const auto left = lost_on_bus(bus, static_cast<size_t>(lost));
  size_t next = 0;
  std::vector<Gpu> cards;
  for (size_t i = 0; i < nvml.size(); ++i) {
    if (is_nameless(nvml[i]) && !left.empty()) {
      places[i] = left[next++];
      take_over(*places[i], nvml[i]);
    }
    cards.push_back(places[i] != nullptr ? *places[i] : nvml[i]);
  }
  for (auto& card : bus)
    if (!card.in_nvml) cards.push_back(std::move(card));
  return cards;
}

/// Whether an empty bus proves that there is no card. WSL2 shows cards through no bus, and where it cannot be
/// told whether this is WSL2, the same holds.
bool bus_decides(const model::Os& os) {
  return os.family == base::OsFamily::windows || (os.wsl.known() && !*os.wsl);
}

Known<std::vector<Gpu>> all_cards(const BusCards& bus, const NvmlAnswer& nvml, const model::Os& os) {
  const bool bus_counts = bus.nvidia.known() && (bus_decides(os) || !bus.nvidia->empty());
  if (!nvml.gpus.known()) {
    if (bus_counts) return bus.nvidia;
    if (bus.nvidia.known()) {
      const Unknown& why = os.wsl.known() ? nvml.gpus.why() : os.wsl.why();
      return Unknown{why.why == Why::absent ? Why::unsupported : why.why,
                     "in WSL2 only NVML shows cards: " + reason(why)};
    }
    return bus.nvidia;
  }
  if (nvml.gpus->empty() && !bus_counts && !(os.wsl.known() && *os.wsl)) return bus.nvidia;
  // A container sees its host's bus, but only the cards that were handed in can be used.
  const bool handed_in = os.container.known() && !nvml.gpus->empty();
  std::vector<Gpu> cards = joined(bus_counts ? *bus.nvidia : std::vector<Gpu>(), *nvml.gpus);
  if (handed_in) std::erase_if(cards, [](const Gpu& card) { return !card.in_nvml; });
  return {std::move(cards), bus_counts ? bus.nvidia.origin() : nvml.gpus.origin()};
}

struct Maker {
  unsigned vendor;
  const char* name;  ///< "" = virtual or a server's own: no GPU for computing
};

/// https://pci-ids.ucw.cz/
constexpr Maker makers[] = {
    {0x1002, "AMD"}, {0x1022, "AMD"}, {0x8086, "Intel"}, {0x1234, ""},  // QEMU
    {0x1013, ""},                                                       // Cirrus, as emulated by QEMU
    {0x1AF4, ""},                                                       // virtio
    {0x1B36, ""},                                                       // QXL
    {0x15AD, ""},                                                       // VMware
    {0x80EE, ""},                                                       // VirtualBox
    {0x1414, ""},                                                       // Hyper-V
    {0x1AB8, ""},                                                       // Parallels
    {0x1D0F, ""},                                                       // Amazon
    {0x1A03, ""},                                                       // ASPEED
    {0x102B, ""},                                                       // Matrox
    {0x19E5, ""},                                                       // Huawei's management controller
};

}  // namespace

void add_other(std::vector<model::OtherGpu>& others, unsigned vendor, unsigned device,
               const std::string& name, const std::string& address) {
  model::OtherGpu other{parse::pci_id_text(vendor), name, address};
  for (const auto& maker : makers) {
    if (maker.vendor != vendor) continue;
    if (*maker.name == '\0') return;
    other.vendor = maker.name;
  }
  if (other.name.empty()) other.name = parse::pci_id_text(device);
  others.push_back(std::move(other));
}

model::Cards join_cards(const BusCards& bus, const NvmlAnswer& nvml, const model::Os& os,
                        const catalog::Catalog& catalog) {
  model::Cards cards;
  cards.others = bus.others;
  cards.nvidia = all_cards(bus, nvml, os);
  if (cards.nvidia.known())
    for (auto& card : *cards.nvidia) complete(card, catalog);
  return cards;
}

}  // namespace gpuenv::probe
