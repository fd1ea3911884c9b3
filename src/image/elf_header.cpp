// Reads ELF identification, program headers and section headers. Every table has to lie inside the file
// before memory is taken for it.
#include "image/elf_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gpuenv::image {
namespace {

using base::ByteSource;
using base::Result;

/// The largest table that is read: the biggest ones known, of objects with a section a function, are a
/// hundredth of it.
constexpr std::uint64_t largest_table = std::uint64_t{64} << 20;

/// Numbers whose width depends on the class of the file.
class Words {
 public:
  Words(std::string_view bytes, const ElfHeader& header) : fields_(bytes, header.order), wide_(header.wide) {}
  std::uint16_t half(std::uint64_t at) const { return fields_.u16(at).value_or(0); }
  std::uint32_t word(std::uint64_t at) const { return fields_.u32(at).value_or(0); }
  std::uint64_t natural(std::uint64_t at) const {
    return wide_ ? fields_.u64(at).value_or(0) : fields_.u32(at).value_or(0);
  }

 private:
  Fields fields_;
  bool wide_;
};

std::uint64_t header_size(const ElfHeader& header) {
  return header.wide ? 64 : 52;
}
std::uint64_t segment_size(const ElfHeader& header) {
  return header.wide ? 56 : 32;
}
std::uint64_t section_size(const ElfHeader& header) {
  return header.wide ? 64 : 40;
}

/// The bytes of a table, all of them, or what is wrong with it.
Result<std::string> read_table(ByteSource& source, std::string_view what, std::uint64_t offset,
                               std::uint64_t size) {
  if (offset > source.size() || size > source.size() - offset)
    return base::bad_input(
        fmt::format("ELF {} at offset {:#x} ({} bytes) lie past the end of the file ({} bytes)", what, offset,
                    size, source.size()));
  if (size > largest_table)
    return base::bad_input(
        fmt::format("ELF {} at offset {:#x} take {} bytes, more than a real file has", what, offset, size));
  std::string bytes(static_cast<std::size_t>(size), '\0');
  const auto got = source.read_at(offset, bytes);
  if (!got) return std::unexpected(got.error());
  if (got->size() < size)
    return base::bad_input(fmt::format("ELF {} at offset {:#x} end after {} of {} bytes: the file has shrunk",
                                       what, offset, got->size(), size));
  return bytes;
}

ElfSection section_at(const Words& words, std::uint64_t at, bool wide) {
  ElfSection section;
  const std::uint64_t step = wide ? 8 : 4;
  section.type = words.word(at + 4);
  section.flags = words.natural(at + 8);
  section.address = words.natural(at + 8 + step);
  section.offset = words.natural(at + 8 + 2 * step);
  section.size = words.natural(at + 8 + 3 * step);
  section.link = words.word(at + 8 + 4 * step);
  return section;
}

/// Numbers that do not fit their 16 bits stand in the first section header (gABI, "Special Section Indexes").
Result<void> read_large_counts(ByteSource& source, ElfHeader& header) {
  const bool many_segments = header.segment_count == 0xffff;
  if (header.sections_at == 0 ||
      (header.section_count != 0 && header.names_section != 0xffff && !many_segments))
    return {};
  const auto first = read_table(source, "section headers", header.sections_at, section_size(header));
  if (!first) return std::unexpected(first.error());
  const Words words(*first, header);
  const ElfSection section = section_at(words, 0, header.wide);
  if (header.section_count == 0) header.section_count = section.size;
  if (header.names_section == 0xffff) header.names_section = section.link;
  if (many_segments) header.segment_count = words.word(header.wide ? 44 : 28);
  return {};
}

Result<void> check_entry_size(std::string_view what, std::uint64_t count, std::uint64_t size,
                              std::uint64_t expected) {
  if (count == 0 || size == expected) return {};
  return base::bad_input(fmt::format("ELF {} are said to be {} bytes each, not {}", what, size, expected));
}

/// Multiplied without wrapping round.
std::uint64_t table_size(std::uint64_t count, std::uint64_t each) {
  return count > (~std::uint64_t{0} / each) ? ~std::uint64_t{0} : count * each;
}

}  // namespace

bool is_elf(std::string_view beginning) {
  return beginning.starts_with(
      "\x7f"
      "ELF");
}

Result<ElfHeader> read_elf_header(ByteSource& source) {
  std::array<char, 64> buffer{};
  const auto got = source.read_at(0, buffer);
  if (!got) return std::unexpected(got.error());
  if (!is_elf(*got)) return base::bad_input("not an ELF file: it does not begin with 7f 45 4c 46");
  const Fields identification(*got);
  const unsigned width = identification.u8(4).value_or(0), order = identification.u8(5).value_or(0);
  if ((width != 1 && width != 2) || (order != 1 && order != 2))
    return base::bad_input(
        fmt::format("ELF class {} and byte order {} at offset 0x4 are none that exist", width, order));
  ElfHeader header;
  header.wide = width == 2;
  header.order = order == 1 ? ByteOrder::little : ByteOrder::big;
  if (got->size() < header_size(header))
    return base::bad_input(
        fmt::format("ELF header ends after {} of {} bytes", got->size(), header_size(header)));
  header.os_abi = identification.u8(7).value_or(0);
  header.abi_version = identification.u8(8).value_or(0);
  const Words words(*got, header);
  header.type = words.half(16);
  header.machine = words.half(18);
  header.segments_at = words.natural(header.wide ? 32 : 28);
  header.sections_at = words.natural(header.wide ? 40 : 32);
  const std::uint64_t rest = header.wide ? 48 : 36;
  header.flags = words.word(rest);
  header.segment_count = words.half(rest + 8);
  header.section_count = words.half(rest + 12);
  header.names_section = words.half(rest + 14);
  if (header.sections_at == 0) header.section_count = 0;
  if (auto fine = check_entry_size("program headers", header.segment_count, words.half(rest + 6),
                                   segment_size(header));
      !fine)
    return std::unexpected(fine.error());
  if (auto fine = check_entry_size("section headers", header.section_count, words.half(rest + 10),
                                   section_size(header));
      !fine)
    return std::unexpected(fine.error());
  if (auto done = read_large_counts(source, header); !done) return std::unexpected(done.error());
  return header;
}

Result<std::vector<ElfSegment>> read_elf_segments(ByteSource& source, const ElfHeader& header) {
  std::vector<ElfSegment> segments;
  if (header.segment_count == 0) return segments;
  const std::uint64_t each = segment_size(header);
  const auto table =
      read_table(source, "program headers", header.segments_at, table_size(header.segment_count, each));
  if (!table) return std::unexpected(table.error());
  const Words words(*table, header);
  segments.reserve(header.segment_count);
  for (std::uint64_t at = 0; at < table->size(); at += each) {
    ElfSegment segment;
    const std::uint64_t step = header.wide ? 8 : 4, first = header.wide ? 8 : 4;
    segment.type = words.word(at);
    segment.flags = words.word(at + (header.wide ? 4 : 24));
    segment.offset = words.natural(at + first);
    segment.address = words.natural(at + first + step);
    segment.file_size = words.natural(at + first + 3 * step);
    segment.memory_size = words.natural(at + first + 4 * step);
    segments.push_back(segment);
  }
  return segments;
}

Result<std::vector<ElfSection>> read_elf_sections(ByteSource& source, const ElfHeader& header) {
  std::vector<ElfSection> sections;
  if (header.section_count == 0) return sections;
  const std::uint64_t each = section_size(header);
  const auto table =
      read_table(source, "section headers", header.sections_at, table_size(header.section_count, each));
  if (!table) return std::unexpected(table.error());
  const Words words(*table, header);
  sections.reserve(header.section_count);
  for (std::uint64_t at = 0; at < table->size(); at += each)
    sections.push_back(section_at(words, at, header.wide));
  if (header.names_section == 0) return sections;
  if (header.names_section >= sections.size())
    return base::bad_input(
        fmt::format("ELF section {} should hold the names of the sections, but there are {}",
                    header.names_section, sections.size()));
  const ElfSection& place = sections[header.names_section];
  const auto names = read_table(source, "section names", place.offset, place.size);
  if (!names) return std::unexpected(names.error());
  std::uint64_t copied = 0;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const std::uint32_t at = words.word(i * each);
    const auto name = Fields(*names).text(at);
    if (!name && (i != 0 || at != 0))
      return base::bad_input(
          fmt::format("the name of ELF section {} lies at {:#x} of {} bytes of names", i, at, names->size()));
    copied += name.value_or("").size();
    if (copied > largest_table)
      return base::bad_input("the names of ELF sections are longer than in any real file");
    sections[i].name = std::string(name.value_or(""));
  }
  return sections;
}

std::optional<std::uint64_t> elf_offset(const std::vector<ElfSegment>& segments, std::uint64_t address) {
  for (const ElfSegment& segment : segments) {
    if (segment.type != elf::segment_load || address < segment.address) continue;
    const std::uint64_t within = address - segment.address;
    if (within < segment.file_size && segment.offset <= ~std::uint64_t{0} - within)
      return segment.offset + within;
  }
  return std::nullopt;
}

}  // namespace gpuenv::image
