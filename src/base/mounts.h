// The mounted file systems of a Linux machine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpuenv::base {

struct Mount {
  std::string path;  ///< where it is mounted
  std::string type;  ///< "ext4", "nfs4", "fuse.sshfs"
};

/// The lines of /proc/self/mountinfo (proc_pid_mountinfo(5)), in its order: a later one lies over an earlier
/// one. Broken lines are left out.
std::vector<Mount> mountinfo(std::string_view text);

/// True for file systems whose server may be gone: NFS, SMB, 9p (Windows drives inside WSL), SSHFS, the
/// cluster file systems. Questions to them may take long or never end.
bool is_network_type(std::string_view type);

/// The mount on which an absolute path lies, or nullptr.
const Mount* mount_of(const std::vector<Mount>& mounts, std::string_view path);

}  // namespace gpuenv::base
