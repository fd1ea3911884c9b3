// Where glibc looks for libraries, rule by rule, and what makes it go on or stop.
#include <gtest/gtest.h>

#include "loader/test_process.h"

namespace gpuenv::loader {
namespace {

using namespace loader::test;

TEST(GlibcSearch, AsksRpathThenLibraryPathThenDefaults) {
  LibraryOfTest run = program({"liba.so"});
  run.rpath = "/rpath";
  TestMachine machine = machine_with(run);
  LoadRequest request = running();
  request.environment["LD_LIBRARY_PATH"] = "/env:/env2";
  machine.file("/usr/lib64/liba.so", library("liba.so").build());
  EXPECT_EQ(steps(load(machine, request)), (Texts{"liba.so: /usr/lib64/liba.so (default folder)"}));
  machine.file("/env2/liba.so", library("liba.so").build());
  EXPECT_EQ(steps(load(machine, request)), (Texts{"liba.so: /env2/liba.so (LD_LIBRARY_PATH)"}));
  machine.file("/rpath/liba.so", library("liba.so").build());
  const auto result = load(machine, request);
  EXPECT_EQ(steps(result), (Texts{"liba.so: /rpath/liba.so (RPATH)"}));
  EXPECT_EQ(result.steps[0].rule_of, "/app/bin/run");
  EXPECT_EQ(result.steps[0].instead_of, (Texts{"/env2/liba.so", "/usr/lib64/liba.so"}));
}

TEST(GlibcSearch, AsksRunpathAfterLibraryPathAndNotForOthers) {
  LibraryOfTest run = program({"liba.so"});
  run.rpath = "/old";  // counts for nothing beside RUNPATH
  run.runpath = "/runpath";
  TestMachine machine = machine_with(run);
  LoadRequest request = running();
  request.environment["LD_LIBRARY_PATH"] = "/env";
  machine.file("/old/liba.so", library("liba.so").build());
  machine.file("/runpath/liba.so", library("liba.so", {"libb.so"}).build());
  machine.file("/runpath/libb.so", library("libb.so").build());
  EXPECT_EQ(steps(load(machine, request)),
            (Texts{"liba.so: /runpath/liba.so (RUNPATH)", "libb.so: - (none)"}));
  machine.file("/env/liba.so", library("liba.so").build());
  EXPECT_EQ(steps(load(machine, request)), (Texts{"liba.so: /env/liba.so (LD_LIBRARY_PATH)"}));
}

TEST(GlibcSearch, HandsRpathDownToWhatIsBrought) {
  LibraryOfTest run = program({"liba.so"});
  run.rpath = "/rpath";
  TestMachine machine = machine_with(run);
  machine.file("/rpath/liba.so", library("liba.so", {"libb.so"}).build());
  machine.file("/rpath/libb.so", library("libb.so").build());
  EXPECT_EQ(steps(load(machine, running())),
            (Texts{"liba.so: /rpath/liba.so (RPATH)", "libb.so: /rpath/libb.so (RPATH)"}));
  LibraryOfTest own = library("liba.so", {"libb.so"});
  own.runpath = "/nowhere";  // whoever has a RUNPATH asks for no RPATH
  machine.file("/rpath/liba.so", own.build());
  EXPECT_EQ(steps(load(machine, running())), (Texts{"liba.so: /rpath/liba.so (RPATH)", "libb.so: - (none)"}));
}

TEST(GlibcSearch, OriginIsTheFolderBehindTheLinksOfAProgramThatIsStarted) {
  LibraryOfTest run = program({"liba.so"});
  run.runpath = "$ORIGIN/../${LIB}:/second";
  TestMachine machine = machine_with(run);
  machine.link("/usr/bin/run", "../../app/bin/run");
  machine.file("/app/bin/../lib64/liba.so", library("liba.so").build());
  machine.file("/usr/bin/../lib64/liba.so", library("liba.so").build());
  EXPECT_EQ(load(machine, running("/usr/bin/run")).steps[0].file, "/app/bin/../lib64/liba.so");
  LoadRequest named = running("/usr/bin/run");
  named.named_to_loader = true;
  EXPECT_EQ(load(machine, named).steps[0].file, "/usr/bin/../lib64/liba.so");
}

TEST(GlibcSearch, TokensEndWhereTheirNameDoes) {
  LibraryOfTest run = program({"liba.so"});
  run.runpath = "/a/$PLATFORM:/b/$ORIGINAL:/c/${PLATFORM}x";
  TestMachine machine = machine_with(run);
  EXPECT_EQ(
      candidates(load(machine, running()).steps[0]),
      (Texts{"/a/x86_64/liba.so: not there", "/b/$ORIGINAL/liba.so: not there",
             "/c/x86_64x/liba.so: not there", "/lib64/liba.so: not there", "/usr/lib64/liba.so: not there"}));
}

TEST(GlibcSearch, EmptyEntriesAreTheWorkingDirectory) {
  TestMachine machine = machine_with(program({"liba.so"}));
  machine.file("/proj/liba.so", library("liba.so").build());
  LoadRequest request = running();
  request.environment["LD_LIBRARY_PATH"] = "/env//;";
  const auto result = load(machine, request);
  EXPECT_EQ(candidates(result.steps[0]), (Texts{"/env/liba.so: not there", "/proj/liba.so: loaded"}));
}

TEST(GlibcSearch, NamesWithSlashesAreNotSearched) {
  TestMachine machine = machine_with(program({"$ORIGIN/liba.so", "sub/libb.so"}));
  machine.file("/app/bin/liba.so", library("liba.so").build());
  machine.file("/proj/sub/libb.so", library("libb.so").build());
  EXPECT_EQ(steps(load(machine, running())),
            (Texts{"$ORIGIN/liba.so: /app/bin/liba.so (path)", "sub/libb.so: /proj/sub/libb.so (path)"}));
}

TEST(GlibcSearch, FindsObjectsBySonameAndByTheFileItself) {
  TestMachine machine = machine_with(program({"libreal.so", "libsoname.so", "libother.so"}));
  machine.file("/lib64/libreal.so", library("libsoname.so").build());
  machine.link("/lib64/libother.so", "libreal.so");
  machine.file("/lib64/libsoname.so", library("libsoname.so").build());
  const auto result = load(machine, running());
  EXPECT_EQ(steps(result), (Texts{"libreal.so: /lib64/libreal.so (default folder)",
                                  "libsoname.so: /lib64/libreal.so (already loaded)",
                                  "libother.so: /lib64/libreal.so (default folder)"}));
  EXPECT_EQ(candidates(result.steps[2]), (Texts{"/lib64/libother.so: same file"}));
  EXPECT_EQ(result.objects.size(), 3u);  // with the loader
}

TEST(GlibcSearch, GoesOnBehindOtherMachinesAndUnreadableFiles) {
  TestMachine machine = machine_with(program({"liba.so"}));
  LibraryOfTest narrow = library("liba.so"), arm = library("liba.so");
  narrow.wide = false;
  arm.machine = image::elf::machine_aarch64;
  machine.file("/1/liba.so", narrow.build());
  machine.file("/2/liba.so", arm.build());
  machine.file("/3/liba.so", library("liba.so").build());
  machine.refuse("/3/liba.so");
  machine.file("/lib64/liba.so", library("liba.so").build());
  LoadRequest request = running();
  request.environment["LD_LIBRARY_PATH"] = "/1:/2:/3";
  EXPECT_EQ(candidates(load(machine, request).steps[0]),
            (Texts{"/1/liba.so: wrong machine", "/2/liba.so: wrong machine", "/3/liba.so: not readable",
                   "/lib64/liba.so: loaded"}));
}

TEST(GlibcSearch, StopsAtWhatCannotBeLoaded) {
  TestMachine machine = machine_with(program({"liba.so"}));
  machine.file("/lib64/liba.so", library("liba.so").build());
  LoadRequest request = running();
  request.environment["LD_LIBRARY_PATH"] = "/env";
  LibraryOfTest big = library("liba.so"), freebsd = library("liba.so");
  big.order = image::ByteOrder::big;
  freebsd.os_abi = 9;
  for (const std::string& bytes :
       {std::string("INPUT(libreal.so)"), std::string(), big.build(), freebsd.build(), program({}).build()}) {
    machine.file("/env/liba.so", bytes);
    const auto result = load(machine, request);
    EXPECT_EQ(failures(result), (Texts{"library refused: liba.so by /app/bin/run"}));
    EXPECT_EQ(result.failures[0].file, "/env/liba.so");
    EXPECT_FALSE(result.failures[0].reason.empty());
  }
}

TEST(GlibcSearch, TellsAFileThatIsCutOff) {
  TestMachine machine = machine_with(program({"liba.so"}));
  std::string bytes = library("liba.so").build();
  image::test::overwrite(bytes, 64 + 32, bytes.size() + 9000, 8);
  machine.file("/lib64/liba.so", bytes);
  const auto result = load(machine, running());
  EXPECT_EQ(failures(result), (Texts{"library cut off: liba.so by /app/bin/run"}));
  EXPECT_NE(result.failures[0].reason.find("load commands reach to"), std::string::npos);
}

TEST(GlibcSearch, LeavesDefaultFoldersOutForWhoeverSaysSo) {
  LibraryOfTest run = program({"liba.so"});
  run.flags_1 |= 0x800;  // DF_1_NODEFLIB
  TestMachine machine = machine_with(run);
  machine.file("/lib64/liba.so", library("liba.so").build());
  EXPECT_EQ(failures(load(machine, running())), (Texts{"library missing: liba.so by /app/bin/run"}));
}

TEST(GlibcSearch, TrustsNoEnvironmentAndNoOriginInSecureMode) {
  LibraryOfTest run = program({"liba.so"});
  run.runpath = "$ORIGIN";
  TestMachine machine = machine_with(run);
  machine.file("/app/bin/liba.so", library("liba.so").build());
  machine.file("/env/liba.so", library("liba.so").build());
  LoadRequest request = running();
  request.environment["LD_LIBRARY_PATH"] = "/env";
  request.environment["LD_PRELOAD"] = "/env/liba.so";
  request.secure = true;
  EXPECT_EQ(steps(load(machine, request)), (Texts{"liba.so: - (none)"}));
}

TEST(GlibcSearch, PrefersTheLevelOfTheProcessor) {
  TestMachine machine = machine_with(program({"liba.so"}));
  machine.file("/proc/cpuinfo",
               "vendor_id\t: GenuineIntel\nflags\t\t: cx16 lahf_lm popcnt pni sse4_1 sse4_2 ssse3\n");
  machine.file("/lib64/liba.so", library("liba.so").build());
  machine.file("/lib64/glibc-hwcaps/x86-64-v2/liba.so", library("liba.so").build());
  machine.file("/lib64/glibc-hwcaps/x86-64-v3/liba.so", library("liba.so").build());
  EXPECT_EQ(load(machine, running()).steps[0].file, "/lib64/glibc-hwcaps/x86-64-v2/liba.so");
}

TEST(GlibcSearch, SaysWhenAFileThatDecidesIsNotKnown) {
  TestMachine machine = machine_with(program({"liba.so"}));
  machine.refuse("/lib64/liba.so", base::Why::not_recorded);
  machine.file("/usr/lib64/liba.so", library("liba.so").build());
  EXPECT_EQ(failures(load(machine, running())), (Texts{"undecided: liba.so by /app/bin/run"}));
}

}  // namespace
}  // namespace gpuenv::loader
