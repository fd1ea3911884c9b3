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

/// The loader reads a cache that root wrote, so what this user may not read is no reason for doubt.
std::optional<Unknown> doubt_of(const std::optional<Unknown>& open) {
  return open && open->why != Why::denied ? open : std::nullopt;
}

DriverLibrary find(Machine& machine, const Folders& folders, const std::string& name) {
  std::optional<Unknown> open;
  for (std::size_t i = 0; i < folders.paths.size(); ++i) {
    const std::string& folder = folders.paths[i];
    if (i >= folders.sure && !open) open = folders.open;
    const std::string path = machine.join(folder, name);
    const auto status = machine.status(path);
    if (status.known()) return {Known<std::string>(path, path), version_of(machine, path), doubt_of(open)};
    if (status.undecided() && !open) open = status.why();
  }
  if (!open) open = folders.open;
  const Unknown nothing = open.value_or(Unknown{
      Why::absent, name + ": in none of the " + std::to_string(folders.paths.size()) + " library folders"});
  return {nothing, nothing, std::nullopt};
}

constexpr const char* driver_libraries[] = {"libcuda.so", "libnvidia-ml.so"};

void add_copy(const std::string& folder, const std::string& name, std::vector<model::DriverCopy>& copies) {
  const std::string path = base::join_path(base::posix_paths, folder, name);
  const auto version = parse::library_version(name);
  if (!version) return;
  for (const auto& copy : copies)
    if (copy.path == path) return;
  copies.push_back({path, Known<Version>(*version, path), path.find("/compat/") != std::string::npos});
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

Known<std::vector<model::DriverCopy>> driver_copies(Machine& machine, const Known<Version>& module) {
  const Folders folders = library_folders(machine);
  std::vector<model::DriverCopy> copies;
  std::optional<Unknown> open = folders.open;
  std::vector<std::string> seen;  // /lib is mostly a link to /usr/lib
  for (const auto& given : folders.paths) {
    const std::string folder = real_path(machine, given);
    if (std::find(seen.begin(), seen.end(), folder) != seen.end()) continue;
    seen.push_back(folder);
    const auto entries = machine.list(folder);
    if (entries.undecided() && !open) open = entries.why();
    for (const auto& entry : entries.value_or({}))
      for (const std::string_view library : driver_libraries)
        if (entry.name.starts_with(library)) add_copy(folder, entry.name, copies);
    for (const std::string library : driver_libraries) {
      const std::string belongs = library + "." + (module.known() ? module->text() : "");
      if (module.known() && machine.exists(machine.join(folder, belongs))) add_copy(folder, belongs, copies);
    }
  }
  if (open && copies.empty()) return {*open, "library search"};
  return {std::move(copies), "library search"};
}

}  // namespace gpuenv::probe
