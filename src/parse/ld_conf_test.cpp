// Tests of ld.so.conf.
#include "parse/ld_conf.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

using Strings = std::vector<std::string>;

TEST(LdConf, ReadsFoldersAndIncludes) {
  const auto conf = ld_conf(
      "# libc default\n/usr/local/lib\n\tinclude /etc/ld.so.conf.d/*.conf\r\n/opt/x/lib # mine\n/a=libc5\n");
  EXPECT_EQ(conf.folders, (Strings{"/usr/local/lib", "/opt/x/lib", "/a"}));
  EXPECT_EQ(conf.includes, Strings{"/etc/ld.so.conf.d/*.conf"});
}

TEST(LdConf, PassesOverOtherLines) {
  const auto conf = ld_conf("hwcap 1 nosegneg\nrelative/lib\ninclude\nincluded /x\n");
  EXPECT_TRUE(conf.folders.empty());
  EXPECT_TRUE(conf.includes.empty());
  EXPECT_TRUE(ld_conf("").folders.empty());
}

}  // namespace
}  // namespace gpuenv::parse
