// Caches of ldconfig: names, kinds of machines, levels of processors, and the older format before the newer
// one.
#include "loader/ld_cache.h"

#include <gtest/gtest.h>

#include "image/elf_dynamic.h"
#include "loader/test_ld_cache.h"
#include "loader/test_process.h"

namespace gpuenv::loader {
namespace {

using namespace loader::test;

const Texts levels{"x86-64-v3", "x86-64-v2"};

TEST(LdCache, FindsTheEntryOfTheMachine) {
  const LdCache cache(cache_of({{"libx.so", "/arm/libx.so", 0x0a03}, {"libx.so", "/lib64/libx.so"}}));
  EXPECT_EQ(cache.find("libx.so", 0x0303, levels), "/lib64/libx.so");
  EXPECT_EQ(cache.find("libx.so", 0x0a03, levels), "/arm/libx.so");
  EXPECT_EQ(cache.find("libx.so", 0x0003, levels), "");
  EXPECT_EQ(cache.find("liby.so", 0x0303, levels), "");
}

TEST(LdCache, PrefersTheBestLevelOfTheProcessor) {
  const LdCache cache(cache_of({{"libx.so", "/v2/libx.so", 0x0303, level(0)},
                                {"libx.so", "/v3/libx.so", 0x0303, level(1)},
                                {"libx.so", "/v4/libx.so", 0x0303, level(2)},
                                {"libx.so", "/lib64/libx.so"}},
                               {"x86-64-v2", "x86-64-v3", "x86-64-v4"}));
  EXPECT_EQ(cache.find("libx.so", 0x0303, levels), "/v3/libx.so");
  EXPECT_EQ(cache.find("libx.so", 0x0303, {}), "/lib64/libx.so");
}

TEST(LdCache, LeavesOutEntriesForOlderCapabilities) {
  const LdCache cache(cache_of({{"libx.so", "/tls/libx.so", 0x0303, 1}, {"libx.so", "/lib64/libx.so"}}));
  EXPECT_EQ(cache.find("libx.so", 0x0303, levels), "/lib64/libx.so");
}

TEST(LdCache, IsFoundBehindTheOlderFormat) {
  const LdCache cache("ld.so-1.7.0" + std::string(13, '\0') + cache_of({{"libx.so", "/lib64/libx.so"}}));
  EXPECT_EQ(cache.find("libx.so", 0x0303, levels), "/lib64/libx.so");
}

TEST(LdCache, IsEmptyWhenItIsNone) {
  EXPECT_EQ(LdCache("").size(), 0u);
  EXPECT_EQ(LdCache("ld.so-1.7.0").size(), 0u);
  EXPECT_EQ(LdCache("glibc-ld.so.cache1.1").size(), 0u);
}

TEST(LdCache, IsAskedBeforeTheDefaultFolders) {
  LibraryOfTest run = program({"liba.so", "libb.so"});
  TestMachine machine = machine_with(run);
  machine.file("/etc/ld.so.cache",
               cache_of({{"liba.so", "/opt/liba.so"}, {"libb.so", "/opt/stale/libb.so"}}));
  machine.file("/opt/liba.so", library("liba.so").build());
  machine.file("/lib64/liba.so", library("liba.so").build());
  machine.file("/lib64/libb.so", library("libb.so").build());
  const auto result = load(machine, running());
  EXPECT_EQ(steps(result),
            (Texts{"liba.so: /opt/liba.so (ld.so.cache)", "libb.so: /lib64/libb.so (default folder)"}));
  run.flags_1 |= 0x800;  // DF_1_NODEFLIB forbids the default folders alone
  machine.file("/app/bin/run", run.build());
  EXPECT_EQ(steps(load(machine, running())),
            (Texts{"liba.so: /opt/liba.so (ld.so.cache)", "libb.so: - (none)"}));
}

}  // namespace
}  // namespace gpuenv::loader
