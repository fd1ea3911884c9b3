// Driver packages in the databases of dpkg and pacman; see packages.h.
#include "parse/packages.h"

#include "base/text.h"

namespace gpuenv::parse {
namespace {

/// The value of "Key: value", or nothing when the line has another key.
std::optional<std::string_view> field(std::string_view line, std::string_view key) {
  if (!line.starts_with(key) || line.size() <= key.size() || line[key.size()] != ':') return std::nullopt;
  return base::trim(line.substr(key.size() + 1));
}

}  // namespace

bool is_driver_package(std::string_view name) {
  for (const std::string_view other : {"nvidia-cuda", "nvidia-container", "nvidia-docker", "nvidia-settings",
                                       "nvidia-prime", "nvidia-profiler", "nvidia-visual-profiler"})
    if (name.starts_with(other)) return false;
  for (const std::string_view front :
       {"nvidia", "libnvidia", "libcuda1", "akmod-nvidia", "kmod-nvidia", "xorg-x11-drv-nvidia",
        "linux-modules-nvidia", "cuda-drivers", "cuda-compat"})
    if (name.starts_with(front)) return !name.starts_with("libnvidia-container");
  return false;
}

std::vector<model::DriverPackage> dpkg_driver_packages(std::string_view status) {
  std::vector<model::DriverPackage> found;
  model::DriverPackage package{"dpkg", "", ""};
  bool installed = false;
  const auto end_paragraph = [&] {
    if (installed && is_driver_package(package.name)) found.push_back(package);
    package = {"dpkg", "", ""};
    installed = false;
  };
  for (const std::string_view line : base::lines(status)) {
    if (line.empty())
      end_paragraph();
    else if (const auto name = field(line, "Package"))
      package.name = *name;
    else if (const auto state = field(line, "Status"))
      installed = state->ends_with(" installed");
    else if (const auto version = field(line, "Version"))
      package.version = *version;
  }
  end_paragraph();
  return found;
}

std::optional<model::DriverPackage> pacman_driver_package(std::string_view folder) {
  // name-version-release; only the name has dashes of its own.
  const size_t release = folder.rfind('-');
  if (release == std::string_view::npos || release == 0) return std::nullopt;
  const size_t version = folder.rfind('-', release - 1);
  if (version == std::string_view::npos) return std::nullopt;
  const std::string_view name = folder.substr(0, version);
  if (!is_driver_package(name)) return std::nullopt;
  return model::DriverPackage{"pacman", std::string(name), std::string(folder.substr(version + 1))};
}

}  // namespace gpuenv::parse
