// ELF headers of both widths and byte orders, and files that are cut off or say what cannot be.
#include "image/elf_header.h"

#include <gtest/gtest.h>

#include "image/test_binaries.h"

namespace gpuenv::image {
namespace {

using base::MemorySource;
using test::ElfOfTest;
using test::overwrite;

struct Read {
  std::string error;
  ElfHeader header;
  std::vector<ElfSegment> segments;
  std::vector<ElfSection> sections;
};

Read read(std::string_view bytes) {
  MemorySource source(bytes);
  Read read;
  const auto header = read_elf_header(source);
  if (!header) return {header.error().message};
  read.header = *header;
  if (const auto segments = read_elf_segments(source, *header))
    read.segments = *segments;
  else
    read.error = segments.error().message;
  if (const auto sections = read_elf_sections(source, *header))
    read.sections = *sections;
  else
    read.error += sections.error().message;
  return read;
}

ElfOfTest example() {
  ElfOfTest file;
  file.base = 0x10000;
  file.flags = 0x06005a04;
  file.sections = {{".rodata", "constants"},
                   {".text", "code", elf::section_allocated | elf::section_executable}};
  return file;
}

TEST(ElfHeader, IsReadInBothWidthsAndByteOrders) {
  for (const bool wide : {true, false}) {
    for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
      ElfOfTest file = example();
      file.wide = wide;
      file.order = order;
      const std::string bytes = file.build();
      const Read got = read(bytes);
      EXPECT_EQ(got.error, "");
      EXPECT_EQ(got.header.wide, wide);
      EXPECT_EQ(got.header.type, elf::type_shared);
      EXPECT_EQ(got.header.machine, 62);
      EXPECT_EQ(got.header.flags, 0x06005a04u);
      ASSERT_EQ(got.sections.size(), 4u);
      EXPECT_EQ(got.sections[1].name, ".rodata");
      EXPECT_EQ(got.sections[1].size, 9u);
      EXPECT_EQ(bytes.substr(got.sections[1].offset, 9), "constants");
      EXPECT_EQ(got.sections[2].flags, elf::section_allocated | elf::section_executable);
      EXPECT_EQ(got.sections[2].address, 0x10000 + got.sections[2].offset);
      EXPECT_EQ(got.sections[3].name, ".shstrtab");
      ASSERT_EQ(got.segments.size(), 1u);
      EXPECT_EQ(got.segments[0].type, elf::segment_load);
      EXPECT_EQ(got.segments[0].flags, 4u);
      EXPECT_EQ(elf_offset(got.segments, 0x10000 + 7), 7u);
      EXPECT_FALSE(elf_offset(got.segments, 0xffff));
      EXPECT_FALSE(elf_offset(got.segments, 0x10000 + got.segments[0].file_size));
    }
  }
}

TEST(ElfHeader, AFileWithoutSectionTableHasNoSections) {
  std::string bytes = example().build();
  overwrite(bytes, 40, 0, 8);
  const Read got = read(bytes);
  EXPECT_EQ(got.error, "");
  EXPECT_TRUE(got.sections.empty());
  EXPECT_EQ(got.segments.size(), 1u);
}

TEST(ElfHeader, CountsThatDoNotFitStandInTheFirstSection) {
  std::string bytes = example().build();
  const Read plain = read(bytes);
  const std::size_t first = plain.header.sections_at;
  overwrite(bytes, 60, 0, 2);       // number of sections
  overwrite(bytes, 62, 0xffff, 2);  // which one holds the names
  overwrite(bytes, 56, 0xffff, 2);  // number of segments
  overwrite(bytes, first + 32, 4, 8);
  overwrite(bytes, first + 40, 3, 4);
  overwrite(bytes, first + 44, 1, 4);
  const Read got = read(bytes);
  EXPECT_EQ(got.error, "");
  ASSERT_EQ(got.sections.size(), 4u);
  EXPECT_EQ(got.sections[2].name, ".text");
  EXPECT_EQ(got.segments.size(), 1u);
}

TEST(ElfHeader, CutOffAnywhereItSaysWhatIsMissing) {
  const std::string bytes = example().build();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const Read got = read(std::string_view(bytes).substr(0, size));
    EXPECT_NE(got.error, "") << size;
    EXPECT_TRUE(got.sections.empty()) << size;
  }
  EXPECT_EQ(read("GIF89a").error, "not an ELF file: it does not begin with 7f 45 4c 46");
  EXPECT_EQ(read(std::string_view(bytes).substr(0, 60)).error, "ELF header ends after 60 of 64 bytes");
  EXPECT_EQ(read(std::string_view(bytes).substr(0, 200)).error,
            "ELF section headers at offset 0xb0 (256 bytes) lie past the end of the file (200 bytes)");
}

TEST(ElfHeader, NumbersThatCannotBeAreNamed) {
  const auto with = [](std::size_t at, std::uint64_t value, int width) {
    std::string bytes = example().build();
    overwrite(bytes, at, value, width);
    return read(bytes).error;
  };
  EXPECT_EQ(with(4, 3, 1), "ELF class 3 and byte order 1 at offset 0x4 are none that exist");
  EXPECT_EQ(with(54, 40, 2), "ELF program headers are said to be 40 bytes each, not 56");
  EXPECT_EQ(with(58, 40, 2), "ELF section headers are said to be 40 bytes each, not 64");
  EXPECT_EQ(with(62, 9, 2), "ELF section 9 should hold the names of the sections, but there are 4");
  EXPECT_EQ(
      with(32, ~std::uint64_t{0} - 8, 8),
      "ELF program headers at offset 0xfffffffffffffff7 (56 bytes) lie past the end of the file (432 bytes)");
  const std::size_t table = read(example().build()).header.sections_at;
  EXPECT_EQ(with(table + 64, 0xffffff, 4), "the name of ELF section 1 lies at 0xffffff of 25 bytes of names");
}

TEST(ElfHeader, ACountLargerThanTheFileTakesNoMemory) {
  std::string bytes = example().build();
  const std::size_t first = read(bytes).header.sections_at;
  overwrite(bytes, 60, 0, 2);
  overwrite(bytes, first + 32, ~std::uint64_t{0}, 8);
  EXPECT_NE(read(bytes).error.find("lie past the end of the file"), std::string::npos);
}

/// A file of zeros behind its header, as large as it likes to be.
class SparseSource final : public base::ByteSource {
 public:
  SparseSource(std::string beginning, std::uint64_t size) : beginning_(std::move(beginning)), size_(size) {}
  std::uint64_t size() const override { return size_; }
  base::Result<void> read(std::span<base::Piece> pieces) override {
    MemorySource source(beginning_);
    return source.read(pieces);
  }

 private:
  std::string beginning_;
  std::uint64_t size_;
};

TEST(ElfHeader, TablesBeyondReasonAndFilesThatShrinkAreRefused) {
  std::string bytes = example().build();
  const std::size_t first = read(bytes).header.sections_at;
  overwrite(bytes, 60, 0, 2);
  overwrite(bytes, first + 32, 1 << 24, 8);
  SparseSource huge(bytes, std::uint64_t{1} << 40);
  const auto header = read_elf_header(huge);
  ASSERT_TRUE(header);
  EXPECT_EQ(read_elf_sections(huge, *header).error().message,
            "ELF section headers at offset 0xb0 take 1073741824 bytes, more than a real file has");
  bytes = example().build();
  SparseSource shrunk(bytes.substr(0, first + 64), bytes.size());
  const auto whole = read_elf_header(shrunk);
  ASSERT_TRUE(whole);
  EXPECT_EQ(read_elf_sections(shrunk, *whole).error().message,
            "ELF section headers at offset 0xb0 end after 64 of 256 bytes: the file has shrunk");
}

}  // namespace
}  // namespace gpuenv::image
