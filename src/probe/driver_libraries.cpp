// Where the driver's user libraries are and which version they have.
#include <algorithm>
#include <optional>

#include "base/text.h"
#include "parse/ld_conf.h"
#include "parse/versions.h"
#include "probe/driver.h"

namespace gpuenv::probe {
namespace {

constexpr int most_links = 10;
constexpr std::size_t most_conf_files = 100;

/// The folders to look in, and why the list may be too short.
struct Folders {
  std::vector<std::string> paths;
  std::optional<Unknown> open;
  std::size_t sure = 0;  ///< so many of them come before the first place that could not be asked for folders

  void add(std::string path) {
    // 32-bit libraries serve no 64-bit program; the dynamic linker passes over them.
    for (const char* mark : {"i386-linux-gnu", "i686", "/lib32"})
      if (path.find(mark) != std::string::npos) return;
    if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(std::move(path));
  }
  template <class T>
  void note(const Known<T>& answer) {
    if (!answer.undecided() || open) return;
    open = answer.why();
    sure = paths.size();
  }
};

/// The files that "include /etc/ld.so.conf.d/*.conf" means.
std::vector<std::string> included(Machine& machine, const std::string& pattern, Folders& folders) {
  const auto& style = base::posix_paths;
  const std::string path = base::join_path(style, "/etc", pattern);
  const std::string name = base::file_name(style, path);
  const size_t star = name.find('*');
  if (star == std::string::npos) return {path};
  const auto entries = machine.list(base::parent_path(style, path));
  folders.note(entries);
  std::vector<std::string> files;
  if (!entries.known()) return files;
  const std::string front = name.substr(0, star), back = name.substr(star + 1);
  for (const auto& entry : *entries)
    if (entry.name.size() >= front.size() + back.size() && entry.name.starts_with(front) &&
        entry.name.ends_with(back) && files.size() < most_conf_files)
      files.push_back(base::join_path(style, base::parent_path(style, path), entry.name));
  return files;
}

void add_configured(Machine& machine, Folders& folders) {
  const auto main = machine.read_file("/etc/ld.so.conf", small_file);
  folders.note(main);
  if (!main.known()) return;
  const parse::LdConf conf = parse::ld_conf(*main);
  for (const auto& pattern : conf.includes)
    for (const auto& file : included(machine, pattern, folders)) {
      const auto text = machine.read_file(file, small_file);
      folders.note(text);
      if (!text.known()) continue;
      for (const auto& folder : parse::ld_conf(*text).folders) folders.add(folder);
    }
  for (const auto& folder : conf.folders) folders.add(folder);
}

Folders library_folders(Machine& machine) {
  Folders folders;
  const auto given = machine.variable("LD_LIBRARY_PATH");
  folders.note(given);
  if (given.known())
    for (auto& folder : base::path_list(machine.traits().paths, *given)) folders.add(std::move(folder));
  add_configured(machine, folders);
  const auto system = machine.system();
  const std::string architecture =
      system.known() && !system->architecture.empty() ? system->architecture : "x86_64";
  for (const std::string& folder :
       {"/usr/lib/" + architecture + "-linux-gnu", "/lib/" + architecture + "-linux-gnu",
        std::string("/usr/lib64"), std::string("/lib64"), std::string("/usr/lib"), std::string("/lib"),
        std::string("/usr/lib/wsl/lib"), std::string("/usr/local/nvidia/lib64"),
        std::string("/usr/local/nvidia/lib"), std::string("/run/opengl-driver/lib")})
    folders.add(folder);
  return folders;
}

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
