// Display devices on the PCI bus of a Linux machine. In a container this is the host's bus.
#include <algorithm>
#include <optional>

#include "base/text.h"
#include "parse/pci.h"
#include "probe/cards.h"

namespace gpuenv::probe {
namespace {

constexpr const char* devices_folder = "/sys/bus/pci/devices";
constexpr unsigned display_class = 0x03;  // PCI Code and ID Assignment: 0300 VGA, 0302 3D, 0380 other

/// A number in one of the device's files.
Known<unsigned> number(Machine& machine, const std::string& folder, const char* name) {
  const auto text = machine.read_file(machine.join(folder, name), small_file);
  if (!text.known()) return text.no_value<unsigned>();
  const auto value = parse::pci_number(*text);
  if (!value) return Unknown{Why::failed, text.origin() + ": holds no number"};
  return {*value, text.origin()};
}

Known<std::string> bound_driver(Machine& machine, const std::string& folder) {
  const std::string path = machine.join(folder, "driver");
  auto target = machine.link_target(path);
  if (!target.known()) return target;
  return {base::file_name(machine.traits().paths, *target), path};
}

model::Gpu read_card(Machine& machine, const std::string& folder, const std::string& address) {
  model::Gpu gpu;
  gpu.pci_address = parse::pci_address(address);
  if (gpu.pci_address.empty()) gpu.pci_address = address;
  const auto device = number(machine, folder, "device");
  if (device.known()) gpu.pci_device_id = parse::pci_id_text(*device);
  gpu.kernel_driver = bound_driver(machine, folder);
  gpu.problem_code = Unknown{Why::unsupported, "only Windows has problem codes"};
  gpu.in_pci = true;
  return gpu;
}

/// Adds the device when it is a display device. The reason when it may be an NVIDIA card and cannot be told.
std::optional<Unknown> add_device(Machine& machine, const std::string& address,
                                  std::vector<model::Gpu>& nvidia, BusCards& cards) {
  const std::string folder = machine.join(devices_folder, address);
  const auto device_class = number(machine, folder, "class");
  if (device_class.known() && *device_class >> 16 != display_class) return std::nullopt;
  const auto vendor = number(machine, folder, "vendor");
  if (vendor.known() && *vendor == nvidia_vendor && device_class.known()) {
    nvidia.push_back(read_card(machine, folder, address));
  } else if (vendor.known() && *vendor != nvidia_vendor) {
    const auto device = device_class.known() ? number(machine, folder, "device") : Known<unsigned>();
    if (device.known()) add_other(cards.others, *vendor, *device, "", address);
  } else {
    // An NVIDIA device without a class may be the card or its sound function.
    return vendor.known() ? device_class.why() : vendor.why();
  }
  return std::nullopt;
}

/// From the files current_link_speed ("16.0 GT/s PCIe") and current_link_width, or those of max_
/// (kernel, Documentation/ABI/testing/sysfs-bus-pci).
Known<model::PciLink> link(Machine& machine, const std::string& folder, const std::string& which) {
  const auto speed = machine.read_file(machine.join(folder, which + "_link_speed"), small_file);
  const auto width = machine.read_file(machine.join(folder, which + "_link_width"), small_file);
  if (!speed.known()) return speed.no_value<model::PciLink>();
  if (!width.known()) return width.no_value<model::PciLink>();
  const model::PciLink link{parse::pci_generation(*speed), base::small_number(base::trim(*width))};
  if (link.generation == 0 || link.width <= 0)
    return Unknown{Why::unsupported, speed.origin() + ": tells no speed"};  // "Unknown", and 63 or 0 lanes
  return {link, speed.origin()};
}

/// Boards with an NVIDIA chip that is no PCI device.
bool is_tegra(Machine& machine) {
  return machine.exists("/etc/nv_tegra_release") || machine.exists("/dev/nvmap");
}

}  // namespace

BusCards cards_on_pci(Machine& machine) {
  BusCards cards;
  const auto devices = machine.list(devices_folder);
  if (!devices.known()) {
    cards.nvidia = devices.absent() ? Known<std::vector<model::Gpu>>(Unknown{
                                          Why::unsupported, std::string(devices_folder) + " does not exist"})
                                    : devices.no_value<std::vector<model::Gpu>>();
    return cards;
  }
  std::vector<model::Gpu> nvidia;
  std::optional<Unknown> open;
  for (const auto& device : *devices) {
    auto why = add_device(machine, device.name, nvidia, cards);
    if (why && !open) open = std::move(why);
  }
  if (nvidia.empty() && !open && is_tegra(machine))
    open = Unknown{Why::unsupported, "a Tegra board: its GPU is no PCI device"};
  if (open)
    cards.nvidia = {*open, devices_folder};
  else
    cards.nvidia = {std::move(nvidia), devices_folder};
  return cards;
}

void read_power_states(Machine& machine, const model::Os& os, model::Cards& cards) {
  if (os.family != base::OsFamily::linux || !os.laptop.value_or(false) || !cards.nvidia.known()) return;
  for (auto& gpu : *cards.nvidia) {
    if (!gpu.in_pci) continue;
    const auto text = machine.read_file(
        machine.join(machine.join(devices_folder, gpu.pci_address), "power_state"), small_file);
    gpu.power_state = text.known() ? Known<std::string>(std::string(base::trim(*text)), text.origin()) : text;
  }
}

void read_links(Machine& machine, const model::Os& os, model::Cards& cards) {
  if (os.family != base::OsFamily::linux || !cards.nvidia.known()) return;
  for (auto& gpu : *cards.nvidia) {
    if (!gpu.in_pci || gpu.in_nvml) continue;
    const std::string folder = machine.join(devices_folder, gpu.pci_address);
    gpu.state.link = link(machine, folder, "current");
    gpu.state.link_max = link(machine, folder, "max");
  }
}

}  // namespace gpuenv::probe
