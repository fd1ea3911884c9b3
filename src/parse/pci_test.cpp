// Tests of PCI ids and addresses.
#include "parse/pci.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

TEST(Pci, SysfsNumbers) {
  EXPECT_EQ(pci_number("0x10de\n"), 0x10DEu);
  EXPECT_EQ(pci_number("0x030200\n"), 0x030200u);
  for (const char* text : {"", "0x", "nvidia", "0x10de 0x2684", "-1", "0x100000000"})
    EXPECT_FALSE(pci_number(text)) << text;
}

TEST(Pci, IdsHaveFourUpperCaseDigits) {
  EXPECT_EQ(pci_id_text(0x1eb8), "1EB8");
  EXPECT_EQ(pci_id_text(0x8e), "008E");
}

TEST(Pci, AllSpellingsOfAnAddressAreOne) {
  for (const char* text : {"0000:01:00.0", "00000000:01:00.0", "01:00.0", " 0000:01:00.0\n"})
    EXPECT_EQ(pci_address(text), "0000:01:00.0") << text;
  EXPECT_EQ(pci_address("00010000:C1:00.0"), "10000:c1:00.0");
  for (const char* text : {"", "01", "GPU-1", "0:0:0:0", "::", "0000:0..1:00de", "000:01:00.0", "0000:01:00.",
                           "0000:1:000.0", "0000:01:00.0.1"})
    EXPECT_EQ(pci_address(text), "") << text;
}

TEST(Pci, InstanceIdsNameVendorAndDevice) {
  const auto ids = instance_ids(R"(PCI\VEN_10DE&DEV_2684&SUBSYS_889D1043&REV_A1\4&1)");
  ASSERT_TRUE(ids);
  EXPECT_EQ(ids->vendor, 0x10DEu);
  EXPECT_EQ(ids->device, 0x2684u);
  EXPECT_TRUE(instance_ids(R"(pci\ven_1002&dev_15bf)"));
  for (const char* text : {"", R"(ROOT\BASICDISPLAY\0000)", R"(PCI\VEN_10DE)", R"(PCI\VEN_10DE&DEV_26)",
                           R"(PCI\VEN_XXXX&DEV_2684)"})
    EXPECT_FALSE(instance_ids(text)) << text;
}

TEST(Pci, TheSpeedOfALinkTellsItsGeneration) {
  EXPECT_EQ(pci_generation("2.5 GT/s PCIe\n"), 1);
  EXPECT_EQ(pci_generation("5 GT/s"), 2);  // as kernels before 5.6 wrote it
  EXPECT_EQ(pci_generation("16.0 GT/s PCIe"), 4);
  EXPECT_EQ(pci_generation("64.0 GT/s PCIe"), 6);
  for (const char* other : {"Unknown speed", "", "7.0 GT/s", "GT/s"})
    EXPECT_EQ(pci_generation(other), 0) << other;
}

}  // namespace
}  // namespace gpuenv::parse
