// Display devices of a Windows machine.
#include "base/text.h"
#include "parse/pci.h"
#include "probe/cards.h"

namespace gpuenv::probe {
namespace {

/// What Windows calls a card that has no driver of its own.
bool is_generic(const std::string& description) {
  for (const char* words : {"Microsoft Basic", "Video Controller", "Standard VGA"})
    if (base::contains_ignoring_case(description, words)) return true;
  return description.empty();
}

model::Gpu card_of(const machine::DeviceNode& device, unsigned device_id, const std::string& origin) {
  model::Gpu gpu;
  gpu.pci_device_id = parse::pci_id_text(device_id);
  if (!is_generic(device.description)) gpu.name = {device.description, origin};
  gpu.kernel_driver = Unknown{Why::unsupported, "only Linux binds a driver by name"};
  gpu.problem_code = {device.problem_code, origin};
  gpu.in_pci = true;
  return gpu;
}

}  // namespace

BusCards cards_in_device_manager(const Known<std::vector<machine::DeviceNode>>& devices) {
  BusCards cards;
  if (!devices.known()) {
    cards.nvidia = devices.absent()
                       ? Known<std::vector<model::Gpu>>(Unknown{Why::failed, reason(devices.why())})
                       : devices.no_value<std::vector<model::Gpu>>();
    return cards;
  }
  std::vector<model::Gpu> nvidia;
  for (const auto& device : *devices) {
    const auto ids = parse::instance_ids(device.instance_id);
    if (!ids) continue;  // software devices, such as those of remote desktops
    if (ids->vendor == nvidia_vendor)
      nvidia.push_back(card_of(device, ids->device, devices.origin()));
    else
      add_other(cards.others, ids->vendor, ids->device,
                is_generic(device.description) ? "" : device.description, "");
  }
  cards.nvidia = {std::move(nvidia), devices.origin()};
  return cards;
}

}  // namespace gpuenv::probe
