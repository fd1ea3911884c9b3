// Tests of comparing files with RECORD, and of who asks for a CPU build.
#include "probe/integrity.h"

#include <gtest/gtest.h>

#include "probe/test_environments.h"

namespace gpuenv::probe {
namespace {

using Kind = model::DamagedFile::Kind;
using test::put_distribution;
using test::put_venv;
using test::read;
using test::TestMachine;

/// A library whose headers ask for 64 bytes and no more.
std::string library(std::size_t size) {
  std::string bytes(size, '\0');
  const std::string beginning =
      "\x7F"
      "ELF\x02\x01";
  bytes.replace(0, std::min(beginning.size(), size), beginning.substr(0, size));
  return bytes;
}

struct Venv {
  TestMachine machine;
  std::string site = put_venv(machine, "/e");

  void install(const std::string& name, const std::string& version, const std::string& record) {
    put_distribution(machine, site, name, version);
    machine.file(info(name, version) + "/RECORD", record);
  }
  std::string info(std::string name, const std::string& version) const {
    for (char& c : name)
      if (c == '-') c = '_';
    return site + "/" + name + "-" + version + ".dist-info";
  }
  /// torch with one library of 200 bytes.
  void install_torch(std::size_t found) {
    test::put_torch(machine, site, "2.8.0+cu128", "'12.8'");
    machine.file(site + "/torch/lib/libtorch_cuda.so", library(found));
    install("torch", "2.8.0", "torch/__init__.py,sha256=a,0\ntorch/lib/libtorch_cuda.so,sha256=b,200\n");
  }
};

TEST(Integrity, FilesAsPromisedAreNotDamaged) {
  Venv venv;
  venv.install_torch(200);
  const auto environment = read(venv.machine, "/e");
  ASSERT_TRUE(environment.damaged.known());
  EXPECT_TRUE(environment.damaged->empty());
  EXPECT_TRUE(environment.overlaps->empty());
}

TEST(Integrity, AShorterLibraryIsCutOnlyWhenItsHeadersAskForMore) {
  Venv venv;
  venv.install_torch(150);
  ASSERT_EQ(read(venv.machine, "/e").damaged->size(), 1U);
  EXPECT_EQ(read(venv.machine, "/e").damaged->front().kind, Kind::changed);
  std::string cut = library(150);
  cut[40] = '\xF0';  // e_shoff: section headers at 240
  cut[58] = 64, cut[60] = 1;
  venv.machine.file(venv.site + "/torch/lib/libtorch_cuda.so", cut);
  const auto damaged = read(venv.machine, "/e").damaged;
  EXPECT_EQ(damaged->front().kind, Kind::cut);
  EXPECT_TRUE(damaged->front().sure);
  EXPECT_EQ(damaged->front().promised, 200);
  EXPECT_EQ(damaged->front().found, 150);
}

TEST(Integrity, ALibraryThatIsGoneIsMissing) {
  Venv venv;
  venv.install_torch(200);
  venv.install("nvidia-cudnn-cu12", "9.1",
               "nvidia/cudnn/lib/libcudnn.so.9,sha256=c,7\nnvidia/cudnn/x.py,sha256=d,7\n");
  const auto damaged = read(venv.machine, "/e").damaged;
  ASSERT_EQ(damaged->size(), 1U);  // x.py is no library
  EXPECT_EQ(damaged->front().kind, Kind::missing);
  EXPECT_EQ(damaged->front().distribution, "nvidia-cudnn-cu12");
}

TEST(Integrity, OfFilesThatTellTheBuildOnlyTheirLossCounts) {
  Venv venv;
  venv.install_torch(200);
  venv.install("torch", "2.8.0", "torch/version.py,sha256=c,60\n");
  const std::string path = venv.site + "/torch/version.py";
  venv.machine.file(path, "__version__ = '2.8.0+cu128'  # edited\n");
  EXPECT_TRUE(read(venv.machine, "/e").damaged->empty());
  venv.machine.file(path, "");
  ASSERT_EQ(read(venv.machine, "/e").damaged->size(), 1U);
  EXPECT_EQ(read(venv.machine, "/e").damaged->front().kind, Kind::changed);
  venv.machine.refuse(path, Why::absent);
  ASSERT_EQ(read(venv.machine, "/e").damaged->size(), 1U);
  EXPECT_EQ(read(venv.machine, "/e").damaged->front().kind, Kind::missing);
}

TEST(Integrity, ARecordThatCannotBeReadLeavesTheQuestionOpen) {
  Venv venv;
  venv.install_torch(200);
  venv.machine.refuse(venv.info("torch", "2.8.0") + "/RECORD");
  EXPECT_TRUE(read(venv.machine, "/e").damaged.undecided());
  venv.machine.refused.clear();
  venv.machine.refuse(venv.site + "/torch/lib/libtorch_cuda.so");
  EXPECT_TRUE(read(venv.machine, "/e").damaged.undecided());
}

TEST(Integrity, AnotherSizeProvesNothingWhileSomeRecordIsUnread) {
  Venv venv;
  venv.install_torch(150);
  venv.install("nvidia-cudnn-cu12", "9.1", "");
  venv.machine.refuse(venv.info("nvidia-cudnn-cu12", "9.1") + "/RECORD");
  EXPECT_TRUE(read(venv.machine, "/e").damaged.undecided());
}

TEST(Integrity, DistributionsWithoutRecordOrSizesPromiseNothing) {
  Venv venv;
  test::put_torch(venv.machine, venv.site, "2.8.0+cu128", "'12.8'");
  put_distribution(venv.machine, venv.site, "torch", "2.8.0");
  EXPECT_TRUE(read(venv.machine, "/e").damaged->empty());
  venv.machine.file(venv.site + "/torch/lib/libtorch_cuda.so", library(3));
  venv.install("torch", "2.8.0", "torch/lib/libtorch_cuda.so,,\n../../../bin/torchrun,sha256=x,3\n");
  EXPECT_TRUE(read(venv.machine, "/e").damaged->empty());
}

TEST(Integrity, WhatCondaInstalledIsNotHeldAgainstRecord) {
  Venv venv;
  venv.install_torch(150);
  venv.machine.file(venv.info("torch", "2.8.0") + "/INSTALLER", "conda\n");
  EXPECT_TRUE(read(venv.machine, "/e").damaged->empty());
}

TEST(Integrity, TwoFoldersOfOneNameProveNothing) {
  Venv venv;
  venv.install_torch(150);
  put_distribution(venv.machine, venv.site, "torch", "2.7.1");
  EXPECT_TRUE(read(venv.machine, "/e").damaged->empty());
}

TEST(Integrity, OnlyADeepLookComparesEveryFile) {
  Venv venv;
  venv.install("six", "1.16.0",
               "six.py,sha256=a,10\nsix-1.16.0.dist-info/INSTALLER,sha256=x,99\nsix.pyc,sha256=y,4\n");
  venv.machine.file(venv.site + "/six.py", "123");
  EXPECT_TRUE(read(venv.machine, "/e").damaged->empty());
  auto environment = read(venv.machine, "/e");
  const auto catalog = catalog::Catalog::embedded();
  read_integrity(venv.machine, environment, FrameworkRows(catalog), Depth::all);
  ASSERT_EQ(environment.damaged->size(), 1U);
  EXPECT_EQ(environment.damaged->front().path, venv.site + "/six.py");
  EXPECT_EQ(environment.damaged->front().kind, Kind::changed);
}

TEST(Overlaps, NameWhoseContentLiesThere) {
  Venv venv;
  const std::string cudnn = "nvidia/cudnn/lib/libcudnn.so.9";
  venv.install("nvidia-cudnn-cu12", "9.1", cudnn + ",sha256=a,12\n");
  venv.install("nvidia-cudnn-cu13", "9.2", cudnn + ",sha256=b,13\n");
  venv.machine.file(venv.site + "/" + cudnn, library(13));
  auto environment = read(venv.machine, "/e");
  ASSERT_EQ(environment.overlaps->size(), 1U);
  EXPECT_EQ(environment.overlaps->front().first, "nvidia-cudnn-cu12");
  EXPECT_EQ(environment.overlaps->front().owner, "nvidia-cudnn-cu13");
  EXPECT_EQ(environment.overlaps->front().files, 1);
  EXPECT_TRUE(environment.damaged->empty());
  venv.machine.file(venv.site + "/" + cudnn, library(5));
  environment = read(venv.machine, "/e");
  EXPECT_EQ(environment.overlaps->front().owner, "");
  EXPECT_EQ(environment.damaged->size(), 1U);
}

TEST(Overlaps, TheSameContentIsNone) {
  Venv venv;
  venv.install("nvidia-cudnn-cu12", "9.1", "nvidia/x.so,sha256=a,12\n");
  venv.install("nvidia-cudnn-cu13", "9.2", "nvidia/x.so,sha256=a,12\n");
  venv.machine.file(venv.site + "/nvidia/x.so", library(12));
  EXPECT_TRUE(read(venv.machine, "/e").overlaps->empty());
}

/// A CPU build of torch that nobody asked for, torchvision for CUDA, and a package that pins torch.
struct Replaced : Venv {
  Replaced() {
    test::put_torch(machine, site, "2.4.1+cpu", "None");
    put_distribution(machine, site, "torch", "2.4.1", false);
    put_distribution(machine, site, "torchvision", "0.19.1+cu124");
    put_distribution(machine, site, "esrgan", "0.3");
    machine.file(metadata, "Name: esrgan\nVersion: 0.3\nRequires-Dist: torch==2.4.1\n");
  }
  std::string metadata = info("esrgan", "0.3") + "/METADATA";
};

TEST(Pins, NameWhoAsksForTheBuildThatLiesBesideARemnant) {
  Replaced venv;
  const auto pins = read(venv.machine, "/e").pins;
  ASSERT_EQ(pins->size(), 1U);
  EXPECT_EQ(pins->front().by, "esrgan");
  EXPECT_EQ(pins->front().remnant, "torchvision");
  venv.machine.refuse(venv.metadata);
  EXPECT_TRUE(read(venv.machine, "/e").pins.undecided());
}

TEST(Pins, NobodyIsNamedForAGpuBuildOrOneThatWasAskedFor) {
  Replaced venv;
  put_distribution(venv.machine, venv.site, "torch", "2.4.1", true);
  EXPECT_TRUE(read(venv.machine, "/e").pins->empty());
  Replaced gpu;
  test::put_torch(gpu.machine, gpu.site, "2.4.1+cu124", "'12.4'");
  EXPECT_TRUE(read(gpu.machine, "/e").pins->empty());
  Replaced other;
  other.machine.file(other.metadata, "Name: esrgan\nVersion: 0.3\nRequires-Dist: torch>=2.4\n");
  EXPECT_TRUE(read(other.machine, "/e").pins->empty());
}

}  // namespace
}  // namespace gpuenv::probe
