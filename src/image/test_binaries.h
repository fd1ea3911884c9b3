// Small ELF and PE files, cubins and fatbins, for tests: put together by hand, so that each field can be made
// wrong.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "image/elf_header.h"
#include "image/fields.h"

namespace gpuenv::image::test {

/// Bytes that are written field by field.
class Bytes {
 public:
  explicit Bytes(ByteOrder order = ByteOrder::little) : order_(order) {}

  Bytes& number(std::uint64_t value, int width) {
    for (int i = 0; i < width; ++i) {
      const int shift = 8 * (order_ == ByteOrder::little ? i : width - 1 - i);
      text_ += static_cast<char>((value >> shift) & 0xff);
    }
    return *this;
  }
  Bytes& u8(std::uint64_t value) { return number(value, 1); }
  Bytes& u16(std::uint64_t value) { return number(value, 2); }
  Bytes& u32(std::uint64_t value) { return number(value, 4); }
  Bytes& u64(std::uint64_t value) { return number(value, 8); }
  Bytes& bytes(std::string_view bytes) {
    text_ += bytes;
    return *this;
  }
  /// NULs up to a multiple of `boundary`.
  Bytes& align(std::size_t boundary) {
    while (text_.size() % boundary != 0) text_ += '\0';
    return *this;
  }
  /// NULs, or a cut, up to exactly `size`.
  Bytes& resize(std::size_t size) {
    text_.resize(size, '\0');
    return *this;
  }
  std::size_t size() const { return text_.size(); }
  std::string take() { return std::move(text_); }

 private:
  ByteOrder order_;
  std::string text_;
};

/// A number written over another one, to make it wrong.
inline void overwrite(std::string& bytes, std::size_t at, std::uint64_t value, int width) {
  for (int i = 0; i < width; ++i)
    bytes.at(at + static_cast<std::size_t>(i)) = static_cast<char>((value >> (8 * i)) & 0xff);
}

struct SectionOfTest {
  std::string name;
  std::string bytes;
  std::uint64_t flags = elf::section_allocated;
  std::uint32_t type = 1;
  std::uint64_t alignment = 16;
};

/// An ELF file: header, one segment over everything with address = offset + `base`, the sections, their
/// names, the table.
struct ElfOfTest {
  bool wide = true;
  ByteOrder order = ByteOrder::little;
  std::uint16_t type = elf::type_shared;
  std::uint16_t machine = 62;  // x86-64
  std::uint32_t flags = 0;
  std::uint8_t abi_version = 0;
  std::uint64_t base = 0;
  std::vector<SectionOfTest> sections;

  /// Where section number `index` of `sections` will begin.
  std::uint64_t offset_of(std::size_t index) const { return layout()[index]; }

  std::string build() const {
    const std::vector<std::uint64_t> places = layout();
    std::string names(1, '\0');
    std::vector<std::uint64_t> name_at;
    for (const SectionOfTest& section : sections) {
      name_at.push_back(names.size());
      names += section.name + '\0';
    }
    const std::uint64_t own_name = names.size();
    names += std::string(".shstrtab") + '\0';
    const std::uint64_t names_at = places.back(), table_at = (names_at + names.size() + 7) / 8 * 8;
    Bytes out(order);
    header(out, table_at);
    segment(out, table_at);
    for (std::size_t i = 0; i < sections.size(); ++i) out.resize(places[i]).bytes(sections[i].bytes);
    out.resize(names_at).bytes(names).resize(table_at);
    entry(out, 0, 0, 0, 0, 0, 0);
    for (std::size_t i = 0; i < sections.size(); ++i) {
      const SectionOfTest& each = sections[i];
      entry(out, name_at[i], each.type, each.flags, base + places[i], places[i], each.bytes.size());
    }
    entry(out, own_name, 3, 0, 0, names_at, names.size());
    return out.take();
  }

 private:
  int width() const { return wide ? 8 : 4; }

  /// The offsets of the sections, and behind the last one that of the names.
  std::vector<std::uint64_t> layout() const {
    std::vector<std::uint64_t> places;
    std::uint64_t at = wide ? 64 + 56 : 52 + 32;
    for (const SectionOfTest& section : sections) {
      at = (at + section.alignment - 1) / section.alignment * section.alignment;
      places.push_back(at);
      at += section.bytes.size();
    }
    places.push_back(at);
    return places;
  }
  void header(Bytes& out, std::uint64_t table_at) const {
    out.bytes(
           "\x7f"
           "ELF")
        .u8(wide ? 2 : 1)
        .u8(order == ByteOrder::little ? 1 : 2)
        .u8(1)
        .u8(0)
        .u8(abi_version)
        .resize(16);
    out.u16(type)
        .u16(machine)
        .u32(1)
        .number(0, width())
        .number(wide ? 64 : 52, width())
        .number(table_at, width());
    out.u32(flags).u16(wide ? 64 : 52).u16(wide ? 56 : 32).u16(1).u16(wide ? 64 : 40);
    out.u16(sections.size() + 2).u16(sections.size() + 1);
  }
  void segment(Bytes& out, std::uint64_t size) const {
    out.u32(elf::segment_load);
    if (wide) out.u32(4);
    out.number(0, width())
        .number(base, width())
        .number(base, width())
        .number(size, width())
        .number(size, width());
    if (!wide) out.u32(4);
    out.number(4096, width());
  }
  void entry(Bytes& out, std::uint64_t name, std::uint32_t kind, std::uint64_t section_flags,
             std::uint64_t address, std::uint64_t offset, std::uint64_t size) const {
    out.u32(name).u32(kind).number(section_flags, width()).number(address, width()).number(offset, width());
    out.number(size, width()).u32(0).u32(0).number(1, width()).number(0, width());
  }
};

/// A cubin of this architecture, with a kernel or without; ABI 7 or 8.
inline std::string cubin(std::uint32_t sm, std::uint8_t abi, bool kernel) {
  ElfOfTest file;
  file.machine = elf::machine_cuda;
  file.abi_version = abi;
  file.flags = abi >= 8 ? sm << 8 : sm;
  file.sections = {{".nv.info", "info", 0}};
  if (kernel)
    file.sections.push_back(
        {".text.k", std::string(128, 'k'), elf::section_allocated | elf::section_executable});
  return file.build();
}

struct EntryOfTest {
  std::string code;
  std::uint16_t kind = 2;
  std::uint32_t sm = 0;
  std::uint64_t flags = 0;
  std::pair<std::uint16_t, std::uint16_t> version{1, 7};
  std::uint32_t packed = 0;
  std::uint64_t unpacked = 0;
};

/// A fatbin container.
inline std::string container(const std::vector<EntryOfTest>& entries) {
  Bytes body;
  for (const EntryOfTest& entry : entries) {
    const std::size_t size = (entry.code.size() + 7) / 8 * 8;
    body.u16(entry.kind)
        .u16(0x101)
        .u32(64)
        .u64(size)
        .u32(entry.packed)
        .u32(0)
        .u16(entry.version.second)
        .u16(entry.version.first);
    body.u32(entry.sm).u32(0).u32(0).u64(entry.flags).u64(0).u64(entry.unpacked).bytes(entry.code).align(8);
  }
  const std::string bytes = body.take();
  return Bytes().u32(0xBA55ED50).u16(1).u16(16).u64(bytes.size()).bytes(bytes).take();
}

struct PeSectionOfTest {
  std::string name;
  std::string bytes;
  std::uint32_t flags = 0x40000040;
};

/// A PE file or a COFF object; names of more than eight bytes go to a string table.
struct PeOfTest {
  bool object = false;
  std::vector<PeSectionOfTest> sections;

  std::string build() const {
    const std::size_t optional = object ? 0 : 112, coff = object ? 0 : 0x84;
    std::size_t at = (coff + 20 + optional + 40 * sections.size() + 511) / 512 * 512;
    const std::size_t first = at;
    std::size_t end = at;
    for (const PeSectionOfTest& section : sections) end += (section.bytes.size() + 511) / 512 * 512;
    Bytes out;
    if (!object) out.bytes("MZ").resize(0x3c).u32(0x80).resize(0x80).bytes(std::string_view("PE\0\0", 4));
    out.u16(0x8664).u16(sections.size()).u32(0).u32(end).u32(0).u16(optional).u16(0x2022);
    if (!object) out.u16(0x20b).resize(coff + 20 + 24).u64(0x180000000).resize(coff + 20 + optional);
    std::string strings;
    for (const PeSectionOfTest& section : sections) {
      const std::size_t size = (section.bytes.size() + 511) / 512 * 512;
      std::string name = section.name;
      if (name.size() > 8) {
        name = "/" + std::to_string(4 + strings.size());
        strings += section.name + '\0';
      }
      name.resize(8, '\0');
      out.bytes(name)
          .u32(section.bytes.size())
          .u32(at - first + 0x1000)
          .u32(size)
          .u32(at)
          .u32(0)
          .u32(0)
          .u32(0)
          .u32(section.flags);
      at += size;
    }
    out.resize(first);
    for (const PeSectionOfTest& section : sections) out.bytes(section.bytes).align(512);
    return out.u32(4 + strings.size()).bytes(strings).take();
  }
};

}  // namespace gpuenv::image::test
