// Packages of the system that bring the NVIDIA driver, as the package databases name them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/driver.h"

namespace gpuenv::parse {

/// True for a package that brings the driver or a part of it: nvidia-driver-550, libnvidia-compute-550,
/// nvidia-utils, nvidia-dkms-550-open; not for the toolkits around it (nvidia-cuda-toolkit,
/// nvidia-container-toolkit).
bool is_driver_package(std::string_view name);

/// The installed driver packages of dpkg's status file. A last paragraph that was cut off counts when it is
/// whole enough to say so.
std::vector<model::DriverPackage> dpkg_driver_packages(std::string_view status);

/// A folder of pacman's local database, "nvidia-utils-580.95.05-1"; nothing for another package.
std::optional<model::DriverPackage> pacman_driver_package(std::string_view folder);

}  // namespace gpuenv::parse
