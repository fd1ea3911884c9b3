// Tests of the mount table.
#include "base/mounts.h"

#include <gtest/gtest.h>

namespace gpuenv::base {
namespace {

constexpr const char* table =
    "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
    "40 22 0:44 / /data/my\\040disk rw shared:2 master:1 - nfs4 server:/export rw\n"
    "41 22 0:45 /x /data/my\\040disk/local rw - ext4 /dev/sdb1 rw\n"
    "no mount at all\n"
    "42 22 0:45 / relative rw - ext4 /dev/sdb1 rw\n"
    "43 22";

TEST(Mounts, PathAndTypeOfEachLine) {
  const auto mounts = mountinfo(table);
  ASSERT_EQ(mounts.size(), 3u);
  EXPECT_EQ(mounts[1].path, "/data/my disk");
  EXPECT_EQ(mounts[1].type, "nfs4");
  EXPECT_EQ(mounts[2].type, "ext4");
  EXPECT_TRUE(mountinfo("").empty());
}

TEST(Mounts, AnIncompleteEscapeStaysAsItIs) {
  EXPECT_EQ(mountinfo("1 2 0:1 / /a\\04 rw - ext4 x rw").at(0).path, "/a\\04");
  EXPECT_EQ(mountinfo("1 2 0:1 / /a\\999b rw - ext4 x rw").at(0).path, "/a\\999b");
}

TEST(Mounts, TheDeepestMountHoldsAPath) {
  const auto mounts = mountinfo(table);
  EXPECT_EQ(mount_of(mounts, "/home/user")->type, "ext4");
  EXPECT_EQ(mount_of(mounts, "/data/my disk/x")->type, "nfs4");
  EXPECT_EQ(mount_of(mounts, "/data/my disk/local/x")->path, "/data/my disk/local");
  EXPECT_EQ(mount_of(mounts, "/data/my disks")->path, "/");
  EXPECT_EQ(mount_of({}, "/x"), nullptr);
}

TEST(Mounts, TypesWithAServer) {
  for (const char* type : {"nfs", "nfs4", "cifs", "9p", "fuse.sshfs", "fuse.rclone", "lustre"})
    EXPECT_TRUE(is_network_type(type)) << type;
  for (const char* type : {"ext4", "overlay", "tmpfs", "zfs", "fuse.ntfs-3g", "fuseblk", ""})
    EXPECT_FALSE(is_network_type(type)) << type;
}

}  // namespace
}  // namespace gpuenv::base
