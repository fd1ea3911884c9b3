// Finds the sections of a file that hold device code, reads them, tells stubs from code and counts.
#include "image/device_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "image/archive.h"
#include "image/cubin.h"
#include "image/elf_header.h"
#include "image/fields.h"
#include "image/format.h"
#include "image/hidden_code.h"
#include "image/lz4.h"
#include "image/pe_header.h"
#include "image/zstd.h"

namespace gpuenv::image {
namespace {

using base::ByteSource;
using base::PartSource;
using base::Piece;
using base::Result;

/// A cubin with a kernel is larger: an empty one took 2856 bytes with CUDA 13.0, stubs up to 2568.
constexpr std::uint64_t largest_stub = 4096;

/// Where code of a file may lie.
struct Places {
  std::vector<Stretch> linked;
  std::vector<Stretch> relocatable;
  std::vector<Stretch> other;
  std::vector<std::uint64_t> starts;  ///< of containers, as the file itself names them
  bool stubs = false;                 ///< linked by nvcc, which adds stubs
};

/// An address in a file, as a file offset.
struct Mapping {
  std::uint64_t address = 0, offset = 0, size = 0;
};

class Counter {
 public:
  /// Entries of the same container follow each other.
  void add(const std::vector<FatbinEntry>& entries, CodePlace place, const std::vector<bool>& stubs = {}) {
    CodeSet set;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const bool stub = i < stubs.size() && stubs[i];
      add(entries[i], place, stub);
      if (!stub && entries[i].kind == CodeKind::cubin) set.cubins.push_back(entries[i].sm);
      if (entries[i].kind == CodeKind::ptx) set.ptx.push_back(entries[i].sm);
      if (i + 1 < entries.size() && entries[i + 1].container_at == entries[i].container_at) continue;
      add(std::exchange(set, {}), place);
    }
  }
  DeviceCode take() const {
    DeviceCode code;
    for (const auto& [key, group] : groups_) code.groups.push_back(group);
    for (const auto& [key, count] : containers_)
      code.containers.push_back({key.second.cubins, key.second.ptx, key.first, count});
    return code;
  }

 private:
  struct CodeSet {
    std::vector<base::Sm> cubins, ptx;
    auto operator<=>(const CodeSet&) const = default;
  };

  void add(CodeSet set, CodePlace place) {
    if (set.cubins.empty() && set.ptx.empty()) return;
    for (auto* list : {&set.cubins, &set.ptx}) {
      std::ranges::sort(*list);
      list->erase(std::ranges::unique(*list).begin(), list->end());
    }
    ++containers_[{place, std::move(set)}];
  }
  void add(const FatbinEntry& entry, CodePlace place, bool stub) {
    CodeGroup& group = groups_[{place, entry.kind, entry.kind_number, entry.sm, entry.isa_major,
                                entry.isa_minor, entry.packing, stub}];
    if (group.count == 0)
      group = {entry.kind,
               entry.kind_number,
               entry.sm,
               entry.isa_major,
               entry.isa_minor,
               place,
               entry.packing,
               stub,
               0,
               0,
               0};
    ++group.count;
    group.bytes += entry.bytes;
    group.unpacked += entry.unpacked;
  }

  std::map<std::tuple<CodePlace, CodeKind, std::uint16_t, base::Sm, int, int, Packing, bool>, CodeGroup>
      groups_;
  std::map<std::pair<CodePlace, CodeSet>, std::uint64_t> containers_;
};

/// The cubin of an entry, as far as it can be unpacked.
std::optional<std::string> unpacked(const FatbinEntry& entry, std::string_view stored) {
  switch (entry.packing) {
    case Packing::none:
      return std::string(stored);
    case Packing::lz4:
      return unpack_lz4(stored.substr(0, entry.packed), largest_stub);
    case Packing::zstd:
      return unpack_zstd(stored.substr(0, entry.packed), largest_stub);
  }
  return std::nullopt;
}

bool holds_no_code(const FatbinEntry& entry, std::string_view stored) {
  const auto cubin = unpacked(entry, stored);
  if (!cubin) return false;
  base::MemorySource source(*cubin);
  const auto code = has_device_code(source);
  return code && !*code;
}

/// Which of the entries are cubins without code: the small ones are read, in one round.
Result<std::vector<bool>> find_stubs(ByteSource& source, const std::vector<FatbinEntry>& entries) {
  std::vector<bool> stubs(entries.size());
  std::vector<std::size_t> small;
  std::vector<std::string> buffers;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const FatbinEntry& entry = entries[i];
    if (entry.kind != CodeKind::cubin || entry.unpacked > largest_stub || entry.bytes > largest_stub)
      continue;
    small.push_back(i);
    buffers.emplace_back(entry.bytes, '\0');
  }
  std::vector<Piece> pieces;
  pieces.reserve(small.size());
  for (std::size_t i = 0; i < small.size(); ++i) pieces.push_back({entries[small[i]].code_at, buffers[i]});
  if (auto done = source.read(pieces); !done) return std::unexpected(done.error());
  std::unordered_map<std::string_view, bool> known;  // thousands of stubs are of a few kinds
  for (std::size_t i = 0; i < small.size(); ++i) {
    const auto [place, added] = known.try_emplace(pieces[i].bytes());
    if (added) place->second = holds_no_code(entries[small[i]], pieces[i].bytes());
    stubs[small[i]] = place->second;
  }
  return stubs;
}

Result<void> count_section(ByteSource& source, Stretch where, const Places& places, CodePlace place,
                           Counter& counter) {
  const auto entries = read_fatbins(source, where, places.starts);
  if (!entries) return std::unexpected(entries.error());
  std::vector<bool> stubs(entries->size());
  if (places.stubs && place == CodePlace::section) {
    auto found = find_stubs(source, *entries);
    if (!found) return std::unexpected(found.error());
    stubs = *std::move(found);
  }
  counter.add(*entries, place, stubs);
  return {};
}

Result<void> count(ByteSource& source, const Places& places, Search search, Counter& counter) {
  for (const Stretch& where : places.linked)
    if (auto done = count_section(source, where, places, CodePlace::section, counter); !done) return done;
  for (const Stretch& where : places.relocatable)
    if (auto done = count_section(source, where, places, CodePlace::relocatable, counter); !done) return done;
  if (search == Search::sections) return {};
  const auto hidden = find_hidden_code(source, places.other);
  if (!hidden) return std::unexpected(hidden.error());
  counter.add(*hidden, CodePlace::elsewhere);
  return {};
}

/// The places of containers in wrappers of 24 bytes: magic, version, address of the container, address of a
/// file name. They are relocated when the file is loaded; what they hold until then is the address in most
/// files, and 0 in others.
Result<std::vector<std::uint64_t>> read_starts(ByteSource& source, Stretch wrappers,
                                               std::span<const Mapping> mappings) {
  constexpr std::uint32_t wrapper_magic = 0x466243B1;
  constexpr std::uint64_t wrapper_size = 24, most_bytes = std::uint64_t{16} << 20;
  std::string bytes(std::min(wrappers.end - wrappers.begin, most_bytes), '\0');
  const auto got = source.read_at(wrappers.begin, bytes);
  if (!got) return std::unexpected(got.error());
  const Fields fields(*got);
  std::vector<std::uint64_t> starts;
  for (std::uint64_t at = 0; at + wrapper_size <= got->size(); at += wrapper_size) {
    if (fields.u32(at) != wrapper_magic) continue;
    const std::uint64_t address = *fields.u64(at + 8);
    for (const Mapping& each : mappings)
      if (address >= each.address && address - each.address < each.size)
        starts.push_back(each.offset + (address - each.address));
  }
  std::ranges::sort(starts);
  return starts;
}

Result<Stretch> stretch(ByteSource& source, std::string_view name, std::uint64_t offset, std::uint64_t size) {
  if (offset > source.size() || size > source.size() - offset)
    return base::bad_input(
        fmt::format("section {} at offset {:#x} ({} bytes) lies past the end of the file ({} bytes)", name,
                    offset, size, source.size()));
  return Stretch{offset, offset + size};
}

/// A section of any kind of file.
struct Section {
  std::string_view name;
  std::uint64_t offset = 0, size = 0, address = 0;
  bool data = false;  ///< may hold constants of the program
};

/// Names of sections in PE files are cut at eight bytes.
bool named(std::string_view name, std::string_view full) {
  return name == full || (name.size() == 8 && full.starts_with(name));
}

Result<Places> places_of(ByteSource& source, std::span<const Section> sections, bool linked) {
  Places places;
  places.stubs = linked;
  std::vector<Mapping> mappings;
  std::optional<Stretch> wrappers;
  for (const Section& section : sections) {
    const bool code = named(section.name, ".nv_fatbin"), relocatable = named(section.name, "__nv_relfatbin");
    const bool wrapper = named(section.name, ".nvFatBinSegment");
    if (section.size == 0 || !(code || relocatable || wrapper || section.data)) continue;
    const auto where = stretch(source, section.name, section.offset, section.size);
    if (!where) return std::unexpected(where.error());
    if (wrapper) {
      wrappers = *where;
    } else if (code || relocatable) {
      (code ? places.linked : places.relocatable).push_back(*where);
      mappings.push_back({section.address, section.offset, section.size});
    } else {
      places.other.push_back(*where);
    }
  }
  if (!wrappers || !linked || source.in_order()) return places;
  auto starts = read_starts(source, *wrappers, mappings);
  if (!starts) return std::unexpected(starts.error());
  places.starts = *std::move(starts);
  return places;
}

/// Tables that the loader and the unwinder read, which take up to a tenth of a library.
bool table_of_tools(std::string_view name) {
  return name.starts_with(".eh_frame") || name == ".gcc_except_table" || name.starts_with(".got");
}

Result<Places> elf_places(ByteSource& source, const ElfHeader& header) {
  const auto sections = read_elf_sections(source, header);
  if (!sections) return std::unexpected(sections.error());
  if (sections->empty()) {
    const auto segments = read_elf_segments(source, header);
    if (!segments) return std::unexpected(segments.error());
    Places places;
    for (const ElfSegment& segment : *segments) {
      if (segment.type != elf::segment_load || (segment.flags & elf::segment_executable) != 0) continue;
      const auto where = stretch(source, "(a segment)", segment.offset, segment.file_size);
      if (!where) return std::unexpected(where.error());
      places.other.push_back(*where);
    }
    return places;
  }
  std::vector<Section> list;
  for (const ElfSection& section : *sections) {
    if (section.type == elf::section_no_bits) continue;
    const bool data = section.type == 1 && (section.flags & elf::section_allocated) != 0 &&
                      (section.flags & elf::section_executable) == 0 && !table_of_tools(section.name);
    list.push_back({section.name, section.offset, section.size, section.address, data});
  }
  return places_of(source, list, header.type != elf::type_relocatable);
}

Result<Places> pe_places(ByteSource& source, bool object) {
  const auto sections = read_pe_sections(source);
  if (!sections) return std::unexpected(sections.error());
  std::vector<Section> list;
  for (const PeSection& section : sections->list) {
    const bool data =
        (section.flags & (pe::section_executable | pe::section_discardable)) == 0 && section.offset != 0;
    list.push_back({section.name, section.offset, section.offset == 0 ? 0 : section.size,
                    sections->base + section.address, data});
  }
  return places_of(source, list, !object);
}

Result<void> count_elf(ByteSource& source, Search search, Counter& counter) {
  const auto header = read_elf_header(source);
  if (!header) return std::unexpected(header.error());
  if (header->machine == elf::machine_cuda) {
    const auto sm = cubin_sm(*header);
    if (!sm) return base::bad_input("the header of the cubin names no architecture");
    counter.add({{.kind = CodeKind::cubin,
                  .kind_number = 2,
                  .sm = *sm,
                  .bytes = source.size(),
                  .unpacked = source.size()}},
                CodePlace::section);
    return {};
  }
  const auto places = elf_places(source, *header);
  if (!places) return std::unexpected(places.error());
  return count(source, *places, search, counter);
}

Result<void> count_pe(ByteSource& source, bool object, Search search, Counter& counter) {
  const auto places = pe_places(source, object);
  if (!places) return std::unexpected(places.error());
  return count(source, *places, search, counter);
}

Result<void> count_archive(ByteSource& source, Search search, Counter& counter);

/// `inside` an archive, indexes and objects of other kinds such as bitcode hold no device code.
Result<void> count_file(ByteSource& source, Search search, Counter& counter, bool inside = false) {
  const auto format = file_format(source);
  if (!format) return std::unexpected(format.error());
  switch (*format) {
    case FileFormat::elf:
      return count_elf(source, search, counter);
    case FileFormat::pe:
    case FileFormat::coff:
      return count_pe(source, *format == FileFormat::coff, search, counter);
    case FileFormat::fatbin:
      return count_section(source, {0, source.size()}, {}, CodePlace::section, counter);
    case FileFormat::archive:
      if (inside) return {};
      return count_archive(source, search, counter);
    case FileFormat::zip:
    case FileFormat::other:
      break;
  }
  if (inside) return {};
  return base::bad_input("neither ELF, PE, archive, fatbin nor cubin");
}

Result<void> count_archive(ByteSource& source, Search search, Counter& counter) {
  const auto members = read_archive(source);
  if (!members) return std::unexpected(members.error());
  for (const Stretch& member : *members) {
    PartSource part(source, member.begin, member.end - member.begin);
    if (const auto counted = count_file(part, search, counter, true); !counted)
      return base::bad_input(
          fmt::format("archive member at offset {:#x}: {}", member.begin, counted.error().message));
  }
  return {};
}

}  // namespace

Result<DeviceCode> device_code(ByteSource& source, Search search) {
  Counter counter;
  if (auto done = count_file(source, search, counter); !done) return std::unexpected(done.error());
  return counter.take();
}

}  // namespace gpuenv::image
