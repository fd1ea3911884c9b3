// Reads PT_DYNAMIC, PT_INTERP and PT_NOTE in one round and the few names that they point to in a second one.
#include "image/elf_dynamic.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gpuenv::image {
namespace {

using base::ByteSource;
using base::Piece;
using base::Result;

constexpr std::uint32_t segment_note = 4;

// Tags of the dynamic section (gABI chapter 5, and the GNU ones of <elf.h>).
enum Tag : std::uint64_t {
  tag_needed = 1,
  tag_sysv_hash = 4,
  tag_strings = 5,
  tag_symbols = 6,
  tag_strings_size = 10,
  tag_soname = 14,
  tag_rpath = 15,
  tag_runpath = 29,
  tag_gnu_hash = 0x6ffffef5,
  tag_versions = 0x6ffffff0,
  tag_flags_1 = 0x6ffffffb,
  tag_version_definitions = 0x6ffffffc,
  tag_version_definition_count = 0x6ffffffd,
  tag_version_needs = 0x6ffffffe,
  tag_version_need_count = 0x6fffffff,
};

constexpr std::uint64_t flag_no_default_folders = 0x800, flag_no_open = 0x40, flag_pie = 0x08000000;

/// No real file has larger ones; the tables of damaged files may claim anything.
constexpr std::uint64_t largest_dynamic = 1 << 20, largest_interpreter = 4096, largest_notes = 1 << 16,
                        longest_name = 1 << 16, longest_names = 1 << 20;
/// Most names, also RPATHs, end within this.
constexpr std::size_t usual_name = 256;

struct Entry {
  std::uint64_t tag = 0, value = 0;
};

/// The bytes of a segment, as far as the file and `limit` go, as a piece to read.
struct Stretch {
  std::uint64_t offset = 0;
  std::string bytes;
};

Stretch stretch(const ByteSource& source, std::uint64_t offset, std::uint64_t size, std::uint64_t limit) {
  const std::uint64_t rest = offset < source.size() ? source.size() - offset : 0;
  return {offset, std::string(static_cast<std::size_t>(std::min({size, limit, rest})), '\0')};
}

Result<void> read_all(ByteSource& source, std::vector<Stretch>& stretches) {
  std::vector<Piece> pieces;
  pieces.reserve(stretches.size());
  for (Stretch& each : stretches) pieces.push_back({each.offset, each.bytes});
  if (auto done = source.read(pieces); !done) return done;
  for (std::size_t i = 0; i < pieces.size(); ++i) stretches[i].bytes.resize(pieces[i].filled);
  return {};
}

std::vector<Entry> entries_of(const std::string& bytes, const ElfHeader& header) {
  const Fields fields(bytes, header.order);
  const std::uint64_t word = header.wide ? 8 : 4;
  const auto number = [&](std::uint64_t at) {
    return header.wide ? fields.u64(at) : std::optional<std::uint64_t>(fields.u32(at));
  };
  std::vector<Entry> entries;
  for (std::uint64_t at = 0; at + 2 * word <= bytes.size(); at += 2 * word) {
    const Entry entry{number(at).value_or(0), number(at + word).value_or(0)};
    if (entry.tag == 0) break;
    entries.push_back(entry);
  }
  return entries;
}

/// The last value of a tag, as the loader takes it.
std::optional<std::uint64_t> value_of(const std::vector<Entry>& entries, std::uint64_t tag) {
  std::optional<std::uint64_t> value;
  for (const Entry& entry : entries)
    if (entry.tag == tag) value = entry.value;
  return value;
}

/// From an address to the end of its segment or of the file.
std::optional<ElfRange> range_from(const ElfDynamic& file, std::uint64_t address, std::uint64_t file_size) {
  const auto offset = elf_offset(file.segments, address);
  if (!offset || *offset >= file_size) return std::nullopt;
  for (const ElfSegment& segment : file.segments)
    if (segment.type == elf::segment_load && *offset >= segment.offset &&
        *offset - segment.offset < segment.file_size)
      return ElfRange{*offset, std::min(segment.file_size - (*offset - segment.offset), file_size - *offset)};
  return std::nullopt;
}

void find_tables(const std::vector<Entry>& entries, std::uint64_t file_size, ElfDynamic& file) {
  const auto table = [&](std::uint64_t tag) -> std::optional<ElfRange> {
    const auto address = value_of(entries, tag);
    return address ? range_from(file, *address, file_size) : std::nullopt;
  };
  ElfTables& tables = file.tables;
  tables = {
      table(tag_strings),  table(tag_symbols),       table(tag_gnu_hash),           table(tag_sysv_hash),
      table(tag_versions), table(tag_version_needs), table(tag_version_definitions)};
  if (tables.strings)
    tables.strings->size = std::min(tables.strings->size, value_of(entries, tag_strings_size).value_or(0));
  tables.version_need_count = value_of(entries, tag_version_need_count).value_or(0);
  tables.version_definition_count = value_of(entries, tag_version_definition_count).value_or(0);
}

/// NT_GNU_BUILD_ID (3) of the owner "GNU" among notes; "" when it is not there.
std::string build_id_of(const std::string& notes, const ElfHeader& header) {
  const Fields fields(notes, header.order);
  for (std::uint64_t at = 0; at + 12 <= notes.size();) {
    const std::uint64_t name_size = fields.u32(at).value_or(0), size = fields.u32(at + 4).value_or(0);
    const std::uint64_t name_at = at + 12, text_at = name_at + ((name_size + 3) & ~std::uint64_t{3});
    const auto text = fields.bytes(text_at, size);
    if (!text) return "";
    if (fields.u32(at + 8) == 3u && fields.bytes(name_at, name_size) == std::string_view("GNU\0", 4)) {
      std::string digits;
      for (const char each : *text) digits += fmt::format("{:02x}", static_cast<unsigned char>(each));
      return digits;
    }
    at = text_at + ((size + 3) & ~std::uint64_t{3});
  }
  return "";
}

/// Reads the names at these places of the string table, in one round; rare long ones in another.
Result<std::vector<std::string>> read_names(ByteSource& source, const ElfDynamic& file,
                                            const std::vector<std::uint64_t>& places) {
  std::vector<std::string> names;
  if (places.empty()) return names;
  const auto& strings = file.tables.strings;
  if (!strings)
    return base::bad_input("the dynamic section of the ELF file names no string table inside the file");
  std::vector<Stretch> stretches;
  for (const std::uint64_t place : places) {
    if (place >= strings->size)
      return base::bad_input(
          fmt::format("ELF dynamic name at {:#x} of a string table of {} bytes at offset {:#x}", place,
                      strings->size, strings->offset));
    stretches.push_back(stretch(source, strings->offset + place, strings->size - place, usual_name));
  }
  if (auto done = read_all(source, stretches); !done) return std::unexpected(done.error());
  std::size_t together = 0;  // thousands of entries of a damaged file may name the same text
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!Fields(stretches[i].bytes).text(0)) {
      std::vector<Stretch> longer{
          stretch(source, strings->offset + places[i], strings->size - places[i], longest_name)};
      if (auto done = read_all(source, longer); !done) return std::unexpected(done.error());
      stretches[i] = std::move(longer[0]);
    }
    const auto name = Fields(stretches[i].bytes).text(0);
    if (!name)
      return base::bad_input(
          fmt::format("ELF dynamic name at offset {:#x} has no end", strings->offset + places[i]));
    together += name->size();
    if (together > longest_names)
      return base::bad_input("the dynamic names of the ELF file are longer than in any real one");
    names.emplace_back(*name);
  }
  return names;
}

Result<void> fill_names(ByteSource& source, const std::vector<Entry>& entries, ElfDynamic& file) {
  std::vector<std::uint64_t> places;
  for (const Entry& entry : entries)
    if (entry.tag == tag_needed) places.push_back(entry.value);
  const std::size_t needed = places.size();
  const std::array singles{value_of(entries, tag_soname), value_of(entries, tag_rpath),
                           value_of(entries, tag_runpath)};
  for (const auto& single : singles)
    if (single) places.push_back(*single);
  auto names = read_names(source, file, places);
  if (!names) return std::unexpected(names.error());
  std::size_t next = needed;
  if (singles[0]) file.soname = std::move((*names)[next++]);
  if (singles[1]) file.rpath = std::move((*names)[next++]);
  if (singles[2]) file.runpath = std::move((*names)[next++]);
  names->resize(needed);
  file.needed = std::move(*names);
  return {};
}

Result<std::vector<Entry>> read_segments(ByteSource& source, ElfDynamic& file) {
  std::vector<Stretch> stretches;
  std::vector<std::uint32_t> types;
  for (const ElfSegment& segment : file.segments) {
    const std::uint64_t limit = segment.type == elf::segment_dynamic       ? largest_dynamic
                                : segment.type == elf::segment_interpreter ? largest_interpreter
                                : segment.type == segment_note             ? largest_notes
                                                                           : 0;
    if (limit == 0 || types.size() >= 64) continue;
    stretches.push_back(stretch(source, segment.offset, segment.file_size, limit));
    types.push_back(segment.type);
    if (segment.type == elf::segment_dynamic && stretches.back().bytes.size() < segment.file_size)
      return base::bad_input(fmt::format(
          "ELF dynamic section at offset {:#x} ({} bytes) lies past the end of the file ({} bytes)",
          segment.offset, segment.file_size, source.size()));
  }
  if (auto done = read_all(source, stretches); !done) return std::unexpected(done.error());
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const std::string& bytes = stretches[i].bytes;
    if (types[i] == elf::segment_interpreter) file.interpreter = bytes.substr(0, bytes.find('\0'));
    if (types[i] == segment_note && file.build_id.empty()) file.build_id = build_id_of(bytes, file.header);
    if (types[i] != elf::segment_dynamic) continue;
    entries = entries_of(bytes, file.header);
    file.dynamic =
        !entries.empty();  // a file that keeps the debug information alone has the segment without bytes
  }
  return entries;
}

}  // namespace

std::uint64_t elf_least_size(const std::vector<ElfSegment>& segments) {
  std::uint64_t end = 0;
  for (const ElfSegment& segment : segments)
    if (segment.type == elf::segment_load && segment.file_size > 0)
      end = std::max(end, segment.offset > ~std::uint64_t{0} - segment.file_size
                              ? ~std::uint64_t{0}
                              : segment.offset + segment.file_size);
  return end;
}

Result<ElfDynamic> read_elf_dynamic(ByteSource& source, const ElfHeader& header) {
  ElfDynamic file;
  file.header = header;
  auto segments = read_elf_segments(source, header);
  if (!segments) return std::unexpected(segments.error());
  file.segments = std::move(*segments);
  file.least_size = elf_least_size(file.segments);
  const auto entries = read_segments(source, file);
  if (!entries) return std::unexpected(entries.error());
  const std::uint64_t flags = value_of(*entries, tag_flags_1).value_or(0);
  file.no_default_folders = flags & flag_no_default_folders;
  file.no_open = flags & flag_no_open;
  file.position_independent_program = flags & flag_pie;
  find_tables(*entries, source.size(), file);
  if (auto done = fill_names(source, *entries, file); !done) return std::unexpected(done.error());
  return file;
}

Result<ElfDynamic> read_elf_dynamic(ByteSource& source) {
  const auto header = read_elf_header(source);
  if (!header) return std::unexpected(header.error());
  return read_elf_dynamic(source, *header);
}

}  // namespace gpuenv::image
