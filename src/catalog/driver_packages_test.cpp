// Tests of the distributions' driver packages: which row a machine takes.
#include <gtest/gtest.h>

#include "catalog/catalog.h"

namespace gpuenv::catalog {
namespace {

std::string family(const std::string& id, const std::vector<std::string>& like, const std::string& version) {
  const auto found = Catalog::embedded().driver_family(id, like, version);
  return found ? found->name + " " + found->manager : "";
}

TEST(DriverPackages, TheOwnIdWinsOverWhatItIsLike) {
  EXPECT_EQ(family("ubuntu", {"debian"}, "24.04"), "Ubuntu apt");
  EXPECT_EQ(family("kubuntu-of-mine", {"ubuntu", "debian"}, "1"), "Ubuntu apt");
  EXPECT_EQ(family("lmde", {"debian"}, "6"), "Debian apt");
  EXPECT_EQ(family("rocky", {"rhel", "centos", "fedora"}, "9.4"), "RHEL dnf");
  EXPECT_EQ(family("fedora", {}, "42"), "Fedora dnf");
  EXPECT_EQ(family("manjaro", {"arch"}, ""), "Arch pacman");
  EXPECT_EQ(family("opensuse-leap", {"suse", "opensuse"}, "15.6"), "openSUSE Leap zypper");
  EXPECT_EQ(family("nixos", {}, "25.05"), "");
}

TEST(DriverPackages, TheReleaseDecidesWhereItChangesTheCommands) {
  const auto catalog = Catalog::embedded();
  EXPECT_NE(catalog.driver_family("debian", {}, "12")->prepare.find("non-free-firmware"), std::string::npos);
  EXPECT_EQ(catalog.driver_family("debian", {}, "11")->prepare.find("non-free-firmware"), std::string::npos);
  EXPECT_NE(catalog.driver_family("rocky", {}, "9.4")->install.find("module install"), std::string::npos);
  EXPECT_EQ(catalog.driver_family("rocky", {}, "10.0")->install.find("module install"), std::string::npos);
}

TEST(DriverPackages, LegacyBranchesHaveTheirOwnPackages) {
  const auto catalog = Catalog::embedded();
  EXPECT_NE(catalog.legacy_driver("Ubuntu", "R470", "24.04")->command.find("nvidia-driver-470"),
            std::string::npos);
  EXPECT_NE(catalog.legacy_driver("Debian", "R470", "12")->command.find("nvidia-tesla-470"),
            std::string::npos);
  EXPECT_FALSE(catalog.legacy_driver("Debian", "R470", "13"));
  EXPECT_FALSE(catalog.legacy_driver("Ubuntu", "R390", "24.04"));
  EXPECT_TRUE(catalog.legacy_driver("Fedora", "R580", "42")->unconfirmed);
}

}  // namespace
}  // namespace gpuenv::catalog
