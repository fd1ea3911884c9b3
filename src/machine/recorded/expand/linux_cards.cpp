// Display devices and the NVIDIA driver of a Linux machine: sysfs, /proc/driver/nvidia, device nodes,
// libraries.
#include <fmt/format.h>

#include "base/text.h"
#include "machine/recorded/expand/parts.h"

namespace gpuenv::machine::recorded {
namespace {

struct PciDevice {
  std::string address, vendor, id, device_class, driver;
};

/// sysfs of one PCI device: the files stand below /sys/devices, /sys/bus/pci/devices only links there.
void write_pci(const PciDevice& device, Tree& tree) {
  const std::string folder = "/sys/devices/pci0000:00/" + device.address;
  const auto put = [&](const char* name, const std::string& number) {
    tree.file(folder + "/" + name, "0x" + base::lower(number) + "\n");
  };
  put("vendor", device.vendor);
  put("device", device.id);
  put("class", device.device_class);
  put("subsystem_vendor", device.vendor);
  put("subsystem_device", "0000");
  put("revision", "a1");
  tree.link("/sys/bus/pci/devices/" + device.address, "../../../devices/pci0000:00/" + device.address);
  if (device.driver.empty()) return;
  tree.directory("/sys/bus/pci/drivers/" + device.driver);
  tree.link(folder + "/driver", "../../../bus/pci/drivers/" + device.driver);
}

/// Cards without display outputs are "3D controllers" (class 0302), and so is the second card of a laptop.
std::string class_of(const Spec& spec, const GpuSpec& gpu) {
  const bool consumer = gpu.name.find("GeForce") != std::string::npos ||
                        gpu.name.find("RTX") != std::string::npos ||
                        gpu.name.find("GTX") != std::string::npos || gpu.name.empty();
  return consumer && !(spec.laptop && !spec.other_gpus.empty()) ? "030000" : "030200";
}

void write_pci_devices(const Spec& spec, Tree& tree) {
  tree.directory("/sys/bus/pci/devices");
  tree.directory("/sys/bus/pci/drivers");
  if (spec.wsl) {  // WSL2 shows no card, only the virtual one of Hyper-V
    write_pci({"5582:00:00.0", "1414", "008e", "030200", "dxgkrnl"}, tree);
    return;
  }
  write_pci({"0000:00:00.0", "8086", "a700", "060000", ""}, tree);
  for (const auto& gpu : spec.gpus) {
    write_pci({gpu.pci, "10de", gpu.id, class_of(spec, gpu), gpu.bound}, tree);
    if (!gpu.bound.empty()) tree.directory("/sys/module/" + gpu.bound);
    // Cards with outputs are also a sound device of the same maker.
    if (gpu.pci.ends_with(".0") && class_of(spec, gpu) == "030000")
      write_pci({gpu.pci.substr(0, gpu.pci.size() - 1) + "1", "10de", "22ba", "040300", "snd_hda_intel"},
                tree);
  }
  for (const auto& gpu : spec.other_gpus)
    write_pci({gpu.pci, gpu.vendor, gpu.id, "030000", gpu.vendor == "1002" ? "amdgpu" : "i915"}, tree);
}

/// The first line of /proc/driver/nvidia/version, as the two kinds of module write it.
std::string version_line(const DriverSpec& driver, const std::string& architecture) {
  if (driver.kind == "open")
    return fmt::format(
        "NVRM version: NVIDIA UNIX Open Kernel Module for {}  {}  Release Build  "
        "(dvs-builder@U22-I3-AE18-09-1)  "
        "Tue Sep 23 10:11:16 UTC 2025\n",
        architecture, driver.module);
  return fmt::format("NVRM version: NVIDIA UNIX {} Kernel Module  {}  Tue Sep 23 10:11:16 UTC 2025\n",
                     architecture, driver.module);
}

void write_module(const Spec& spec, Tree& tree) {
  const DriverSpec& driver = *spec.driver;
  if (driver.module.empty() || spec.wsl) return;
  tree.file("/proc/driver/nvidia/version",
            version_line(driver, spec.architecture) + "GCC version:  gcc version 13.2.0 (GCC)\n");
  tree.file("/sys/module/nvidia/version", driver.module + "\n");
  tree.file("/sys/module/nvidia/initstate", "live\n");
  tree.directory("/sys/module/nvidia_uvm");
  for (const auto& gpu : spec.gpus)
    if (gpu.bound == "nvidia")
      tree.file(fmt::format("/proc/driver/nvidia/gpus/{}/information", gpu.pci),
                fmt::format("Model: \t\t {}\nBus Location: \t {}\n", gpu.name, gpu.pci));
  // A container sees the kernel of its host, but only the device nodes that were handed in, and those come
  // with the libraries.
  if (!spec.container.empty() && driver.library.empty()) return;
  int minor = 0;
  for (const auto& gpu : spec.gpus)
    if (gpu.bound == "nvidia") tree.device(fmt::format("/dev/nvidia{}", minor++), true);
  for (const char* node : {"/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia-modeset"})
    tree.device(node, true);
}

/// Where a distribution keeps 64-bit libraries.
std::string library_folder(const Spec& spec) {
  const std::string distro = base::lower(spec.distro);
  for (const char* name : {"ubuntu", "debian", "mint", "pop"})
    if (distro.starts_with(name)) return fmt::format("/usr/lib/{}-linux-gnu", spec.architecture);
  return distro.starts_with("arch") ? "/usr/lib" : "/usr/lib64";
}

/// Where the dynamic linker is told to look; Debian names its own folders, others rely on the built-in ones.
void write_linker_config(const Spec& spec, Tree& tree) {
  tree.file("/etc/ld.so.conf", "include /etc/ld.so.conf.d/*.conf\n");
  tree.directory("/etc/ld.so.conf.d");
  const std::string folder = library_folder(spec);
  if (!folder.ends_with("-linux-gnu")) return;
  const std::string name = base::file_name(base::posix_paths, folder);
  tree.file(fmt::format("/etc/ld.so.conf.d/{}.conf", name),
            fmt::format("/usr/local/lib/{0}\n/lib/{0}\n/usr/lib/{0}\n", name));
  tree.file("/etc/ld.so.conf.d/libc.conf", "/usr/local/lib\n");
}

void write_libraries(const Spec& spec, Recording& recording, Tree& tree) {
  const std::string& version = spec.driver->library;
  std::string folder = "/usr/lib/wsl/lib";
  if (version.empty()) return;
  if (spec.wsl) {  // copied in by Windows, without a version in their names
    tree.binary(folder + "/libcuda.so.1.1", 158'112);
    tree.binary(folder + "/libcuda.so.1", 158'112);
    tree.binary(folder + "/libnvidia-ml.so.1", 212'840);
    tree.binary(folder + "/nvidia-smi", 724'344);
    tree.file("/etc/ld.so.conf.d/ld.wsl.conf", "/usr/lib/wsl/lib\n");
    tree.file("/etc/ld.so.cache", "glibc-ld.so.cache1.1 libcuda.so.1 /usr/lib/wsl/lib/libcuda.so.1\n");
  } else {
    folder = library_folder(spec);
    for (const char* name : {"libcuda.so", "libnvidia-ml.so", "libnvidia-ptxjitcompiler.so"}) {
      tree.binary(fmt::format("{}/{}.{}", folder, name, version), 28'000'000);
      tree.link(fmt::format("{}/{}.1", folder, name), fmt::format("{}.{}", name, version));
    }
    tree.link(folder + "/libcuda.so", "libcuda.so.1");
    tree.binary("/usr/bin/nvidia-smi", 724'344);
  }
  std::string cuda = folder + "/libcuda.so.1";
  if (!spec.driver->compat.empty()) {
    const std::string& compat = spec.driver->compat;
    tree.binary(compat, 28'000'000);
    cuda = base::parent_path(base::posix_paths, compat) + "/libcuda.so.1";
    tree.link(cuda, base::file_name(base::posix_paths, compat));
  }
  describe_vendor(spec, folder + "/libnvidia-ml.so.1", cuda, recording);
}

}  // namespace

void describe_linux_cards(const Spec& spec, Recording& recording, Tree& tree) {
  tree.directory(library_folder(spec));
  write_linker_config(spec, tree);
  write_pci_devices(spec, tree);
  if (!spec.driver) return;
  write_module(spec, tree);
  write_libraries(spec, recording, tree);
}

}  // namespace gpuenv::machine::recorded
