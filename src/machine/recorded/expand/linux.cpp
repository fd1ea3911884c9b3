// A Linux system as its files show it: release, kernel, chassis, container, WSL2. Layouts were read on Debian
// 12 and Ubuntu 24.04; WSL2 and container marks are those that their own documentation and
// systemd-detect-virt(1) name.
#include <fmt/format.h>

#include "base/text.h"
#include "machine/recorded/expand/parts.h"

namespace gpuenv::machine::recorded {
namespace {

/// The ID that goes with the first word of a name, where it is another one.
std::string release_id(const std::string& word, const std::string& version) {
  if (word == "opensuse")
    return version.empty() || version == "Tumbleweed" ? "opensuse-tumbleweed" : "opensuse-leap";
  if (word == "red") return "rhel";
  if (word == "linux") return "linuxmint";
  return word;
}

/// "Debian GNU/Linux 12" is the name "Debian GNU/Linux" and the version "12".
void write_release(const std::string& distro, Tree& tree) {
  const size_t blank = distro.rfind(' ');
  const std::string name = distro.substr(0, blank);
  const std::string version = blank == std::string::npos ? "" : distro.substr(blank + 1);
  const std::string id = base::lower(name.substr(0, name.find(' ')));
  std::string text = fmt::format("PRETTY_NAME=\"{}\"\nNAME=\"{}\"\n", distro, name);
  if (!version.empty()) text += fmt::format("VERSION_ID=\"{}\"\n", version);
  tree.file("/usr/lib/os-release", text + fmt::format("ID={}\n", release_id(id, version)));
  tree.link("/etc/os-release", "../usr/lib/os-release");
}

void write_kernel(const Spec& spec, Tree& tree) {
  tree.file("/proc/sys/kernel/osrelease", spec.kernel + "\n");
  tree.file("/proc/version",
            fmt::format("Linux version {} (buildd@builder) (gcc (GCC) 13.2.0) #1 SMP\n", spec.kernel));
  tree.file("/proc/modules", spec.driver && !spec.driver->module.empty() && !spec.wsl
                                 ? "nvidia_uvm 4956160 0 - Live 0x0000000000000000\n"
                                   "nvidia 56823808 2 nvidia_uvm, Live 0x0000000000000000\n"
                                 : "ext4 1126400 1 - Live 0x0000000000000000\n");
  if (spec.wsl || !spec.container.empty()) return;  // another system's kernel
  const std::string folder = fmt::format("/usr/lib/modules/{}", spec.kernel);
  tree.directory(folder + "/kernel");
  tree.file(folder + "/modules.dep", spec.driver && !spec.driver->module.empty()
                                         ? "updates/dkms/nvidia.ko.zst:\n"
                                           "updates/dkms/nvidia-uvm.ko.zst: updates/dkms/nvidia.ko.zst\n"
                                         : "kernel/fs/ext4/ext4.ko.zst:\n");
}

/// Debian, Ubuntu and others let only root read it (kernel.dmesg_restrict).
void write_kernel_log(const Spec& spec, Recording& recording) {
  if (spec.kernel_log)
    recording.kernel_log = Known<std::string>(*spec.kernel_log, "kernel log");
  else
    recording.kernel_log = Known<std::string>(
        base::Unknown{base::Why::denied, "kernel log: Operation not permitted"}, "kernel log");
}

void write_chassis(const Spec& spec, Tree& tree) {
  tree.directory("/sys/class/power_supply");
  if (spec.wsl) return;  // a virtual machine without DMI
  tree.file("/sys/class/dmi/id/chassis_type",
            fmt::format("{}\n", spec.laptop ? chassis_notebook : chassis_desktop));
  if (spec.laptop) tree.file("/sys/class/power_supply/BAT0/type", "Battery\n");
}

void write_container(const Spec& spec, Recording& recording, Tree& tree) {
  tree.file("/proc/1/cgroup", "0::/\n");
  if (spec.container == "docker") tree.file("/.dockerenv", "");
  if (spec.container == "podman") tree.file("/run/.containerenv", "engine=\"podman-4.9.3\"\n");
  if (spec.container == "podman" || spec.container == "lxc")
    set_variable(recording, "container", spec.container);
  if (spec.container == "lxc") tree.file("/run/systemd/container", "lxc\n");
  if (spec.container == "kubernetes") {
    tree.directory("/var/run/secrets/kubernetes.io/serviceaccount");
    set_variable(recording, "KUBERNETES_SERVICE_HOST", "10.96.0.1");
  }
}

void write_wsl(const Spec& spec, Recording& recording, Tree& tree) {
  if (!spec.wsl) return;
  tree.device("/dev/dxg", true);
  tree.directory("/usr/lib/wsl/drivers");
  tree.directory("/usr/lib/wsl/lib");
  tree.file("/proc/sys/fs/binfmt_misc/WSLInterop", "enabled\ninterpreter /init\n");
  tree.directory("/run/WSL");
  set_variable(recording, "WSL_DISTRO_NAME", spec.distro.substr(0, spec.distro.find(' ')));
  set_variable(recording, "WSL_INTEROP", "/run/WSL/8_interop");
}

}  // namespace

void describe_linux(const Spec& spec, Recording& recording, Tree& tree) {
  for (const char* folder : {"bin", "lib", "sbin"}) {
    tree.directory(fmt::format("/usr/{}", folder));
    tree.link(fmt::format("/{}", folder), fmt::format("usr/{}", folder));
  }
  for (const char* folder :
       {"/usr/lib64", "/usr/local/bin", "/opt", "/tmp", "/dev", "/run", "/proc/driver", "/sys/module"})
    tree.directory(folder);
  tree.link("/lib64", "usr/lib64");
  tree.directory(recording.system->home);
  tree.directory(recording.system->working_directory);
  set_variable(recording, "HOME", recording.system->home);
  set_variable(recording, "USER", base::file_name(base::posix_paths, recording.system->home));
  set_variable(recording, "LANG", "C.UTF-8");
  set_variable(recording, "SHELL", "/bin/bash");
  set_variable(recording, "PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
  write_release(spec.distro, tree);
  write_kernel(spec, tree);
  write_kernel_log(spec, recording);
  write_chassis(spec, tree);
  write_container(spec, recording, tree);
  write_wsl(spec, recording, tree);
}

}  // namespace gpuenv::machine::recorded
