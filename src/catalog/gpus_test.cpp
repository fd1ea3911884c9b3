// Cards by PCI id and by name, architectures.
#include <gtest/gtest.h>

#include "catalog/catalog.h"
#include "catalog/test_folders.h"

namespace gpuenv::catalog {
namespace {

const Catalog& known() {
  static const Catalog catalog = Catalog::embedded();
  return catalog;
}

std::string capability(const std::optional<Gpu>& gpu) {
  return gpu ? gpu->compute_capability.dotted() : "none";
}

TEST(Gpus, AreFoundByPciId) {
  const auto gpu = known().gpu_by_pci("2684");
  ASSERT_TRUE(gpu);
  EXPECT_EQ(gpu->name, "NVIDIA GeForce RTX 4090");
  EXPECT_EQ(gpu->compute_capability.dotted(), "8.9");
  EXPECT_EQ(gpu->architecture, "Ada Lovelace");
  EXPECT_FALSE(gpu->laptop);
  EXPECT_EQ(capability(known().gpu_by_pci("0x1b06")), "6.1");  // GeForce GTX 1080 Ti, as sysfs writes it
}

TEST(Gpus, AnIdOfCertainSubsystemsStillTellsTheChip) {
  EXPECT_EQ(capability(known().gpu_by_pci("1EB8")), "7.5");  // Tesla T4
  EXPECT_EQ(capability(known().gpu_by_pci("20b2")), "8.0");  // A100-SXM4-80GB
}

TEST(Gpus, UnknownOrBrokenIdsGiveNothing) {
  for (const char* id : {"", "ZZZZ", "FFFF", "12684", "-2684"}) EXPECT_FALSE(known().gpu_by_pci(id)) << id;
}

TEST(Gpus, AConfirmedRowWinsOverAnUnconfirmedOne) {
  const auto thor = known().gpu_by_pci("2B00");
  ASSERT_TRUE(thor);
  EXPECT_EQ(thor->compute_capability.dotted(), "11.0");
  EXPECT_FALSE(thor->unconfirmed);
}

TEST(Gpus, AreFoundByNameWithAndWithoutTheMaker) {
  for (const char* name :
       {"NVIDIA GeForce GTX 1080 Ti", "GeForce GTX 1080 Ti", "nvidia geforce gtx 1080 TI "})
    EXPECT_EQ(capability(known().gpu_by_name(name)), "6.1") << name;
  const auto laptop = known().gpu_by_name("NVIDIA GeForce RTX 4090 Laptop GPU");
  ASSERT_TRUE(laptop);
  EXPECT_TRUE(laptop->laptop);
  EXPECT_FALSE(known().gpu_by_name("GeForce RTX 9999"));
  EXPECT_FALSE(known().gpu_by_name(""));
}

TEST(Gpus, ANameSoldWithDifferentChipsTellsNothing) {
  EXPECT_FALSE(known().gpu_by_name("GeForce GT 730"));
}

TEST(Architectures, TellHowLongTheyAreServed) {
  const auto pascal = known().architecture_of({6, 1});
  ASSERT_TRUE(pascal);
  EXPECT_EQ(pascal->name, "Pascal");
  EXPECT_EQ(pascal->last_driver_branch, "R580");
  EXPECT_EQ(pascal->last_toolkit, Version("12.9"));
  const auto blackwell = known().architecture_of({12, 0});
  ASSERT_TRUE(blackwell);
  EXPECT_EQ(blackwell->first_driver_branch, "R570");
  EXPECT_EQ(blackwell->last_driver_branch, "");
  EXPECT_FALSE(blackwell->last_toolkit.valid());
  EXPECT_EQ(known().architecture_of({11, 0})->name, "Blackwell");  // Jetson Thor
  EXPECT_FALSE(known().architecture_of({99, 0}));
}

TEST(Gpus, AnUnknownIdIsOfTheChipOfItsBlock) {
  ASSERT_TRUE(known().gpu_by_pci("2684"));  // GeForce RTX 4090, AD102
  const auto other = known().gpu_by_pci("2691");
  ASSERT_TRUE(other);
  EXPECT_EQ(other->name, "NVIDIA AD102");
  EXPECT_EQ(other->compute_capability, (base::Sm{8, 9}));
  EXPECT_TRUE(other->unconfirmed);
  EXPECT_FALSE(known().gpu_by_pci("103F")) << "GK110 and GK210 share this block";
  EXPECT_FALSE(known().gpu_by_pci("3FF0"));
}

}  // namespace
}  // namespace gpuenv::catalog
