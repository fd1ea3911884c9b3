// The kernel side of the driver: the loaded module, or on Windows the display driver.
#include "base/text.h"
#include "parse/module_version.h"
#include "parse/pci.h"
#include "parse/versions.h"
#include "probe/driver.h"

namespace gpuenv::probe {
namespace {

constexpr const char* proc_version = "/proc/driver/nvidia/version";
constexpr const char* sys_version = "/sys/module/nvidia/version";
constexpr unsigned nvidia_vendor = 0x10DE;

KernelModule from_sys(Machine& machine, const Known<std::string>& proc) {
  const auto text = machine.read_file(sys_version, small_file);
  if (text.known()) {
    const Version version(base::trim(*text));
    const Unknown kind{Why::unsupported, std::string(sys_version) + " does not tell the kind of module"};
    if (version.valid()) return {Known<Version>(version, sys_version), kind};
    return {Unknown{Why::failed, std::string(sys_version) + ": holds no version"}, kind};
  }
  if (proc.absent() && text.absent()) {
    const Unknown absent{Why::absent, std::string(proc_version) + " and " + sys_version + " do not exist"};
    return {Known<Version>(absent, proc_version), absent};
  }
  const Unknown why = proc.absent() ? text.why() : proc.why();
  return {why, why};
}

}  // namespace

KernelModule read_kernel_module(Machine& machine) {
  const auto text = machine.read_file(proc_version, small_file);
  if (!text.known()) return from_sys(machine, text);
  const auto module = parse::module_version(*text);
  if (!module) {
    const Unknown nonsense{Why::failed, std::string(proc_version) + ": names no version"};
    return {nonsense, nonsense};
  }
  return {Known<Version>(module->version, proc_version), Known<std::string>(module->kind, proc_version)};
}

KernelModule display_driver(const Known<std::vector<machine::DeviceNode>>& devices) {
  const Unknown kind{Why::unsupported, "Windows has one kind of driver"};
  if (!devices.known()) return {devices.no_value<Version>(), kind};
  std::string unread;
  for (const auto& device : *devices) {
    const auto ids = parse::instance_ids(device.instance_id);
    if (!ids || ids->vendor != nvidia_vendor || device.driver_version.empty()) continue;
    if (auto version = parse::windows_driver(device.driver_version))
      return {Known<Version>(*std::move(version), devices.origin() + ": " + device.driver_version), kind};
    // Windows' own basic display driver carries Windows' version.
    if (!device.driver_version.starts_with("10.0.") && !device.driver_version.starts_with("6."))
      unread = device.driver_version;
  }
  if (!unread.empty())
    return {Unknown{Why::failed, "driver version " + unread + ": not in NVIDIA's form"}, kind};
  return {Known<Version>(Unknown{Why::absent, "no NVIDIA driver on a display device"}, devices.origin()),
          kind};
}

}  // namespace gpuenv::probe
