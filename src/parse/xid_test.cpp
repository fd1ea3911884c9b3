// Tests of the driver's errors in the kernel log, on lines as drivers from 390 to 595 write them.
#include "parse/xid.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

TEST(Xid, TellsCardCodeAndProgramWhateverStandsInFront) {
  for (const char* front : {"", "<3>[ 1234.567890] ", "[ 1234.567890] ", "Dec 02 10:00:00 host kernel: "}) {
    const auto found = xids(std::string(front) +
                            "NVRM: Xid (PCI:0000:01:00): 79, pid=1234, name=python, GPU has fallen off the "
                            "bus.\n");
    ASSERT_EQ(found.size(), 1U) << front;
    EXPECT_EQ(found[0].pci_address, "0000:01:00.0");
    EXPECT_EQ(found[0].code, 79);
    EXPECT_EQ(found[0].program, "python");
    EXPECT_TRUE(found[0].text.starts_with("NVRM: Xid (PCI")) << found[0].text;
  }
}

TEST(Xid, OlderFormsAndUnknownProgramsAreRead) {
  const auto found = xids(
      "NVRM: Xid (0000:65:00): 13, 0001 00000000 0000b1c0\n"
      "NVRM: Xid (PCI:0000:65:00): 31, Ch 00000010, engmask 00000101\n"
      "NVRM: Xid (PCI:00000000:65:00): 48, pid='<unknown>', name=<unknown>, An uncorrectable double bit "
      "error\n"
      "NVRM: Xid (PCI:0001:65:00.0): 45");
  ASSERT_EQ(found.size(), 4U);
  for (const int i : {0, 1, 2}) EXPECT_EQ(found[i].pci_address, "0000:65:00.0");
  EXPECT_EQ(found[2].program, "");
  EXPECT_EQ(found[3].pci_address, "0001:65:00.0");
  EXPECT_EQ(found[3].code, 45);
}

TEST(Xid, TheSameAgainIsCounted) {
  const auto found = xids(
      "NVRM: Xid (PCI:0000:01:00): 31, pid=1, name=a, first\nNVRM: Xid (PCI:0000:01:00): 31, pid=2, name=a, "
      "last\n"
      "NVRM: Xid (PCI:0000:01:00): 31, pid=3, name=b\nNVRM: Xid (PCI:0000:02:00): 31, pid=2, name=a\n");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].count, 2);
  EXPECT_TRUE(found[0].text.ends_with("last"));
}

TEST(Xid, WhatHappenedBeforeTheDriverWasLoadedAnewIsMarked) {
  const auto found = xids(
      "NVRM: Xid (PCI:0000:01:00): 79, GPU has fallen off the bus.\n"
      "NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64  570.124.06\n"
      "NVRM: Xid (PCI:0000:01:00): 79, GPU has fallen off the bus.\n");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_TRUE(found[0].earlier_load);
  EXPECT_FALSE(found[1].earlier_load);
}

TEST(Xid, ACardThatFellOffIsToldInWordsToo) {
  const auto split = xids(
      "[    5.1] NVRM: The NVIDIA GPU 0000:b3:00.0\n[    5.1] NVRM: (PCI ID: 10de:26b5) installed in this "
      "system has\n[    5.1] NVRM: fallen off the bus and is not responding to commands.\n");
  ASSERT_EQ(split.size(), 1U);
  EXPECT_EQ(split[0].code, 79);
  EXPECT_EQ(split[0].pci_address, "0000:b3:00.0");
  EXPECT_EQ(xids("NVRM: GPU at 0000:01:00.0 has fallen off the bus.").size(), 1U);
  const auto both = xids(
      "NVRM: Xid (PCI:0000:01:00): 79, pid=1, name=a, GPU has fallen off the bus.\n"
      "NVRM: GPU 0000:01:00.0: GPU has fallen off the bus.\n");
  ASSERT_EQ(both.size(), 1U);
  EXPECT_EQ(both[0].count, 1);
}

TEST(Xid, OtherLinesSayNothing) {
  EXPECT_TRUE(xids("").empty());
  for (const char* line :
       {"NVRM: Xid", "NVRM: Xid (", "NVRM: Xid (PCI:0000:01:00): ", "NVRM: Xid (PCI:0000:01:00): x",
        "NVRM: Xid (PCI:0000:01:00): 0", "NVRM: Xid (PCI:0000:01:00): 99999999999999999999, x",
        "NVRM: Xid (PCI:here): 79, x", "Xid (PCI:0000:01:00): 79", "NVRM: fallen off the bus",
        "NVRM: GPU 0000:01:00.0: RmInitAdapter failed! (0x26:0x56:1463)", "usb 1-1: fallen off the bus"})
    EXPECT_TRUE(xids(line).empty()) << line;
}

}  // namespace
}  // namespace gpuenv::parse
