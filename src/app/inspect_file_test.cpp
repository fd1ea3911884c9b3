// One binary of each format as rows.
#include "app/inspect_file.h"

#include <gtest/gtest.h>

#include "image/test_binaries.h"
#include "image/test_library.h"
#include "image/test_zip.h"

namespace gpuenv::app {
namespace {

using image::test::container;
using image::test::EntryOfTest;

model::InspectedFile inspected(const std::string& bytes) {
  base::MemorySource source(bytes);
  return inspect_file(source, "/x", "");
}

bool binary(const std::string& bytes) {
  base::MemorySource source(bytes);
  return holds_binary(source);
}

const EntryOfTest sm_75{.code = std::string(5000, 'x'), .sm = 75};

TEST(InspectFile, LibrariesTellWhatTheyNeed) {
  image::test::LibraryOfTest library;
  library.needed = {"libcudart.so.12", "libc.so.6"};
  const auto file = inspected(library.build());
  EXPECT_EQ(file.error, "");
  EXPECT_EQ(file.format, "ELF");
  EXPECT_EQ(file.machine, "x86_64");
  EXPECT_EQ(file.needed, library.needed);
  EXPECT_TRUE(file.code.empty());
}

TEST(InspectFile, EveryFormatIsNamedAndItsCodeCounted) {
  const std::string fatbin = container({sm_75, {.code = "?", .kind = 16, .sm = 90}});
  const image::test::ElfOfTest elf{.sections = {{".nv_fatbin", fatbin}}};
  const std::pair<std::string, const char*> files[] = {
      {elf.build(), "ELF"},
      {image::test::PeOfTest{.sections = {{".nv_fatb", fatbin}}}.build(), "PE"},
      {image::test::PeOfTest{.object = true, .sections = {{".nv_fatb", fatbin}}}.build(), "PE"},
      {fatbin, "fatbin"}};
  for (const auto& [bytes, format] : files) {
    EXPECT_TRUE(binary(bytes)) << format;
    const auto file = inspected(bytes);
    EXPECT_EQ(file.error, "") << format;
    EXPECT_EQ(file.format, format);
    ASSERT_EQ(file.code.size(), 2u) << format;
    EXPECT_EQ(file.code[0].sm.name(), "sm_75");
    EXPECT_EQ(file.code[1].kind_number, 16);
    ASSERT_EQ(file.containers.size(), 1u) << format;
    EXPECT_EQ(file.containers[0].count, 1u);
  }
}

TEST(InspectFile, WhatIsNoBinaryOrCutOffSaysSo) {
  EXPECT_FALSE(binary("GROUP ( libc.so.6 )"));
  EXPECT_FALSE(binary(""));
  EXPECT_FALSE(binary(image::test::zip_of({{"x", "y"}}))) << "wheels are taken apart first";
  EXPECT_NE(inspected("GROUP ( libc.so.6 )").error, "");
  const std::string whole = image::test::ElfOfTest{.sections = {{".nv_fatbin", container({sm_75})}}}.build();
  const auto cut = inspected(whole.substr(0, 3000));
  EXPECT_NE(cut.error.find("cut off: 3000 bytes"), std::string::npos) << cut.error;
  EXPECT_TRUE(cut.code.empty());
}

}  // namespace
}  // namespace gpuenv::app
