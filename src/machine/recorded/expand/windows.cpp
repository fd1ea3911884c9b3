// A Windows machine: system folders, variables, registry, device manager, driver. Names and places are those
// of Windows 10 and 11.
#include <fmt/format.h>

#include "base/text.h"
#include "base/version.h"
#include "machine/recorded/expand/parts.h"

namespace gpuenv::machine::recorded {
namespace {

constexpr const char* current_version = R"(HKLM\SOFTWARE\Microsoft\Windows NT\CurrentVersion)";
/// The class of display adapters.
constexpr const char* display_class =
    R"(HKLM\SYSTEM\CurrentControlSet\Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318})";
constexpr int problem_no_driver = 28;  // CM_PROB_FAILED_INSTALL

void set_value(Recording& recording, const std::string& key, const std::string& name, std::string value) {
  recording.registry_values[key][name] = Known<std::string>(std::move(value), key);
}

/// Windows' own number of an NVIDIA driver: 560.94 is 32.0.15.6094, the last five digits being the version.
std::string windows_number(const std::string& version) {
  const base::Version driver(version);
  const int digits = driver.at(0) * 100 + driver.at(1);
  const char* model = driver.at(0) >= 550   ? "32.0"
                      : driver.at(0) >= 510 ? "31.0"
                      : driver.at(0) >= 470 ? "30.0"
                                            : "27.21";
  return fmt::format("{}.1{}.{:04}", model, digits / 10000, digits % 10000);
}

std::string instance_id(const std::string& vendor, const std::string& device, size_t place) {
  return fmt::format(R"(PCI\VEN_{}&DEV_{}&SUBSYS_00000000&REV_A1\4&1A2B3C4D&0&{:04})", vendor, device, place);
}

bool has_driver(const Spec& spec) {
  return spec.driver && !spec.driver->module.empty();
}

DeviceNode nvidia_device(const Spec& spec, const GpuSpec& gpu, size_t place) {
  DeviceNode device;
  device.instance_id = instance_id("10DE", gpu.id, place);
  device.problem_code = gpu.problem_code >= 0 ? gpu.problem_code : has_driver(spec) ? 0 : problem_no_driver;
  device.description = gpu.name;
  if (has_driver(spec)) device.driver_version = windows_number(spec.driver->module);
  if (!has_driver(spec)) device.description = "Video Controller (VGA Compatible)";
  return device;
}

/// Device manager, and the class key that each working adapter has.
void write_devices(const Spec& spec, Recording& recording) {
  std::vector<DeviceNode> devices;
  devices.reserve(spec.gpus.size() + spec.other_gpus.size());
  for (const auto& gpu : spec.gpus) devices.push_back(nvidia_device(spec, gpu, devices.size() + 8));
  for (const auto& gpu : spec.other_gpus)
    devices.push_back({instance_id(gpu.vendor, gpu.id, devices.size() + 8),
                       gpu.name.empty() ? "Microsoft Basic Display Adapter" : gpu.name, 0, "31.0.101.5333"});
  std::vector<std::string> numbers;
  for (const auto& device : devices) {
    if (device.driver_version.empty()) continue;
    numbers.push_back(fmt::format("{:04}", numbers.size()));
    const std::string key = fmt::format("{}\\{}", display_class, numbers.back());
    const bool nvidia = device.instance_id.starts_with("PCI\\VEN_10DE");
    set_value(recording, key, "DriverDesc", device.description);
    set_value(recording, key, "DriverVersion", device.driver_version);
    set_value(recording, key, "ProviderName", nvidia ? "NVIDIA" : "Microsoft");
    set_value(recording, key, "MatchingDeviceId", base::lower(device.instance_id.substr(0, 21)));
  }
  recording.registry_keys[display_class] = Known<std::vector<std::string>>(std::move(numbers), display_class);
  recording.display_devices = Known<std::vector<DeviceNode>>(std::move(devices), "device manager");
}

void write_system(const Spec& spec, Recording& recording) {
  const std::string build = spec.kernel.substr(spec.kernel.rfind('.') + 1);
  // Windows 11 still calls itself Windows 10 here; the build tells (22000 and above).
  set_value(recording, current_version, "ProductName", "Windows 10 Pro");
  set_value(recording, current_version, "CurrentBuildNumber", build);
  set_value(recording, current_version, "CurrentBuild", build);
  set_value(recording, current_version, "EditionID", "Professional");
  set_value(recording, current_version, "DisplayVersion", "23H2");
  set_value(recording, current_version, "InstallationType", "Client");
  set_value(recording, R"(HKLM\SYSTEM\HardwareConfig\Current)", "EnclosureType",
            std::to_string(spec.laptop ? chassis_notebook : chassis_desktop));
}

void write_variables(Recording& recording) {
  const std::string home = recording.system->home;
  set_variable(recording, "USERPROFILE", home);
  set_variable(recording, "USERNAME", base::file_name(base::windows_paths, home));
  set_variable(recording, "APPDATA", home + R"(\AppData\Roaming)");
  set_variable(recording, "LOCALAPPDATA", home + R"(\AppData\Local)");
  set_variable(recording, "SystemRoot", R"(C:\Windows)");
  set_variable(recording, "windir", R"(C:\Windows)");
  set_variable(recording, "SystemDrive", "C:");
  set_variable(recording, "ProgramFiles", R"(C:\Program Files)");
  set_variable(recording, "ProgramData", R"(C:\ProgramData)");
  set_variable(recording, "OS", "Windows_NT");
  set_variable(recording, "PATH",
               R"(C:\Windows\system32;C:\Windows;C:\Windows\System32\WindowsPowerShell\v1.0\)");
}

}  // namespace

void describe_windows(const Spec& spec, Recording& recording, Tree& tree) {
  recording.all_registry = true;
  for (const char* folder : {R"(C:\Windows\System32)", R"(C:\Program Files)", R"(C:\ProgramData)"})
    tree.directory(folder);
  tree.directory(recording.system->home);
  tree.directory(recording.system->working_directory);
  write_variables(recording);
  write_system(spec, recording);
}

void describe_windows_cards(const Spec& spec, Recording& recording, Tree& tree) {
  write_devices(spec, recording);
  if (!spec.driver || spec.driver->library.empty()) return;
  const std::string folder = R"(C:\Windows\System32)";
  for (const char* name : {"nvcuda.dll", "nvml.dll", "nvapi64.dll", "nvidia-smi.exe"})
    tree.binary(tree.join(folder, name), 5'000'000);
  describe_vendor(spec, tree.join(folder, "nvml.dll"), tree.join(folder, "nvcuda.dll"), recording);
}

}  // namespace gpuenv::machine::recorded
