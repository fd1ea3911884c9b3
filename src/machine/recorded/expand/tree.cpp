// File systems into answers; see tree.h.
#include "machine/recorded/expand/tree.h"

#include <algorithm>

namespace gpuenv::machine::recorded {

std::string Tree::below(std::string_view dir, std::string_view path) const {
  return base::normal_path(style_, join(dir, path));
}

/// Puts a name into the listing of its folder, and that folder into its own.
void Tree::enter(std::string_view path, FileKind kind) {
  const std::string parent = base::parent_path(style_, path);
  if (parent == path) return;
  directory(parent);
  auto& entries = *recording_.directories.at(parent);
  const DirectoryEntry entry{base::file_name(style_, path), kind};
  const auto place = std::lower_bound(entries.begin(), entries.end(), entry,
                                      [](const auto& a, const auto& b) { return a.name < b.name; });
  if (place != entries.end() && place->name == entry.name)
    place->kind = kind;
  else
    entries.insert(place, entry);
}

void Tree::directory(std::string_view path) {
  const auto [place, added] = recording_.directories.try_emplace(std::string(path));
  if (!added) return;
  place->second = Known<std::vector<DirectoryEntry>>(std::vector<DirectoryEntry>(), std::string(path));
  enter(path, FileKind::directory);
}

void Tree::file(std::string_view path, std::string content) {
  enter(path, FileKind::file);
  written_.push_back({std::string(path), content.size()});
  recording_.links.erase(std::string(path));
  recording_.status.erase(std::string(path));
  recording_.files[std::string(path)] = {Known<std::string>(std::move(content), std::string(path)), false};
}

void Tree::binary(std::string_view path, std::uint64_t size) {
  enter(path, FileKind::file);
  written_.push_back({std::string(path), size});
  recording_.links.erase(std::string(path));
  recording_.files.erase(std::string(path));
  recording_.status[std::string(path)] = Known<FileStatus>({FileKind::file, size}, std::string(path));
}

void Tree::link(std::string_view path, std::string target) {
  enter(path, FileKind::link);
  recording_.links[std::string(path)] = Known<std::string>(std::move(target), std::string(path));
}

void Tree::device(std::string_view path, bool may_open) {
  enter(path, FileKind::device);
  recording_.access[std::string(path)] = Known<bool>(may_open, std::string(path));
}

void Tree::remove(std::string_view path) {
  const auto gone = [&](const auto& entry) {
    const std::string& name = entry.first;
    return name == path || (name.starts_with(path) && name[path.size()] == style_.separator);
  };
  std::erase_if(recording_.files, gone);
  std::erase_if(recording_.status, gone);
  std::erase_if(recording_.directories, gone);
  std::erase_if(recording_.links, gone);
  std::erase_if(recording_.access, gone);
  const auto listing = recording_.directories.find(base::parent_path(style_, path));
  if (listing == recording_.directories.end()) return;
  const std::string name = base::file_name(style_, path);
  std::erase_if(*listing->second, [&](const DirectoryEntry& entry) { return entry.name == name; });
}

}  // namespace gpuenv::machine::recorded
