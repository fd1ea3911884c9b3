// Display devices of Windows, from the device manager (SetupAPI and the configuration manager).
#include <algorithm>
#include <optional>

#include "base/text.h"
#include "machine/live/system.h"
#include "machine/live/win32.h"

#include <cfgmgr32.h>
#include <setupapi.h>

namespace gpuenv::machine::live {
namespace {

using base::Unknown;
using base::Why;

constexpr const char* origin = "device manager";
/// The setup class "Display" (devguid.h, GUID_DEVCLASS_DISPLAY).
constexpr GUID display_class{0x4d36e968, 0xe325, 0x11ce, {0xbf, 0xc1, 0x08, 0x00, 0x2b, 0xe1, 0x03, 0x18}};
constexpr const char* class_keys = R"(HKLM\SYSTEM\CurrentControlSet\Control\Class\)";

/// A set of devices that SetupAPI gave us.
class DeviceSet {
 public:
  DeviceSet(const GUID* device_class, const wchar_t* bus, DWORD flags)
      : set_(::SetupDiGetClassDevsW(device_class, bus, nullptr, DIGCF_PRESENT | flags)) {}
  ~DeviceSet() {
    if (valid()) ::SetupDiDestroyDeviceInfoList(set_);
  }
  DeviceSet(const DeviceSet&) = delete;
  DeviceSet& operator=(const DeviceSet&) = delete;
  bool valid() const { return set_ != INVALID_HANDLE_VALUE; }
  HDEVINFO get() const { return set_; }

 private:
  HDEVINFO set_;
};

/// A text property of a device; the strings of a list are lines. "" when it has none.
std::string property(HDEVINFO set, SP_DEVINFO_DATA& device, DWORD which) {
  std::wstring text(2048, L'\0');
  DWORD type = 0, size = 0;
  if (!::SetupDiGetDeviceRegistryPropertyW(set, &device, which, &type, reinterpret_cast<BYTE*>(text.data()),
                                           static_cast<DWORD>(text.size() * sizeof(wchar_t)), &size))
    return "";
  text.resize(std::min<std::size_t>(text.size(), size / sizeof(wchar_t)));
  while (!text.empty() && text.back() == L'\0') text.pop_back();
  std::replace(text.begin(), text.end(), L'\0', L'\n');
  return narrow(text);
}

std::string instance_id(HDEVINFO set, SP_DEVINFO_DATA& device) {
  wchar_t id[512] = {};
  return ::SetupDiGetDeviceInstanceIdW(set, &device, id, 512, nullptr) ? narrow(id) : "";
}

/// CM_PROB_* of a device, 0 when it works; nothing when the system does not tell.
std::optional<int> problem_code(const SP_DEVINFO_DATA& device) {
  ULONG status = 0, problem = 0;
  const CONFIGRET result = ::CM_Get_DevNode_Status(&status, &problem, device.DevInst, 0);
  if (result == CR_NO_SUCH_DEVNODE) return CM_PROB_PHANTOM;  // unplugged between the questions
  if (result != CR_SUCCESS) return std::nullopt;
  return (status & DN_HAS_PROBLEM) != 0 ? static_cast<int>(problem) : 0;
}

/// Nothing when its state is not told: a device of unknown state must not pass as a working one.
std::optional<DeviceNode> describe(HDEVINFO set, SP_DEVINFO_DATA& device) {
  DeviceNode node;
  node.instance_id = instance_id(set, device);
  node.description = property(set, device, SPDRP_FRIENDLYNAME);
  if (node.description.empty()) node.description = property(set, device, SPDRP_DEVICEDESC);
  const auto problem = problem_code(device);
  if (!problem) return std::nullopt;
  node.problem_code = *problem;
  // "{4d36e968-...}\0000": the key that the driver's installer wrote.
  const std::string driver = property(set, device, SPDRP_DRIVER);
  if (!driver.empty())
    node.driver_version = registry_value(class_keys + driver, "DriverVersion").value_or("");
  return node;
}

/// A card that has no driver belongs to no class; its PCI class code tells that it is one (03: display
/// controllers).
bool is_display(HDEVINFO set, SP_DEVINFO_DATA& device) {
  return base::contains_ignoring_case(property(set, device, SPDRP_COMPATIBLEIDS), "&CC_03") ||
         base::contains_ignoring_case(property(set, device, SPDRP_HARDWAREID), "&CC_03");
}

/// False when a display device could not be described.
bool add_devices(const DeviceSet& set, bool all_display, std::vector<DeviceNode>& nodes) {
  SP_DEVINFO_DATA device{};
  device.cbSize = sizeof device;
  for (DWORD index = 0;; ++index) {
    if (!::SetupDiEnumDeviceInfo(set.get(), index, &device)) return ::GetLastError() == ERROR_NO_MORE_ITEMS;
    const std::string id = instance_id(set.get(), device);
    const bool known = std::any_of(nodes.begin(), nodes.end(), [&](const DeviceNode& node) {
      return base::equal_ignoring_case(node.instance_id, id);
    });
    if (known || (!all_display && !is_display(set.get(), device))) continue;
    auto node = describe(set.get(), device);
    if (!node) return false;
    nodes.push_back(*std::move(node));
  }
}

}  // namespace

Known<std::vector<DeviceNode>> display_devices() {
  std::vector<DeviceNode> nodes;
  const DeviceSet displays(&display_class, nullptr, 0);
  const DeviceSet pci(nullptr, L"PCI", DIGCF_ALLCLASSES);
  if (!displays.valid() || !pci.valid())
    return Known<std::vector<DeviceNode>>(
        Unknown{Why::failed, std::string(origin) + ": " + error_text(::GetLastError())}, origin);
  if (!add_devices(displays, true, nodes) || !add_devices(pci, false, nodes))
    return Known<std::vector<DeviceNode>>(
        Unknown{Why::failed, std::string(origin) + ": does not tell all about the display devices"}, origin);
  return {std::move(nodes), origin};
}

}  // namespace gpuenv::machine::live
