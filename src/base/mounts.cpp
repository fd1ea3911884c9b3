// Mounted file systems; see mounts.h.
#include "base/mounts.h"

#include <algorithm>
#include <iterator>

#include "base/path.h"
#include "base/text.h"

namespace gpuenv::base {
namespace {

/// Blanks and the like stand as three octal digits: "\040".
std::string unescaped(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '\\' && i + 3 < text.size();
    const long long code = escape ? number("0" + std::string(text.substr(i + 1, 3)), 8) : -1;
    if (code < 0 || code > 255) {
      result += text[i];
      continue;
    }
    result += static_cast<char>(code);
    i += 3;
  }
  return result;
}

}  // namespace

std::vector<Mount> mountinfo(std::string_view text) {
  constexpr size_t path_field = 4;
  std::vector<Mount> mounts;
  for (std::string_view line : lines(text)) {
    // Optional fields stand before the "-", so the type is counted from there.
    const size_t dash = line.find(" - ");
    if (dash == std::string_view::npos) continue;
    const auto front = split(line.substr(0, dash), ' ');
    const auto back = split(line.substr(dash + 3), ' ');
    if (front.size() <= path_field || back.empty() || !front[path_field].starts_with('/')) continue;
    mounts.push_back({unescaped(front[path_field]), std::string(back[0])});
  }
  return mounts;
}

bool is_network_type(std::string_view type) {
  constexpr std::string_view types[] = {"nfs",       "nfs4",     "cifs",     "smb3",   "smbfs", "9p",
                                        "drvfs",     "ceph",     "lustre",   "gpfs",   "afs",   "beegfs",
                                        "glusterfs", "orangefs", "ncpfs",    "davfs",  "coda",  "panfs",
                                        "pvfs2",     "wekafs",   "virtiofs", "prl_fs", "vboxsf"};
  // Of the file systems in user space only those that show local disks have no server.
  if (type.starts_with("fuse.")) {
    constexpr std::string_view local[] = {"fuse.ntfs-3g",    "fuse.exfat",        "fuse.mergerfs",
                                          "fuse.overlayfs",  "fuse.lxcfs",        "fuse.fuse-overlayfs",
                                          "fuse.squashfuse", "fuse.bindfs",       "fuse.encfs",
                                          "fuse.gocryptfs",  "fuse.squashfuse_ll"};
    return std::find(std::begin(local), std::end(local), type) == std::end(local);
  }
  return std::find(std::begin(types), std::end(types), type) != std::end(types);
}

const Mount* mount_of(const std::vector<Mount>& mounts, std::string_view path) {
  const Mount* best = nullptr;
  for (const auto& mount : mounts)
    if (path_within(posix_paths, path, mount.path) &&
        (best == nullptr || mount.path.size() >= best->path.size()))
      best = &mount;
  return best;
}

}  // namespace gpuenv::base
