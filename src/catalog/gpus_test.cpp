// Cards by PCI id and by name, architectures.
#include <gtest/gtest.h>

#include <set>
#include <utility>

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

/// The compute capabilities of the cards called so, and how many names there are.
std::string called(std::string_view name) {
  std::set<std::string> capabilities;
  for (const Gpu& gpu : known().cards_called(name)) capabilities.insert(gpu.compute_capability.dotted());
  std::string text;
  for (const auto& each : capabilities) text += (text.empty() ? "" : " ") + each;
  return text;
}

TEST(Gpus, AreFoundByWhatPeopleCallThem) {
  const std::pair<const char*, const char*> names[] = {
      {"5090", "12.0"},         {"RTX 5090", "12.0"},
      {"rtx5090", "12.0"},      {"GeForce RTX 5090 Laptop", "12.0"},
      {"V100", "7.0"},          {"v100", "7.0"},
      {"A100", "8.0"},          {"a100-sxm4-80gb", "8.0"},
      {"h100", "9.0"},          {"H100 PCIe", "9.0"},
      {"H200", "9.0"},          {"1080ti", "6.1"},
      {"GTX 1080 Ti", "6.1"},   {"NVIDIA T4", "7.5"},
      {"L40S", "8.9"},          {"A6000", "8.6"},
      {"RTX A6000", "8.6"},     {"RTX 6000 Ada", "8.9"},
      {"4070 ti super", "8.9"}, {"P100", "6.0"},
      {"b200", "10.0"},         {"gb10", "12.1"},
      {"titan v", "7.0"},       {"A10G", "8.6"},
      {"980", "5.2"},           {"2080", "7.5"},
      {"MX450", "7.5"},         {"K80", "3.7"}};
  for (const auto& [name, capability] : names) EXPECT_EQ(called(name), capability) << name;
}

TEST(Gpus, ANameOfSeveralCardsGivesThemAll) {
  EXPECT_EQ(called("GT 730"), "2.1 3.0 3.5");
  EXPECT_EQ(called("6000"), "2.0 7.5");
  EXPECT_EQ(known().cards_called("5090").size(), 1u);
}

TEST(Gpus, NoCardIsCalledByNothingOrByALineAlone) {
  for (const char* name : {"", " ", "RTX", "NVIDIA GeForce", "RTX 9999", "Radeon 7900"})
    EXPECT_TRUE(known().cards_called(name).empty()) << name;
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
