// Time limits on network file systems; see network_mounts.h.
#include "machine/live/network_mounts.h"

#include <algorithm>

#include "base/path.h"
#include "machine/live/files.h"

namespace gpuenv::machine::live {

NetworkMounts::NetworkMounts(std::string_view table, std::chrono::milliseconds limit)
    : mounts_(base::mountinfo(table)), limit_(limit) {
  any_ = std::any_of(mounts_.begin(), mounts_.end(),
                     [](const base::Mount& mount) { return base::is_network_type(mount.type); });
}

const base::Mount* NetworkMounts::lies_on(std::string_view path) const {
  const base::Mount* mount = base::mount_of(mounts_, path);
  return mount != nullptr && base::is_network_type(mount->type) ? mount : nullptr;
}

/// Goes down the path folder by folder and through links, and stops where a network mount begins: only links
/// that lie on this machine's own disks are read.
const base::Mount* NetworkMounts::mount_of(std::string_view path) const {
  if (!any_) return nullptr;
  constexpr int most_links = 40;  // as the kernel allows (path_resolution(7))
  std::string at = base::normal_path(base::posix_paths, path);
  std::size_t end = 0;
  for (int links = 0; links < most_links;) {
    end = at.find('/', end + 1);
    const std::string folder = at.substr(0, end);
    if (const base::Mount* mount = lies_on(folder)) return mount;
    if (const std::string& target = link_at(folder); !target.empty()) {
      const std::string rest = end == std::string::npos ? "" : at.substr(end);
      const std::string whole =
          target.starts_with('/') ? target : base::parent_path(base::posix_paths, folder) + "/" + target;
      at = base::normal_path(base::posix_paths, whole + rest);
      end = 0;
      ++links;
    } else if (end == std::string::npos) {
      return nullptr;
    }
  }
  return nullptr;
}

const std::string& NetworkMounts::link_at(const std::string& folder) const {
  const auto [entry, fresh] = links_.try_emplace(folder);
  if (fresh) entry->second = link_target(folder).value_or("");
  return entry->second;
}

}  // namespace gpuenv::machine::live
