// Which packages bring the driver, and whether NVIDIA's .run file did.
#include "parse/packages.h"
#include "probe/driver_setup.h"

namespace gpuenv::probe {
namespace {

constexpr std::size_t dpkg_limit = 32u << 20;

using Packages = Known<std::vector<model::DriverPackage>>;

Packages packages(Machine& machine) {
  const auto dpkg = machine.read_file("/var/lib/dpkg/status", dpkg_limit);
  if (dpkg.known()) return {parse::dpkg_driver_packages(*dpkg), dpkg.origin()};
  if (dpkg.undecided()) return dpkg.no_value<std::vector<model::DriverPackage>>();
  const auto pacman = machine.list("/var/lib/pacman/local");
  if (pacman.undecided()) return pacman.no_value<std::vector<model::DriverPackage>>();
  if (pacman.known()) {
    std::vector<model::DriverPackage> list;
    for (const auto& folder : *pacman)
      if (auto package = parse::pacman_driver_package(folder.name)) list.push_back(*std::move(package));
    return {std::move(list), pacman.origin()};
  }
  for (const char* folder : {"/usr/lib/sysimage/rpm", "/var/lib/rpm"})
    if (machine.exists(folder))
      return Unknown{Why::unsupported, std::string(folder) + ": only the program rpm can read it"};
  return Unknown{Why::unsupported, "no package database that can be read"};
}

}  // namespace

void read_driver_packages(Machine& machine, model::DriverSetup& setup) {
  setup.packages = packages(machine);
  // nvidia-installer puts its uninstaller beside itself; no distribution's package has it.
  setup.run_file = is_there(machine, "/usr/bin/nvidia-uninstall");
}

}  // namespace gpuenv::probe
