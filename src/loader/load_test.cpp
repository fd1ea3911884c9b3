// Starts and dlopens in thought: the order of objects, preloads, versions, symbols, and what is told when
// something lacks.
#include <gtest/gtest.h>

#include "loader/test_process.h"

namespace gpuenv::loader {
namespace {

using namespace loader::test;

Texts files(const model::LoadResult& result) {
  Texts list;
  for (const auto& each : result.objects) list.push_back(each.file);
  return list;
}

LibraryOfTest with_symbols(LibraryOfTest made, std::vector<image::test::SymbolOfTest> symbols) {
  made.symbols = std::move(symbols);
  return made;
}

TEST(Load, GoesBreadthFirst) {
  TestMachine machine = machine_with(program({"liba.so", "libb.so"}));
  machine.file("/lib64/liba.so", library("liba.so", {"libc.so", "ld-linux-x86-64.so.2"}).build());
  machine.file("/lib64/libb.so", library("libb.so", {"libc.so"}).build());
  machine.file("/lib64/libc.so", library("libc.so").build());
  EXPECT_EQ(files(load(machine, running())), (Texts{"/app/bin/run", "/lib64/liba.so", "/lib64/libb.so",
                                                    "/lib64/libc.so", "/lib64/ld-linux-x86-64.so.2"}));
}

TEST(Load, PutsPreloadsFirstAndGoesOnWithoutThoseThatFail) {
  TestMachine machine = machine_with(program({"liba.so"}));
  machine.file("/lib64/liba.so", library("liba.so").build());
  machine.file("/pre/libp.so", library("libp.so").build());
  machine.file("/lib64/libq.so", library("libq.so").build());
  machine.file("/etc/ld.so.preload", "/pre/none.so\n");
  LoadRequest request = running();
  request.environment["LD_PRELOAD"] = "/pre/libp.so libq.so:libnone.so";
  const auto result = load(machine, request);
  EXPECT_EQ(files(result), (Texts{"/app/bin/run", "/pre/libp.so", "/lib64/libq.so", "/lib64/liba.so",
                                  "/lib64/ld-linux-x86-64.so.2"}));
  EXPECT_EQ(failures(result), (Texts{"preload ignored: libnone.so", "preload ignored: /pre/none.so"}));
  EXPECT_FALSE(result.failures[0].fatal());
}

TEST(Load, NamesTheLibraryThatIsMissingOnce) {
  TestMachine machine = machine_with(program({"liba.so", "libgone.so"}));
  machine.file("/lib64/liba.so", library("liba.so", {"libgone.so"}).build());
  EXPECT_EQ(failures(load(machine, running())), (Texts{"library missing: libgone.so by /app/bin/run"}));
}

TEST(Load, NamesTheLoaderThatIsMissing) {
  TestMachine machine = machine_with(program({}, "/lib/ld-other.so.1"));
  EXPECT_EQ(failures(load(machine, running())),
            (Texts{"library missing: /lib/ld-other.so.1 by /app/bin/run"}));
}

TEST(Load, LeavesStaticProgramsAlone) {
  LibraryOfTest run = program({}, "");
  TestMachine machine = machine_with(run);
  EXPECT_EQ(files(load(machine, running())), (Texts{"/app/bin/run"}));
}

TEST(Load, BindsSymbolsWithTheirVersions) {
  TestMachine machine = machine_with(with_symbols(program({"liba.so"}), {wants("f", "A_1", "liba.so"),
                                                                         wants("g", "A_1", "liba.so"),
                                                                         wants("h"),
                                                                         wants("i"),
                                                                         {"maybe", false, "", "", true}}));
  machine.file(
      "/lib64/liba.so",
      with_symbols(library("liba.so"), {{"f", true, "A_1"}, {"g", true, "A_2"}, {"h", true, "A_2"}}).build());
  LoadRequest request = running();
  request.record_bindings = true;
  const auto result = load(machine, request);
  EXPECT_EQ(failures(result),
            (Texts{"symbol missing: g A_1 by /app/bin/run", "symbol missing: i by /app/bin/run"}));
  ASSERT_EQ(result.bindings.size(), 2u);
  EXPECT_EQ(result.bindings[0].name + " " + result.bindings[0].version + " " + result.bindings[0].file,
            "f A_1 /lib64/liba.so");
}

TEST(Load, BindsToTheFirstThatDefines) {
  TestMachine machine = machine_with(with_symbols(program({"liba.so", "libb.so"}), {wants("f")}));
  machine.file("/lib64/liba.so", with_symbols(library("liba.so"), {wants("f")}).build());
  machine.file("/lib64/libb.so", with_symbols(library("libb.so"), {{"f"}}).build());
  machine.file("/lib64/libp.so", with_symbols(library("libp.so"), {{"f"}}).build());
  LoadRequest request = running();
  request.record_bindings = true;
  EXPECT_EQ(load(machine, request).bindings.at(0).file, "/lib64/libb.so");
  request.environment["LD_PRELOAD"] = "libp.so";
  EXPECT_EQ(load(machine, request).bindings.at(0).file, "/lib64/libp.so");
}

TEST(Load, NamesTheVersionThatALibraryLacks) {
  TestMachine machine =
      machine_with(with_symbols(program({"libc.so.6"}), {wants("f", "GLIBC_2.38", "libc.so.6")}));
  machine.file("/lib64/libc.so.6", with_symbols(library("libc.so.6"), {{"f", true, "GLIBC_2.2.5"}}).build());
  const auto result = load(machine, running());
  EXPECT_EQ(failures(result), (Texts{"version missing: libc.so.6 GLIBC_2.38 by /app/bin/run",
                                     "symbol missing: f GLIBC_2.38 by /app/bin/run"}));
  EXPECT_EQ(result.failures[0].file, "/lib64/libc.so.6");
}

TEST(Load, TellsALibraryWithoutVersionsWhereTheyAreNeeded) {
  TestMachine machine = machine_with(with_symbols(program({"liba.so"}), {wants("f", "A_1", "liba.so")}));
  machine.file("/lib64/liba.so", with_symbols(library("liba.so"), {{"f"}}).build());
  EXPECT_EQ(failures(load(machine, running())), (Texts{"version missing: liba.so A_1 by /app/bin/run"}));
}

TEST(Load, OpensByNameWithTheRunpathOfTheCaller) {
  TestMachine machine = machine_with(program({}));
  LibraryOfTest cudnn = library("libcudnn.so.9");
  cudnn.runpath = "$ORIGIN";
  machine.file("/site/cudnn/libcudnn.so.9", with_symbols(cudnn, {{"shim"}}).build());
  machine.file("/site/cudnn/libcudnn_ops.so.9",
               with_symbols(library("libcudnn_ops.so.9"), {wants("shim"), wants("gone")}).build());
  LoadRequest request = running();
  request.open = {{"/site/cudnn/libcudnn.so.9", "", true},
                  {"libcudnn_ops.so.9", "libcudnn.so.9"},
                  {"libcudnn_cnn.so.9", "/site/cudnn/libcudnn.so.9"}};
  EXPECT_EQ(failures(load(machine, request)),
            (Texts{"symbol missing: gone by /site/cudnn/libcudnn_ops.so.9",
                   "library missing: libcudnn_cnn.so.9 by /site/cudnn/libcudnn.so.9"}));
  request.open[0].global = false;  // then what was opened before does not help
  EXPECT_EQ(failures(load(machine, request))[0], "symbol missing: shim by /site/cudnn/libcudnn_ops.so.9");
  request.open = {{"libcudnn_ops.so.9"}};
  EXPECT_EQ(failures(load(machine, request)), (Texts{"library missing: libcudnn_ops.so.9 by /app/bin/run"}))
      << "the first of a list stands for the program only where there is none";
}

TEST(Load, TakesTheFirstToOpenForAProgram) {
  TestMachine machine = machine_with(program({}));
  machine.file("/site/liba.so", with_symbols(library("liba.so", {"libb.so"}), {wants("f")}).build());
  machine.file("/lib64/libb.so", with_symbols(library("libb.so"), {{"f"}}).build());
  LoadRequest request;
  request.open = {{"/site/liba.so"}};
  const auto result = load(machine, request);
  EXPECT_EQ(failures(result), Texts{});
  EXPECT_EQ(files(result).front(), "/site/liba.so");
}

TEST(Load, SaysWhyAProgramCannotBeRead) {
  TestMachine machine = machine_with(program({}));
  machine.file("/app/script", "#!/bin/sh\n");
  EXPECT_EQ(failures(load(machine, running("/app/script"))), (Texts{"library refused: /app/script"}));
  EXPECT_EQ(failures(load(machine, running("/app/none"))), (Texts{"library missing: /app/none"}));
}

TEST(Load, CannotTellSymbolsOfLibrariesWhoseBytesAreNotKnown) {
  struct Machine : TestMachine {
    using TestMachine::TestMachine;
    base::Known<std::unique_ptr<base::ByteSource>> open_file(std::string_view path) override {
      if (path == "/lib64/liba.so") return base::Unknown{base::Why::not_recorded, "only that it is there"};
      return TestMachine::open_file(path);
    }
  } machine;
  machine.file("/app/bin/run", with_symbols(program({"liba.so"}), {wants("f")}).build());
  machine.file("/lib64/ld-linux-x86-64.so.2", library("ld-linux-x86-64.so.2").build());
  machine.file("/lib64/liba.so");
  const auto result = load(machine, running());
  EXPECT_EQ(steps(result), (Texts{"liba.so: /lib64/liba.so (default folder)"}));
  EXPECT_EQ(failures(result), (Texts{"undecided: f by /app/bin/run"}));
}

}  // namespace
}  // namespace gpuenv::loader
