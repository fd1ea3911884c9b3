// Where programs on Linux find shared libraries; see library_folders.h.
#include "probe/library_folders.h"

#include <algorithm>

#include "parse/ld_conf.h"

namespace gpuenv::probe {
namespace {

constexpr std::size_t most_conf_files = 100;

/// The files that "include /etc/ld.so.conf.d/*.conf" means.
std::vector<std::string> included(Machine& machine, const std::string& pattern, LibraryFolders& folders) {
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

void add_configured(Machine& machine, LibraryFolders& folders) {
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

}  // namespace

void LibraryFolders::add(std::string path) {
  // 32-bit libraries serve no 64-bit program; the dynamic linker passes over them.
  for (const char* mark : {"i386-linux-gnu", "i686", "/lib32"})
    if (path.find(mark) != std::string::npos) return;
  if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(std::move(path));
}

LibraryFolders library_folders(Machine& machine) {
  LibraryFolders folders;
  const auto given = machine.variable("LD_LIBRARY_PATH");
  folders.note(given);
  if (given.known())
    for (auto& folder : base::path_list(machine.traits().paths, *given)) folders.add(std::move(folder));
  folders.given = folders.paths.size();
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

}  // namespace gpuenv::probe
