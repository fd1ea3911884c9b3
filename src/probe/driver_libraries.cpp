// Where the driver's user libraries are and which version they have.
#include <algorithm>
#include <optional>

#include "base/text.h"
#include "parse/versions.h"
#include "probe/driver.h"
#include "probe/library_folders.h"

namespace gpuenv::probe {
namespace {

constexpr int most_links = 10;

using Folders = LibraryFolders;

/// The version in the name of the library or of what its links lead to.
Known<Version> version_of(Machine& machine, std::string path) {
  const auto& style = machine.traits().paths;
  for (int links = 0; links < most_links; ++links) {
    if (auto version = parse::library_version(base::file_name(style, path)))
      return {*std::move(version), path};
    const auto target = machine.link_target(path);
    if (target.known()) {
      path = base::normal_path(style, base::join_path(style, base::parent_path(style, path), *target));
    } else if (target.why().why == Why::failed) {  // no link: the end of the chain
      return Unknown{Why::unsupported, path + ": its name tells no version"};
    } else {
      return target.no_value<Version>();
    }
  }
  return Unknown{Why::failed, path + ": too many links"};
}

DriverLibrary find(Machine& machine, const Folders& folders, const std::string& name) {
  std::optional<Unknown> open = folders.open;
  for (const auto& folder : folders.paths) {
    const std::string path = machine.join(folder, name);
    const auto status = machine.status(path);
    if (status.known()) return {Known<std::string>(path, path), version_of(machine, path)};
    if (status.undecided() && !open) open = status.why();
  }
  const Unknown nothing = open.value_or(Unknown{
      Why::absent, name + ": in none of the " + std::to_string(folders.paths.size()) + " library folders"});
  return {nothing, nothing};
}

std::string system_folder(Machine& machine) {
  const auto root = machine.variable("SystemRoot");
  return machine.join(root.known() && !root->empty() ? *root : R"(C:\Windows)", "System32");
}

}  // namespace

DriverLibraries find_driver_libraries(Machine& machine) {
  if (machine.traits().os == base::OsFamily::windows) {
    Folders folders;
    folders.paths.push_back(system_folder(machine));
    return {find(machine, folders, "nvml.dll"), find(machine, folders, "nvcuda.dll")};
  }
  const Folders folders = library_folders(machine);
  return {find(machine, folders, "libnvidia-ml.so.1"), find(machine, folders, "libcuda.so.1")};
}

}  // namespace gpuenv::probe
