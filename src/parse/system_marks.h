// Small marks by which a system tells what it is: WSL kernels, chassis types, container files.
#pragma once

#include <string>
#include <string_view>

namespace gpuenv::parse {

/// True for the kernel of WSL ("5.15.153.1-microsoft-standard-WSL2"), also in the longer /proc/version.
bool is_wsl_kernel(std::string_view kernel);

/// What a chassis type says of the machine (SMBIOS specification 3.6, 7.4.1).
enum class Chassis { laptop, other, unclear };
/// `text` is the decimal number of /sys/class/dmi/id/chassis_type or of the registry's EnclosureType.
Chassis chassis(std::string_view text);

/// The container manager that the cgroup paths of process 1 name ("docker", "kubernetes", "lxc", ...); ""
/// when they name none, which with cgroup v2 does not mean that there is none.
std::string container_of_cgroup(std::string_view text);

/// "podman" of /run/.containerenv (engine="podman-4.9.3"), which podman writes for others too; "podman" when
/// it names nothing.
std::string container_of_containerenv(std::string_view text);

}  // namespace gpuenv::parse
