// Dynamic sections of libraries made by hand, in both widths and byte orders, whole and damaged.
#include "image/elf_dynamic.h"

#include <gtest/gtest.h>

#include "image/test_library.h"

namespace gpuenv::image {
namespace {

using test::LibraryOfTest;

base::Result<ElfDynamic> read(const std::string& bytes) {
  base::MemorySource source(bytes);
  return read_elf_dynamic(source);
}

LibraryOfTest example() {
  LibraryOfTest library;
  library.soname = "libx.so.1";
  library.needed = {"liba.so", "libb.so.2"};
  library.runpath = "$ORIGIN/../lib:/opt/lib";
  library.interpreter = "/lib64/ld-linux-x86-64.so.2";
  library.build_id = "\x01\xab\xff";
  library.flags_1 = 0x800 | 0x08000000;
  library.symbols = {{"f"}};
  return library;
}

void expect_example(const base::Result<ElfDynamic>& file) {
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_TRUE(file->dynamic);
  EXPECT_EQ(file->soname, "libx.so.1");
  EXPECT_EQ(file->needed, (std::vector<std::string>{"liba.so", "libb.so.2"}));
  EXPECT_EQ(file->runpath, "$ORIGIN/../lib:/opt/lib");
  EXPECT_FALSE(file->rpath);
  EXPECT_EQ(file->interpreter, "/lib64/ld-linux-x86-64.so.2");
  EXPECT_EQ(file->build_id, "01abff");
  EXPECT_TRUE(file->no_default_folders);
  EXPECT_TRUE(file->position_independent_program);
  EXPECT_FALSE(file->no_open);
}

TEST(ElfDynamic, IsReadInBothWidthsAndByteOrders) {
  for (const bool wide : {true, false})
    for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
      LibraryOfTest library = example();
      library.wide = wide;
      library.order = order;
      const auto file = read(library.build());
      expect_example(file);
      EXPECT_EQ(file->header.wide, wide);
      EXPECT_EQ(file->least_size, library.build().size());
    }
}

TEST(ElfDynamic, KeepsRpathBesideRunpath) {
  LibraryOfTest library = example();
  library.rpath = "/old";
  const auto file = read(library.build());
  ASSERT_TRUE(file);
  EXPECT_EQ(file->rpath, "/old");
  EXPECT_EQ(file->runpath, "$ORIGIN/../lib:/opt/lib");
}

TEST(ElfDynamic, ReadsNamesLongerThanMost) {
  LibraryOfTest library = example();
  library.runpath = std::string(5000, 'x');
  const auto file = read(library.build());
  ASSERT_TRUE(file);
  EXPECT_EQ(file->runpath, std::string(5000, 'x'));
}

TEST(ElfDynamic, TellsHowLongACutFileShouldBe) {
  const std::string whole = example().build();
  const auto file = read(whole + std::string(100, 'x'));
  ASSERT_TRUE(file);
  EXPECT_EQ(file->least_size, whole.size());
  LibraryOfTest plain = example();
  plain.build_id.clear();
  plain.interpreter.clear();
  std::string longer = plain.build();
  test::overwrite(longer, 64 + 32, longer.size() + 5000, 8);  // the file size of the first segment
  const auto cut = read(longer);
  ASSERT_TRUE(cut) << cut.error().message;
  EXPECT_EQ(cut->least_size, longer.size() + 5000);
}

TEST(ElfDynamic, SaysWhereASectionLiesPastTheEnd) {
  const std::string whole = example().build();
  base::MemorySource source(whole);
  const auto segments = read_elf_segments(source, *read_elf_header(source));
  const std::uint64_t size = segments->at(1).offset + 16;  // behind the first entry of the dynamic section
  const auto file = read(whole.substr(0, size));
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().message.find("past the end of the file (" + std::to_string(size) + " bytes)"),
            std::string::npos)
      << file.error().message;
}

TEST(ElfDynamic, RefusesNamesOutsideOfTheTable) {
  std::string bytes = example().build();
  base::MemorySource source(bytes);
  const auto segments = read_elf_segments(source, *read_elf_header(source));
  test::overwrite(bytes, segments->at(1).offset + 8, 0x7fffffff, 8);  // the first DT_NEEDED
  const auto file = read(bytes);
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().message.find("0x7fffffff"), std::string::npos) << file.error().message;
}

TEST(ElfDynamic, RefusesThousandsOfLongNames) {
  LibraryOfTest library;
  library.needed.assign(300, std::string(5000, 'n'));
  EXPECT_FALSE(read(library.build()));
}

TEST(ElfDynamic, IsNotThereInOtherFiles) {
  test::ElfOfTest object;
  object.sections = {{".text", "code"}};
  const auto file = read(object.build());
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_FALSE(file->dynamic);
  EXPECT_FALSE(read("#!/bin/sh\n"));
}

}  // namespace
}  // namespace gpuenv::image
