// Tests of module_version.
#include "parse/module_version.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

TEST(ModuleVersion, ReadsTheProprietaryModule) {
  const auto module = module_version(
      "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue Mar  5 22:23:56 UTC 2024\n"
      "GCC version:  gcc version 13.2.0 (Ubuntu 13.2.0-23ubuntu4)\n");
  ASSERT_TRUE(module);
  EXPECT_EQ(module->version.text(), "550.54.15");
  EXPECT_EQ(module->kind, "proprietary");
}

TEST(ModuleVersion, ReadsTheOpenModule) {
  const auto module = module_version(
      "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.86.15  Release Build  "
      "(dvs-builder@U16-I2)  "
      "Fri Jan 24 00:10:10 UTC 2025\n");
  ASSERT_TRUE(module);
  EXPECT_EQ(module->version.text(), "570.86.15");
  EXPECT_EQ(module->kind, "open");
}

TEST(ModuleVersion, ReadsOtherArchitecturesAndTwoPartVersions) {
  EXPECT_EQ(module_version("NVRM version: NVIDIA UNIX aarch64 Kernel Module  535.104  x")->version.text(),
            "535.104");
}

TEST(ModuleVersion, BrokenTextGivesNothing) {
  EXPECT_FALSE(module_version(""));
  EXPECT_FALSE(module_version("GCC version:  gcc version 13.2.0\n"));
  EXPECT_FALSE(module_version("NVRM version: NVIDIA UNIX x86_64 Kernel Module"));
  EXPECT_FALSE(module_version("NVRM version: NVIDIA UNIX x86_64 Kernel Module  13.2\n"));
}

}  // namespace
}  // namespace gpuenv::parse
