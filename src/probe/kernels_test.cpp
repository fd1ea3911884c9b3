// Tests of the kernels of a framework's libraries: counting, the text that is kept, and when an architecture
// counts.
#include "probe/kernels.h"

#include <gtest/gtest.h>

#include "image/test_binaries.h"
#include "probe/test_environments.h"

namespace gpuenv::probe {
namespace {

using image::test::container;
using image::test::cubin;
using image::test::ElfOfTest;
using image::test::EntryOfTest;

EntryOfTest code_for(unsigned sm, std::uint64_t flags = 0) {
  EntryOfTest entry{.code = std::string(5000, 'x')};
  entry.sm = sm;
  entry.flags = flags;
  return entry;
}

std::string library(const std::string& fatbin) {
  ElfOfTest file;
  file.base = 0x200000;
  file.sections = {{".rodata", std::string(64, 'r')}, {".nv_fatbin", fatbin}};
  return file.build();
}

std::string summary(const std::string& bytes) {
  base::MemorySource source(bytes);
  const auto text = summarize_kernels(source);
  return text ? *text : text.error().message;
}

std::string words(const std::vector<base::Sm>& list) {
  std::string text;
  for (const auto& sm : list) text += sm.name() + " ";
  return text;
}

TEST(Kernels, AreCountedCubinsFirst) {
  EntryOfTest ptx{.code = "ptx", .kind = 1};
  ptx.sm = 90;
  EntryOfTest stub{.code = cubin(75, 7, false)};
  stub.sm = 75;
  EXPECT_EQ(summary(library(container({code_for(80), ptx, code_for(90, 0x100000), stub}) +
                            container({code_for(80)}))),
            "sm_80:2 sm_90a:1 compute_90:1");
  EXPECT_EQ(summary(library("")), "");
  EXPECT_NE(summary("no library"), "");
}

TEST(Kernels, ASummaryIsReadAsAWholeOrNotAtAll) {
  const auto kernels = parse_kernels("sm_80:2 sm_90a:1 compute_90:12");
  ASSERT_EQ(kernels.size(), 3U);
  EXPECT_EQ(kernels[1].sm, (base::Sm{9, 0, 'a'}));
  EXPECT_FALSE(kernels[1].ptx);
  EXPECT_TRUE(kernels[2].ptx);
  EXPECT_EQ(kernels[2].count, 12);
  for (const char* bad : {"", "sm_80", "sm_80:x", "sm_80:0", "sm_80:1 what:2", "sm_80:-3"})
    EXPECT_TRUE(parse_kernels(bad).empty()) << bad;
}

TEST(Kernels, AnArchitectureWithFewOfThemDoesNotCount) {
  // onnxruntime-gpu 1.31.1, Linux
  const auto kernels = kernels_of(
      parse_kernels("sm_70:6 sm_75:238 sm_80:336 sm_86:314 sm_89:314 sm_90:8 sm_90a:589 sm_120a:306"),
      "/lib");
  EXPECT_EQ(words(*kernels.cubins), "sm_75 sm_80 sm_86 sm_89 sm_90a sm_120a ");
  EXPECT_EQ(kernels.cubins.origin(), "/lib");
  EXPECT_TRUE(kernels.ptx->empty());
  ASSERT_EQ(kernels.partial.size(), 2U);
  EXPECT_EQ(kernels.partial[0].sm.name(), "sm_70");
  EXPECT_EQ(kernels.partial[0].count, 6);
  EXPECT_EQ(kernels.partial[0].of, 336);
}

TEST(Kernels, ABuildForOneExactArchitectureCounts) {
  const auto kernels = kernels_of(parse_kernels("sm_90a:40"), "/lib");
  EXPECT_EQ(words(*kernels.cubins), "sm_90a ");
}

struct Venv {
  test::TestMachine machine;
  std::string site = test::put_venv(machine, "/e");
  Venv() {
    test::put_distribution(machine, site, "torch", "2.6.0");
    test::put_torch(machine, site, "2.6.0+cu124", "'12.4'");
  }
  model::Framework torch() { return test::read(machine, "/e").frameworks.at(0); }
};

TEST(Kernels, OfTheLibraryOnDiskComeBeforeTheCatalog) {
  Venv venv;
  venv.machine.file(venv.site + "/torch/lib/libtorch_cuda.so", library(container({code_for(120)})));
  EXPECT_EQ(words(*venv.torch().cubins), "sm_120 ");
  EXPECT_EQ(venv.torch().cubins.origin(), venv.site + "/torch/lib/libtorch_cuda.so");
}

TEST(Kernels, WithoutAReadableLibraryTheCatalogTells) {
  Venv venv;
  EXPECT_EQ(words(*venv.torch().cubins), "sm_50 sm_60 sm_70 sm_75 sm_80 sm_86 sm_90 ");
  venv.machine.file(venv.site + "/torch/lib/libtorch_cuda.so", "damaged");
  EXPECT_EQ(words(*venv.torch().cubins), "sm_50 sm_60 sm_70 sm_75 sm_80 sm_86 sm_90 ");
}

TEST(Kernels, WhatARecordingHasLostNobodyElseTells) {
  Venv venv;
  venv.machine.file(venv.site + "/torch/lib/libtorch_cuda.so");
  venv.machine.refuse(venv.site + "/torch/lib/libtorch_cuda.so", Why::not_recorded);
  EXPECT_EQ(venv.torch().cubins.why().why, Why::not_recorded);
}

}  // namespace
}  // namespace gpuenv::probe
