// The readers of what libraries are packed in: PE, fatbins, archives, zip files, deflate, LZ4, zstd.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "image/device_code.h"
#include "image/lz4.h"
#include "image/pe_header.h"
#include "image/test_binaries.h"
#include "image/test_zip.h"
#include "image/zip.h"
#include "image/zstd.h"
#include "readers.h"

namespace gpuenv::test {
namespace {

using image::test::container;
using image::test::ElfOfTest;
using image::test::PeOfTest;
using image::test::zip_of;

std::string read_code(std::string_view bytes) {
  base::MemorySource source(bytes);
  const auto code = image::device_code(source);
  if (!code) {
    EXPECT_FALSE(code.error().message.empty());
    return "";
  }
  std::uint64_t count = 0, containers = 0;
  for (const auto& group : code->groups) count += group.count;
  for (const auto& group : code->containers) containers += group.count;
  EXPECT_LE(count, bytes.size() / 16 + 1);
  EXPECT_LE(containers, count);
  return fmt::format("{} of {} in {}", code->groups.size(), count, containers);
}

std::string read_pe(std::string_view bytes) {
  base::MemorySource source(bytes);
  const auto sections = image::read_pe_sections(source);
  if (!sections) return "";
  std::size_t names = 0;
  for (const auto& section : sections->list) names += section.name.size();
  return fmt::format("{} {} {}", sections->machine, sections->list.size(), names);
}

std::string read_zip(std::string_view bytes) {
  base::MemorySource source(bytes);
  const auto members = image::read_zip(source);
  if (!members) return "";
  Digest digest;
  EXPECT_LE(members->size(), bytes.size() / 46);
  for (const auto& member : *members) {
    const auto opened = image::open_zip_member(source, member);
    if (!opened) continue;
    std::string piece(100, '\0');
    const auto start = (*opened)->read_at(0, piece);
    if (start) digest << static_cast<long long>(start->size());
    const auto end =
        (*opened)->read_at((*opened)->size() - std::min<std::uint64_t>((*opened)->size(), 50), piece);
    if (end) digest << static_cast<long long>(end->size());
  }
  return digest.take();
}

std::string read_lz4(std::string_view bytes) {
  const auto out = image::unpack_lz4(bytes, 4000);
  EXPECT_LE(out.value_or("").size(), 4000u);
  return std::to_string(out.value_or("").size());
}

std::string read_zstd(std::string_view bytes) {
  const auto out = image::unpack_zstd(bytes, 4000);
  EXPECT_LE(out.value_or("").size(), 4000u);
  return out ? std::to_string(out->size()) : "";
}

std::string fatbin() {
  return container({{.code = std::string(200, 'x'), .sm = 75}, {.code = "ptx", .kind = 1, .sm = 90}}) +
         container({{.code = image::test::cubin(90, 8, false), .sm = 90, .flags = 0x100000}});
}

Texts binaries() {
  const std::string hidden = std::string(24, 'd') + fatbin() + image::test::cubin(120, 8, true);
  ElfOfTest library{.sections = {{".nv_fatbin", fatbin()}, {".ldata", hidden}}};
  library.base = 0x200000;
  image::test::Bytes wrappers;
  wrappers.u32(0x466243B1).u32(1).u64(library.base + library.offset_of(0)).u64(0);
  library.sections.push_back({".nvFatBinSegment", wrappers.take()});
  const std::string object = PeOfTest{.object = true, .sections = {{".nv_fatbin", fatbin()}}}.build();
  const std::string archive =
      fmt::format("!<arch>\n{:<16}{:<32}{:<10}`\n", "x.o/", "0", object.size()) + object;
  return {library.build(), fatbin(), image::test::cubin(90, 7, true),
          PeOfTest{.sections = {{".nv_fatb", fatbin()}, {".rdata", hidden}}}.build(), archive};
}

/// "some text" five times, by zstd 1.5.4 -19 --no-check.
const std::string frame("\x28\xb5\x2f\xfd\x00\x68\x7d\x00\x00\x48some text\x01\x00I\x96#", 24);

}  // namespace

const std::vector<Reader>& image_readers() {
  static const std::vector<Reader> list{
      {"image: device code", read_code, binaries()},
      {"image: pe",
       read_pe,
       {PeOfTest{.sections = {{".text", "code"}, {"a long name", "data"}}}.build(),
        PeOfTest{.object = true, .sections = {{".nv_fatbin", "data"}}}.build()}},
      {"image: zip",
       read_zip,
       {zip_of({{"a/x.so", std::string(300, 'x')}, {"b.dll", std::string(3000, 'y'), true}}, "comment"),
        zip_of({{"z.so", "wide", true, 0, true}})}},
      {"image: lz4",
       read_lz4,
       {std::string("\x4f"
                    "abcd\x04\x00\x10\x50"
                    "efghi",
                    14)}},
      {"image: zstd", read_zstd, {frame}},
  };
  return list;
}

}  // namespace gpuenv::test
