// The parts that turn a Spec into answers, one for each area of a machine.
#pragma once

#include <string>
#include <string_view>

#include "machine/recorded/expand/spec.h"
#include "machine/recorded/expand/tree.h"
#include "machine/recorded/recorded.h"

namespace gpuenv::machine::recorded {

/// The system itself: releases, kernel, chassis, container, WSL, variables.
void describe_linux(const Spec& spec, Recording& recording, Tree& tree);
void describe_windows(const Spec& spec, Recording& recording, Tree& tree);

/// Display devices, and the driver with its libraries and vendor replies.
void describe_linux_cards(const Spec& spec, Recording& recording, Tree& tree);
void describe_windows_cards(const Spec& spec, Recording& recording, Tree& tree);

/// Replies of the vendor child when these libraries are opened ("" = there is no such library).
void describe_vendor(const Spec& spec, const std::string& nvml_library, const std::string& cuda_library,
                     Recording& recording);

void describe_toolkits(const Spec& spec, Recording& recording, Tree& tree);

/// Python environments with their packages. The error is about a package that says too little.
[[nodiscard]] base::Result<void> describe_environments(const Spec& spec, Recording& recording, Tree& tree);

/// [[file]] and [[registry]], over what the other parts have put there.
void describe_files(const Spec& spec, Recording& recording, Tree& tree);

/// One package as it stands in a packages list.
struct Package {
  std::string name;     ///< "torch"
  std::string version;  ///< "2.8.0", without the part after '+'
  std::string local;    ///< "cu128", "cpu" or ""
};

/// Writes the files of a package into a site-packages folder. False when its files depend on its build and
/// `local` is needed.
bool install_framework(const Spec& spec, const Package& package, const std::string& site_packages,
                       Tree& tree);

inline constexpr int chassis_desktop = 3, chassis_notebook = 10;  // SMBIOS 3.6, 7.4.1

/// "3.12" of "3.12.4".
std::string minor_version(const std::string& version);

/// Puts a folder in front of PATH.
void prepend_path(Recording& recording, const std::string& folder);

/// Sets a variable.
void set_variable(Recording& recording, const std::string& name, std::string value);

}  // namespace gpuenv::machine::recorded
