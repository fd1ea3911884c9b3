// Where musl looks for libraries, and where it differs from glibc.
#include <gtest/gtest.h>

#include "loader/test_process.h"

namespace gpuenv::loader {
namespace {

using namespace loader::test;

LibraryOfTest musl_program(Texts needed) {
  return program(std::move(needed), "/lib/ld-musl-x86_64.so.1");
}

TEST(MuslSearch, AsksTheEnvironmentThenEveryRunpathThenTheFileOfFolders) {
  LibraryOfTest run = musl_program({"liba.so", "libc.musl-x86_64.so.1", "libpthread.so.0"});
  run.runpath = "$ORIGIN/../lib";
  TestMachine machine = machine_with(run);
  machine.file("/etc/ld-musl-x86_64.path", "/first\n/second:/third\n");
  machine.file("/app/bin/../lib/liba.so", library("liba.so", {"libb.so", "libd.so"}).build());
  machine.file("/app/bin/../lib/libb.so", library("libb.so").build());  // RUNPATH is handed down here
  machine.file("/third/libd.so", library("libd.so").build());
  const auto result = load(machine, running());
  EXPECT_EQ(result.loader, "musl");
  EXPECT_EQ(steps(result), (Texts{"liba.so: /app/bin/../lib/liba.so (RUNPATH)",
                                  "libc.musl-x86_64.so.1: /lib/ld-musl-x86_64.so.1 (already loaded)",
                                  "libpthread.so.0: /lib/ld-musl-x86_64.so.1 (already loaded)",
                                  "libb.so: /app/bin/../lib/libb.so (RUNPATH)",
                                  "libd.so: /third/libd.so (default folder)"}));
  LoadRequest request = running();
  request.environment["LD_LIBRARY_PATH"] = "/env";
  machine.file("/env/liba.so", library("liba.so").build());
  EXPECT_EQ(steps(load(machine, request))[0], "liba.so: /env/liba.so (LD_LIBRARY_PATH)");
}

TEST(MuslSearch, StopsAtTheFirstFileOfTheName) {
  TestMachine machine = machine_with(musl_program({"liba.so"}));
  LibraryOfTest arm = library("liba.so");
  arm.machine = image::elf::machine_aarch64;
  machine.file("/lib/liba.so", arm.build());
  machine.file("/usr/lib/liba.so", library("liba.so").build());
  EXPECT_EQ(failures(load(machine, running())), (Texts{"library refused: liba.so by /app/bin/run"}));
}

TEST(MuslSearch, BindsByNameAlone) {
  LibraryOfTest run = musl_program({"liba.so"});
  run.symbols = {wants("f", "A_9", "liba.so")};
  TestMachine machine = machine_with(run);
  LibraryOfTest made = library("liba.so");
  made.symbols = {{"f", true, "A_1"}};
  machine.file("/usr/lib/liba.so", made.build());
  EXPECT_EQ(failures(load(machine, running())), Texts{});
}

}  // namespace
}  // namespace gpuenv::loader
