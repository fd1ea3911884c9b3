// The mount table; see mounts.h.
#include "probe/mounts.h"

#include <algorithm>

namespace gpuenv::probe {
namespace {

// Hosts with many containers have thousands of mounts.
constexpr std::size_t largest_table = 1 << 20;

}  // namespace

const Known<std::vector<base::Mount>>& Mounts::table() {
  if (table_) return *table_;
  const auto text = machine_.read_file("/proc/self/mountinfo", largest_table);
  if (!text.known()) return table_.emplace(text.no_value<std::vector<base::Mount>>());
  table_.emplace(base::mountinfo(*text), text.origin());
  any_network_ = std::any_of((*table_)->begin(), (*table_)->end(),
                             [](const base::Mount& mount) { return base::is_network_type(mount.type); });
  return *table_;
}

const base::Mount* Mounts::network(std::string_view path) {
  if (!table().known() || !any_network_) return nullptr;
  const base::Mount* mount = base::mount_of(**table_, path);
  return mount != nullptr && base::is_network_type(mount->type) ? mount : nullptr;
}

Known<bool> Mounts::apart_from_root(std::string_view path) {
  const auto& mounts = table();
  if (!mounts.known()) return mounts.no_value<bool>();
  const base::Mount* mount = base::mount_of(*mounts, path);
  if (mount == nullptr) return Unknown{Why::failed, mounts.origin() + ": has no root"};
  return {mount->path != "/", mounts.origin()};
}

}  // namespace gpuenv::probe
