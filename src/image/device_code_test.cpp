// Device code in hand-made files of every kind, and in damaged ones.
#include "image/device_code.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "image/test_binaries.h"

namespace gpuenv::image {
namespace {

using base::MemorySource;
using test::Bytes;
using test::container;
using test::cubin;
using test::ElfOfTest;
using test::EntryOfTest;
using test::overwrite;
using test::PeOfTest;

/// "sm_90a x2" for each group; PTX with its ISA, other places and stubs by name.
std::string told(std::string_view bytes, Search search = Search::everywhere) {
  MemorySource source(bytes);
  const auto code = device_code(source, search);
  if (!code) return code.error().message;
  std::string text;
  for (const CodeGroup& group : code->groups) {
    if (!text.empty()) text += ", ";
    if (group.place == CodePlace::relocatable) text += "relocatable ";
    if (group.place == CodePlace::elsewhere) text += "elsewhere ";
    if (group.stub) text += "stub ";
    text += group.kind == CodeKind::ptx     ? "ptx "
            : group.kind == CodeKind::lto   ? "lto "
            : group.kind == CodeKind::other ? "other "
                                            : "";
    text += fmt::format("{} x{}", group.sm.name(), group.count);
    if (group.kind == CodeKind::ptx) text += fmt::format(" isa {}.{}", group.isa_major, group.isa_minor);
  }
  return text;
}

const EntryOfTest sm_75{.code = std::string(5000, 'x'), .sm = 75};
const EntryOfTest sm_90a{.code = std::string(5000, 'x'), .sm = 90, .flags = 0x100000};
const EntryOfTest sm_120f{.code = std::string(5000, 'x'), .sm = 120, .flags = 0x200000};
const EntryOfTest ptx_90{.code = "ptx", .kind = 1, .sm = 90, .version = {8, 7}};
const EntryOfTest lto_80{.code = "lto", .kind = 8, .sm = 80};

ElfOfTest library(std::string fatbin, std::string_view section = ".nv_fatbin") {
  ElfOfTest file;
  file.base = 0x200000;
  file.sections = {{".rodata", std::string(64, 'r')}, {std::string(section), std::move(fatbin)}};
  return file;
}

/// Adds wrappers that point to these offsets of section 1.
ElfOfTest with_wrappers(ElfOfTest file, const std::vector<std::uint64_t>& offsets) {
  Bytes wrappers;
  for (const std::uint64_t offset : offsets)
    wrappers.u32(0x466243B1).u32(1).u64(file.base + file.offset_of(1) + offset).u64(0);
  file.sections.push_back({".nvFatBinSegment", wrappers.take()});
  return file;
}

TEST(DeviceCode, IsCountedByArchitectureKindAndSuffix) {
  const std::string fatbin = container({sm_75, sm_90a, sm_120f, ptx_90}) + container({sm_75, lto_80});
  EXPECT_EQ(told(library(fatbin).build()),
            "sm_75 x2, sm_90a x1, sm_120f x1, ptx sm_90 x1 isa 8.7, lto sm_80 x1");
}

TEST(DeviceCode, SizesAndPackingAreTold) {
  const std::string bytes = container(
      {{.code = std::string(100, 'z'), .sm = 80, .flags = 0x8000, .packed = 97, .unpacked = 12345}});
  MemorySource source(bytes);
  const auto code = device_code(source);
  ASSERT_TRUE(code);
  ASSERT_EQ(code->groups.size(), 1u);
  EXPECT_EQ(code->groups[0].packing, Packing::zstd);
  EXPECT_EQ(code->groups[0].bytes, 104u);
  EXPECT_EQ(code->groups[0].unpacked, 12345u);
}

TEST(DeviceCode, StartsThatTheFileNamesChangeNothing) {
  const std::string first = container({sm_75, ptx_90}), second = container({sm_90a}),
                    third = container({sm_75});
  const ElfOfTest file = library(first + second + third);
  const std::string expected = "sm_75 x2, sm_90a x1, ptx sm_90 x1 isa 8.7";
  EXPECT_EQ(told(file.build()), expected);
  EXPECT_EQ(told(with_wrappers(file, {0, first.size(), first.size() + second.size()}).build()), expected);
  EXPECT_EQ(told(with_wrappers(file, {first.size()}).build()), expected)
      << "a container that no wrapper names";
  EXPECT_EQ(told(with_wrappers(file, {24, 1'000'000}).build()), expected) << "wrappers that are wrong";
}

TEST(DeviceCode, PaddingBetweenContainersIsSkipped) {
  const std::string gap(96, '\0');
  EXPECT_EQ(told(library(container({sm_75}) + gap + container({sm_90a}) + std::string(40, '\0')).build()),
            "sm_75 x1, sm_90a x1");
  EXPECT_NE(told(library(container({sm_75}) + std::string(8192, 'x')).build())
                .find("no fatbin container begins at"),
            std::string::npos);
}

TEST(DeviceCode, StubsAreToldFromCode) {
  const EntryOfTest empty{.code = cubin(75, 7, false), .sm = 75}, real{.code = cubin(75, 7, true), .sm = 75};
  EXPECT_EQ(told(library(container({empty, real, sm_75})).build()), "sm_75 x2, stub sm_75 x1");
  ElfOfTest object = library(container({empty}));
  object.type = elf::type_relocatable;
  EXPECT_EQ(told(object.build()), "sm_75 x1") << "stubs come with the link";
}

TEST(DeviceCode, ObjectsHoldCodeForALaterLink) {
  EXPECT_EQ(told(library(container({sm_75, ptx_90}), "__nv_relfatbin").build()),
            "relocatable sm_75 x1, relocatable ptx sm_90 x1 isa 8.7");
}

TEST(DeviceCode, IsFoundInOtherDataToo) {
  ElfOfTest file = library(container({sm_75}));
  file.sections.push_back({".ldata", std::string(24, 'd') + container({ptx_90}) + cubin(90, 7, true) +
                                         std::string(400'000, 'd') + cubin(120, 8, true) +
                                         container({sm_120f})});
  file.sections.push_back({".text", container({sm_90a}), elf::section_allocated | elf::section_executable});
  EXPECT_EQ(told(file.build()),
            "sm_75 x1, elsewhere sm_90 x1, elsewhere sm_120 x1, elsewhere sm_120f x1, elsewhere ptx sm_90 x1 "
            "isa 8.7");
  EXPECT_EQ(told(file.build(), Search::sections), "sm_75 x1");
}

std::string archive(const std::vector<std::string>& members) {
  std::string bytes = "!<arch>\n";
  for (const std::string& member : members) {
    bytes +=
        fmt::format("{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", "x.o/", 0, 0, 0, 644, member.size()) + member;
    if (member.size() % 2 == 1) bytes += '\n';
  }
  return bytes;
}

/// A zstd frame with these bytes as they are.
std::string frame(std::string_view bytes) {
  return Bytes()
      .u32(0xFD2FB528)
      .u8(0xA0)
      .u32(bytes.size())
      .number(bytes.size() << 3 | 1, 3)
      .bytes(bytes)
      .align(16)
      .take();
}

TEST(DeviceCode, CubinsPackedByZstdWithoutAContainerAreFound) {
  ElfOfTest file = library(container({sm_75}));
  file.sections.push_back({".ldata", std::string(32, 'd') + frame(cubin(90, 7, true)) +
                                         frame("some other text") + frame(cubin(120, 8, true)) +
                                         container({sm_120f})});
  EXPECT_EQ(told(file.build()), "sm_75 x1, elsewhere sm_90 x1, elsewhere sm_120 x1, elsewhere sm_120f x1");
}

TEST(DeviceCode, WhatLiesAcrossThePartsOfALongSearchIsCountedOnce) {
  const std::string inner = container({sm_75}) + cubin(90, 7, true);
  const EntryOfTest large{.code = std::string(12'000'000, 'x') + inner + std::string(12'000'000, 'x') + inner,
                          .sm = 80};
  // Inside of it something seems to begin that reaches far beyond its end.
  const EntryOfTest tricky{.code = std::string(14'000'000, 'x') +
                                   Bytes().u64(0x00100001BA55ED50).u64(20'000'000).take() +
                                   std::string(80, 'x'),
                           .sm = 86};
  ElfOfTest file = library(container({sm_75}));
  file.sections.push_back({".ldata", std::string(13'000'000, 'd') + container({large}) +
                                         container({sm_120f}) + std::string(1'000'000, 'd') +
                                         container({tricky}) + container({sm_90a}) +
                                         std::string(40'000'000, 'd') + cubin(90, 7, true)});
  EXPECT_EQ(told(file.build()),
            "sm_75 x1, elsewhere sm_80 x1, elsewhere sm_86 x1, elsewhere sm_90 x1, elsewhere sm_90a x1, "
            "elsewhere sm_120f x1");
}

TEST(DeviceCode, FramesThatReachBeyondTheirSectionAreNone) {
  const std::string whole = frame(cubin(90, 7, true));
  for (const std::size_t size : {10, 40, 100, 300}) {
    ElfOfTest file = library(container({sm_75}));
    file.sections.push_back({".ldata", whole.substr(0, size)});
    EXPECT_EQ(told(file.build()), "sm_75 x1") << size;
  }
}

TEST(DeviceCode, PackedStubsAreToldFromCode) {
  const std::string empty = cubin(75, 7, false), real = cubin(75, 7, true);
  const auto entry = [](const std::string& code) {
    const std::string packed = frame(code);
    return EntryOfTest{.code = packed,
                       .sm = 75,
                       .flags = 0x8000,
                       .packed = static_cast<std::uint32_t>(packed.size()),
                       .unpacked = code.size()};
  };
  EXPECT_EQ(told(library(container({entry(empty), entry(real), entry(empty)})).build()),
            "sm_75 x1, stub sm_75 x2");
  EXPECT_EQ(told(library(container({entry("no cubin")})).build()), "sm_75 x1")
      << "what cannot be told is code";
}

TEST(DeviceCode, EntriesOfUnknownKindsAreCounted) {
  const std::string bytes = container({sm_75, {.code = "?", .kind = 16, .sm = 90}});
  EXPECT_EQ(told(library(bytes).build()), "sm_75 x1, other sm_90 x1");
  MemorySource source(bytes);
  const auto code = device_code(source);
  ASSERT_TRUE(code);
  EXPECT_EQ(code->groups.back().kind_number, 16);
}

/// "section sm_75 sm_90a + sm_90: 2" for each group of containers, PTX behind the plus.
std::string containers(std::string_view bytes) {
  MemorySource source(bytes);
  const auto code = device_code(source);
  if (!code) return code.error().message;
  std::string text;
  for (const ContainerGroup& group : code->containers) {
    text += group.place == CodePlace::elsewhere     ? "elsewhere"
            : group.place == CodePlace::relocatable ? "relocatable"
                                                    : "section";
    for (const auto& sm : group.cubins) text += " " + sm.name();
    text += " +";
    for (const auto& sm : group.ptx) text += " " + sm.name();
    text += fmt::format(": {}; ", group.count);
  }
  return text;
}

TEST(DeviceCode, ContainersAreCountedByWhatTheyHold) {
  const EntryOfTest empty{.code = cubin(80, 7, false), .sm = 80};
  ElfOfTest file = library(container({sm_75, sm_90a, ptx_90}) + container({sm_90a, sm_75, sm_75, empty}) +
                           container({sm_75, sm_90a, ptx_90}) + container({lto_80}) + container({empty}));
  file.sections.push_back({".ldata", container({sm_75}) + container({sm_75}) + cubin(90, 7, true)});
  EXPECT_EQ(containers(file.build()),
            "section sm_75 sm_90a +: 1; section sm_75 sm_90a + sm_90: 2; elsewhere sm_75 +: 2; elsewhere "
            "sm_90 +: 1; ");
  EXPECT_EQ(containers(archive({library(container({sm_75}), "__nv_relfatbin").build(),
                                library(container({sm_75}), "__nv_relfatbin").build()})),
            "relocatable sm_75 +: 2; ");
}

TEST(DeviceCode, WhatOnlyLooksLikeCodeInOtherDataIsNone) {
  std::string cut = container({sm_75});
  overwrite(cut, 8, 1 << 30, 8);
  std::string broken = container({sm_75});
  overwrite(broken, 16 + 4, 8, 4);
  const std::string stranger = ElfOfTest{}.build();
  ElfOfTest file = library(container({sm_75}));
  file.sections.push_back({".ldata", cut + broken + Bytes().bytes(stranger).align(8).take() +
                                         std::string("\x7f"
                                                     "ELF",
                                                     4)});
  EXPECT_EQ(told(file.build()), "sm_75 x1");
}

TEST(DeviceCode, WithoutSectionTableTheSegmentsAreLookedThrough) {
  std::string bytes = library(container({sm_75})).build();
  overwrite(bytes, 40, 0, 8);
  EXPECT_EQ(told(bytes), "elsewhere sm_75 x1");
}

TEST(DeviceCode, BareCubinsAndFatbins) {
  EXPECT_EQ(told(cubin(90, 7, true)), "sm_90 x1");
  EXPECT_EQ(told(cubin(121, 8, true)), "sm_121 x1");
  EXPECT_EQ(told(container({sm_75}) + container({sm_90a})), "sm_75 x1, sm_90a x1");
}

TEST(DeviceCode, WindowsLibrariesAndObjects) {
  const std::string fatbin = container({sm_75, ptx_90});
  for (const char* name : {".nv_fatb", ".nv_fatbin"}) {
    EXPECT_EQ(told(PeOfTest{.sections = {{".rdata", "x"}, {name, fatbin}}}.build()),
              "sm_75 x1, ptx sm_90 x1 isa 8.7")
        << name;
    EXPECT_EQ(told(PeOfTest{.object = true, .sections = {{name, fatbin}}}.build()),
              "sm_75 x1, ptx sm_90 x1 isa 8.7")
        << name;
  }
  EXPECT_EQ(told(PeOfTest{.sections = {{".rdata", fatbin}}}.build()),
            "elsewhere sm_75 x1, elsewhere ptx sm_90 x1 isa 8.7");
  EXPECT_EQ(told(PeOfTest{.sections = {{".text", fatbin, 0x60000020}}}.build()), "");
}

TEST(DeviceCode, ArchivesAreCountedAsOne) {
  ElfOfTest object = library(container({sm_75}), "__nv_relfatbin");
  object.type = elf::type_relocatable;
  EXPECT_EQ(told(archive({"odd", object.build(), "BC\xc0\xde", object.build()})), "relocatable sm_75 x2");
  EXPECT_EQ(told("!<thin>\n"), "a thin archive holds no objects: it names files beside it");
  EXPECT_EQ(told(archive({"odd"}) + "?"), "no archive member begins at offset 0x48");
  const std::string whole = archive({object.build()});
  EXPECT_NE(told(whole.substr(0, whole.size() - 1)).find("lies past the end of the file"), std::string::npos);
}

TEST(DeviceCode, FilesOfOtherKindsAreRefused) {
  EXPECT_EQ(told("#!/bin/sh\n"), "neither ELF, PE, archive, fatbin nor cubin");
  EXPECT_EQ(told(""), "neither ELF, PE, archive, fatbin nor cubin");
  EXPECT_EQ(told(ElfOfTest{}.build()), "");
}

TEST(DeviceCode, CutOffAnywhereNothingIsCountedAsWhole) {
  const std::string whole = container({sm_75, ptx_90});
  for (std::size_t size = 8; size < whole.size(); size += 8)
    EXPECT_NE(told(whole.substr(0, size)).find("at offset 0x0"), std::string::npos) << size;
  const std::string bytes = with_wrappers(library(whole), {0}).build();
  for (std::size_t size = 0; size < bytes.size(); size += 5)
    EXPECT_EQ(told(std::string_view(bytes).substr(0, size)).find("sm_75 x"), std::string::npos) << size;
  const std::string dll = PeOfTest{.sections = {{".nv_fatb", whole}}}.build();
  for (std::size_t size = 0; size < dll.size() - 512; size += 5)
    EXPECT_EQ(told(std::string_view(dll).substr(0, size)).find("sm_75 x"), std::string::npos) << size;
}

TEST(DeviceCode, AContainerMayHaveALongHeader) {
  for (const std::size_t more : {8, 64, 120, 4000}) {
    std::string bytes = container({sm_75, ptx_90});
    overwrite(bytes, 6, 16 + more, 2);
    bytes.insert(16, more, '\0');
    EXPECT_EQ(told(bytes), "sm_75 x1, ptx sm_90 x1 isa 8.7") << more;
    overwrite(bytes, 6, 0xffff, 2);
    EXPECT_NE(told(bytes).find("the fatbin container at offset 0x0"), std::string::npos) << told(bytes);
  }
}

TEST(DeviceCode, SizesThatOverflowAreNamed) {
  std::string bytes = container({sm_75});
  overwrite(bytes, 8, ~std::uint64_t{0} - 7, 8);
  EXPECT_EQ(told(bytes), fmt::format("the fatbin container at offset 0x0 (18446744073709551608 bytes) "
                                     "reaches beyond {:#x}, where it has to end",
                                     bytes.size()));
  bytes = container({sm_75});
  overwrite(bytes, 16 + 8, ~std::uint64_t{0} - 63, 8);
  EXPECT_NE(told(bytes).find("the fatbin entry at offset 0x10 (header 64, code 18446744073709551552 bytes)"),
            std::string::npos)
      << told(bytes);
  bytes = container({sm_75});
  overwrite(bytes, 6, 0, 2);
  EXPECT_EQ(told(bytes), "the fatbin container at offset 0x0 has a header of 0 bytes");
}

}  // namespace
}  // namespace gpuenv::image
