// What is read out of ld.so and /proc/cpuinfo.
#include "loader/glibc_settings.h"

#include <gtest/gtest.h>

#include "image/elf_dynamic.h"

namespace gpuenv::loader {
namespace {

using Texts = std::vector<std::string>;
using namespace std::string_literals;

image::ElfHeader x86_64() {
  image::ElfHeader header;
  header.machine = image::elf::machine_x86_64;
  return header;
}

TEST(GlibcSettings, AreReadOutOfTheLoader) {
  const auto debian = glibc_settings(
      "\x7f\x45LF\0/usr/lib/x\0stable release version 2.36.\0/lib/x86_64-linux-gnu/\0/usr/lib/x86_64-linux-gnu/\0/lib/\0/usr/lib/\0/etc/ld.so.cache\0"s,
      x86_64());
  EXPECT_EQ(debian.folders,
            (Texts{"/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib", "/usr/lib"}));
  EXPECT_EQ(debian.lib, "lib/x86_64-linux-gnu");
  EXPECT_EQ(debian.cache, "/etc/ld.so.cache");
  EXPECT_TRUE(debian.legacy_subfolders);
  const auto nix = glibc_settings(
      "\0/nix/store/abc-glibc-2.40/lib/\0x\0/nix/store/abc-glibc-2.40/etc/ld.so.cache\0release version 2.40.\0"s,
      x86_64());
  EXPECT_EQ(nix.folders, (Texts{"/nix/store/abc-glibc-2.40/lib"}));
  EXPECT_EQ(nix.lib, "lib");
  EXPECT_EQ(nix.cache, "/nix/store/abc-glibc-2.40/etc/ld.so.cache");
  EXPECT_FALSE(nix.legacy_subfolders);
}

TEST(GlibcSettings, AreThoseOfTheSourcesWithoutALoader) {
  const auto settings = glibc_settings("", x86_64());
  EXPECT_EQ(settings.folders, (Texts{"/lib64", "/usr/lib64"}));
  EXPECT_EQ(settings.lib, "lib64");
}

TEST(Cpu, HasTheLevelsThatItsFlagsGive) {
  const std::string v2 = "flags\t\t: fpu cx16 lahf_lm popcnt pni sse4_1 sse4_2 ssse3";
  const std::string v3 = v2 + " avx avx2 bmi1 bmi2 f16c fma abm movbe xsave";
  const std::string v4 = v3 + " avx512f avx512bw avx512cd avx512dq avx512vl";
  EXPECT_EQ(cpu_of("", x86_64()).levels, Texts{});
  EXPECT_EQ(cpu_of(v2, x86_64()).levels, (Texts{"x86-64-v2"}));
  EXPECT_EQ(cpu_of(v3, x86_64()).levels, (Texts{"x86-64-v3", "x86-64-v2"}));
  EXPECT_EQ(cpu_of(v4, x86_64()).levels, (Texts{"x86-64-v4", "x86-64-v3", "x86-64-v2"}));
  EXPECT_EQ(cpu_of("vendor_id : AuthenticAMD\n" + v3, x86_64()).platform, "x86_64");
  EXPECT_EQ(cpu_of("vendor_id : GenuineIntel\n" + v3, x86_64()).platform, "haswell");
}

TEST(Cpu, LeadsToTheSubfoldersInTheOrderOfGlibc236) {
  const Cpu cpu =
      cpu_of("vendor_id : AuthenticAMD\nflags : cx16 lahf_lm popcnt pni sse4_1 sse4_2 ssse3\n", x86_64());
  EXPECT_EQ(subfolders(cpu, false), (Texts{"glibc-hwcaps/x86-64-v2", ""}));
  // As LD_DEBUG=libs lists them on Debian 12.
  EXPECT_EQ(subfolders(cpu, true), (Texts{"glibc-hwcaps/x86-64-v2", "tls/x86_64/x86_64", "tls/x86_64",
                                          "tls/x86_64", "tls", "x86_64/x86_64", "x86_64", "x86_64", ""}));
}

}  // namespace
}  // namespace gpuenv::loader
