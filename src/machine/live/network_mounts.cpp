// Time limits on network file systems; see network_mounts.h.
#include "machine/live/network_mounts.h"

#include <algorithm>

namespace gpuenv::machine::live {

NetworkMounts::NetworkMounts(std::string_view table, std::chrono::milliseconds limit)
    : mounts_(base::mountinfo(table)), limit_(limit) {
  any_ = std::any_of(mounts_.begin(), mounts_.end(),
                     [](const base::Mount& mount) { return base::is_network_type(mount.type); });
}

const base::Mount* NetworkMounts::mount_of(std::string_view path) const {
  if (!any_) return nullptr;
  const base::Mount* mount = base::mount_of(mounts_, path);
  return mount != nullptr && base::is_network_type(mount->type) ? mount : nullptr;
}

}  // namespace gpuenv::machine::live
