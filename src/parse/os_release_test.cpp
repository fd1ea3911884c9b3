// Tests of os_release.
#include "parse/os_release.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

TEST(OsRelease, TitleIsNameAndVersion) {
  EXPECT_EQ(
      os_release("PRETTY_NAME=\"Ubuntu 24.04.1 LTS\"\nNAME=\"Ubuntu\"\nVERSION_ID=\"24.04\"\nID=ubuntu\n")
          .title(),
      "Ubuntu 24.04");
  EXPECT_EQ(os_release("NAME='Debian GNU/Linux'\r\nVERSION_ID=12\r\n").title(), "Debian GNU/Linux 12");
}

TEST(OsRelease, RollingDistributionsHaveOnlyAName) {
  EXPECT_EQ(os_release("NAME=\"Arch Linux\"\nPRETTY_NAME=\"Arch Linux\"\nID=arch\n").title(), "Arch Linux");
  EXPECT_EQ(os_release("ID=nixos\n").title(), "nixos");
}

TEST(OsRelease, UndoesEscapesInDoubleQuotes) {
  EXPECT_EQ(os_release("NAME=\"a\\\"b\\\\c\"\n").name, "a\"b\\c");
}

TEST(OsRelease, BrokenTextSaysNothing) {
  EXPECT_EQ(os_release("").title(), "");
  EXPECT_EQ(os_release("NAME\n=x\n# NAME=y\n").title(), "");
  EXPECT_EQ(os_release("NAME=\"").name, "\"");
  EXPECT_EQ(os_release("NAME=\xFF").name, "\xEF\xBF\xBD");
}

}  // namespace
}  // namespace gpuenv::parse
