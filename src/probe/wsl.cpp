// WSL, seen from inside: generation, the device that leads to the card, Windows' libraries, a Linux driver in
// their place.
#include <algorithm>

#include "base/text.h"
#include "parse/versions.h"
#include "parse/wsl_marks.h"
#include "probe/surroundings.h"

namespace gpuenv::probe {
namespace {

constexpr const char* stub_folder = "/usr/lib/wsl/lib";
constexpr const char* stub = "/usr/lib/wsl/lib/libcuda.so.1";
constexpr std::size_t largest_cache = 4 << 20;

Known<int> generation_of(const Known<std::string>& kernel, const Known<bool>& dxg) {
  if (kernel.known())
    if (const int generation = parse::wsl_generation(*kernel); generation > 0)
      return {generation, kernel.origin()};
  if (dxg.value_or(false)) return {2, dxg.origin()};  // WSL1 has no such device
  return kernel.known() ? Known<int>(Unknown{Why::unsupported, *kernel + ": does not tell"})
                        : kernel.no_value<int>();
}

Known<int> windows_build(Machine& machine, const Known<std::string>& kernel) {
  if (kernel.known())
    if (const int build = parse::windows_build_of_wsl1(*kernel); build > 0) return {build, kernel.origin()};
  const auto entries = machine.list("/mnt/c/Windows/servicing/Version");
  if (!entries.known()) return Unknown{Why::unsupported, "Windows' drive does not show its build"};
  std::vector<std::string> names;
  for (const auto& entry : *entries) names.push_back(entry.name);
  const int build = parse::windows_build_of_servicing(names);
  if (build < 0) return Unknown{Why::unsupported, entries.origin() + ": names no build"};
  return {build, entries.origin()};
}

/// Programs name libcuda.so.1 without a folder, so the dynamic linker has to know the folder. What it knows
/// is its cache (ldconfig(8)), not the files from which the cache was made.
Known<bool> on_search_path(Machine& machine) {
  const auto given = machine.variable("LD_LIBRARY_PATH");
  if (given.undecided()) return given.no_value<bool>();
  if (given.known())
    for (const auto& folder : base::path_list(base::posix_paths, *given)) {
      if (base::normal_path(base::posix_paths, folder) == stub_folder) return {true, given.origin()};
      // What may lie in front of it may be what programs get.
      const auto other = machine.status(machine.join(folder, "libcuda.so.1"));
      if (other.undecided()) return other.no_value<bool>();
    }
  const auto cache = machine.read_file("/etc/ld.so.cache", largest_cache);
  if (!cache.known()) return cache.no_value<bool>();
  return {cache->find(stub) != std::string::npos, cache.origin()};
}

/// Libraries of a Linux driver have its version in their names, Windows' copies have none.
Known<std::string> linux_driver(Machine& machine, const Known<std::string>& library) {
  if (!library.known()) return library;
  const std::string file = real_path(machine, *library);
  if (base::path_within(base::posix_paths, file, "/usr/lib/wsl") ||
      !parse::library_version(base::file_name(base::posix_paths, file)))
    return Unknown{Why::absent, file + ": not of a Linux driver"};
  return {file, *library};
}

/// The user's .wslconfig lies on the Windows side, in a folder whose name need not be the Linux user's.
Known<std::string> wslconfig_text(Machine& machine) {
  const auto users = machine.list("/mnt/c/Users");
  if (!users.known()) return users.no_value<std::string>();
  std::vector<std::string> found;
  for (const auto& user : *users) {
    if (user.kind != machine::FileKind::directory || user.name == "Public" || user.name == "Default")
      continue;
    const std::string path = "/mnt/c/Users/" + user.name + "/.wslconfig";
    if (machine.exists(path)) found.push_back(path);
  }
  if (found.empty()) return Unknown{Why::absent, "no .wslconfig"};
  if (found.size() > 1) return Unknown{Why::unsupported, "several users have a .wslconfig"};
  return machine.read_file(found.front(), small_file);
}

void read_config(Machine& machine, model::Wsl& wsl) {
  const auto text = wslconfig_text(machine);
  if (text.absent()) {
    wsl.memory = text;
    wsl.gpu_support = Known<bool>(true, "no .wslconfig");
    return;
  }
  if (!text.known()) {
    wsl.memory = text;
    wsl.gpu_support = text.no_value<bool>();
    return;
  }
  const std::string memory = parse::wslconfig(*text, "memory");
  wsl.memory = memory.empty() ? Known<std::string>(Unknown{Why::absent, "not limited"}, text.origin())
                              : Known<std::string>(memory, text.origin());
  wsl.gpu_support =
      Known<bool>(!base::equal_ignoring_case(parse::wslconfig(*text, "gpuSupport"), "false"), text.origin());
}

}  // namespace

model::Wsl read_wsl_state(Machine& machine, const model::Facts& facts) {
  model::Wsl wsl;
  wsl.dxg = is_there(machine, "/dev/dxg");
  wsl.generation = generation_of(facts.os.kernel, wsl.dxg);
  wsl.stubs = is_there(machine, stub);
  wsl.linux_driver = linux_driver(machine, facts.driver.cuda_library);
  if (wsl.stubs.value_or(false) && !wsl.linux_driver.known()) wsl.on_search_path = on_search_path(machine);
  // Questions to Windows' drives take a millisecond each, so they are asked only when they may explain a
  // fault.
  if (!wsl.dxg.value_or(false)) {
    wsl.windows_build = windows_build(machine, facts.os.kernel);
    read_config(machine, wsl);
  }
  return wsl;
}

}  // namespace gpuenv::probe
