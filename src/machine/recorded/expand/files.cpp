// [[file]] and [[registry]]: whatever else lies on the described machine.
#include "machine/recorded/expand/parts.h"

namespace gpuenv::machine::recorded {
namespace {

using base::Unknown;
using base::Why;

/// Something is there, and this user may not read it, whether it is a file, a folder or a link.
void deny(const std::string& path, Recording& recording) {
  const Unknown denied{Why::denied, path + ": permission denied"};
  if (const auto link = recording.links.find(path); link != recording.links.end()) {
    link->second = denied;
    return;
  }
  recording.files[path] = {Known<std::string>(denied, path), false};
  recording.directories[path] = Known<std::vector<DirectoryEntry>>(denied, path);
  recording.access[path] = Known<bool>(false, path);
}

}  // namespace

void describe_files(const Spec& spec, Recording& recording, Tree& tree) {
  for (const auto& file : spec.files) {
    if (file.removed)
      tree.remove(file.path);
    else if (file.folder)
      tree.directory(file.path);
    else if (file.device)
      tree.device(file.path, file.may_open);
    else if (!file.link.empty())
      tree.link(file.path, file.link);
    else if (file.size >= 0)
      tree.binary(file.path, static_cast<std::uint64_t>(file.size));
    else if (!file.denied || !recording.links.contains(file.path))
      tree.file(file.path, file.text);
    if (!file.kernels.empty())
      recording.summaries["kernels " + file.path] = Known<std::string>(file.kernels, file.path);
    if (file.denied) deny(file.path, recording);
    if (!file.may_open) recording.access[file.path] = Known<bool>(false, file.path);
  }
  constexpr std::uint64_t mib = 1 << 20, plenty = 500'000 * mib;
  recording.free_bytes[spec.windows() ? "C:\\" : "/"] = Known<std::uint64_t>(plenty, "");
  for (const auto& [folder, free] : spec.free_mib)
    recording.free_bytes[folder] = Known<std::uint64_t>(static_cast<std::uint64_t>(free) * mib, folder);
  for (const auto& entry : spec.registry)
    recording.registry_values[entry.key][entry.name] =
        Known<std::string>(entry.value, entry.key + "\\" + entry.name);
}

}  // namespace gpuenv::machine::recorded
