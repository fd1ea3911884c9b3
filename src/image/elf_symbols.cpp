// Symbol tables are read as runs of bytes and looked at in place; their true lengths come from the hash
// tables, as for the loader.
#include "image/elf_symbols.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gpuenv::image {
namespace {

using base::ByteSource;
using base::Piece;
using base::Result;

/// More than the largest libraries take (libtorch_cuda: tens of megabytes); damaged files may claim anything.
constexpr std::uint64_t largest_table = std::uint64_t{512} << 20;

/// Both kinds hold a few hundred entries of some twenty bytes.
constexpr std::uint64_t largest_version_table = std::uint64_t{4} << 20;

/// The string that a moved ElfSymbols still points into must not be a short one kept inside the object.
constexpr std::size_t never_short = 64;

struct Wanted {
  const std::optional<ElfRange>& range;
  std::string& into;
};

/// The hash table says how many symbols there are, and so how long the other tables are: it is read first.
Result<void> read_tables(ByteSource& source, std::span<const Wanted> wanted) {
  std::vector<Piece> pieces;
  for (const Wanted& each : wanted) {
    if (!each.range) continue;
    if (each.range->size > largest_table)
      return base::bad_input(
          fmt::format("ELF symbol table at offset {:#x} takes {} bytes, more than a real file has",
                      each.range->offset, each.range->size));
    each.into.resize(static_cast<std::size_t>(each.range->size));
    pieces.push_back({each.range->offset, each.into});
  }
  if (auto done = source.read(pieces); !done) return done;
  std::size_t next = 0;
  for (const Wanted& each : wanted) {
    if (!each.range) continue;
    each.into.resize(pieces[next++].filled);
  }
  return {};
}

/// Where a table begins that lies behind `range` in the file, so that `range` cannot be longer than up to
/// there.
void end_at(std::optional<ElfRange>& range, const std::optional<ElfRange>& other) {
  if (range && other && other->offset > range->offset)
    range->size = std::min(range->size, other->offset - range->offset);
}

/// Ranges reach to the end of their segment, but no further than to the next table in it.
ElfTables without_overlap(ElfTables tables) {
  const ElfTables all = tables;
  // The last table of a segment seems to reach to its end, which may be gigabytes of code away.
  for (auto* range : {&tables.version_needs, &tables.version_definitions})
    if (*range) (*range)->size = std::min((*range)->size, largest_version_table);
  for (auto* range : {&tables.symbols, &tables.gnu_hash, &tables.sysv_hash, &tables.versions,
                      &tables.version_needs, &tables.version_definitions})
    for (const auto* other : {&all.strings, &all.symbols, &all.gnu_hash, &all.sysv_hash, &all.versions,
                              &all.version_needs, &all.version_definitions})
      end_at(*range, *other);
  return tables;
}

}  // namespace

std::uint32_t gnu_hash(std::string_view name) {
  std::uint32_t hash = 5381;
  for (const char each : name) hash = hash * 33 + static_cast<unsigned char>(each);
  return hash;
}

std::uint32_t sysv_hash(std::string_view name) {
  std::uint32_t hash = 0;
  for (const char each : name) {
    hash = (hash << 4) + static_cast<unsigned char>(each);
    hash ^= (hash & 0xf0000000u) >> 24;
    hash &= 0x0fffffffu;
  }
  return hash;
}

Result<ElfSymbols> ElfSymbols::read(ByteSource& source, const ElfDynamic& file) {
  ElfSymbols symbols;
  symbols.wide_ = file.header.wide;
  symbols.order_ = file.header.order;
  const ElfTables tables = without_overlap(file.tables);
  std::string needs, definitions;
  const std::array wanted{
      Wanted{tables.strings, symbols.strings_},       Wanted{tables.symbols, symbols.symbols_},
      Wanted{tables.gnu_hash, symbols.gnu_hash_},     Wanted{tables.sysv_hash, symbols.sysv_hash_},
      Wanted{tables.versions, symbols.versions_},     Wanted{tables.version_needs, needs},
      Wanted{tables.version_definitions, definitions}};
  if (auto done = read_tables(source, wanted); !done) return std::unexpected(done.error());
  symbols.strings_.reserve(never_short);
  symbols.read_gnu_table();
  symbols.count_symbols();
  symbols.read_version_needs(needs, tables.version_need_count);
  symbols.read_version_definitions(definitions, tables.version_definition_count);
  return symbols;
}

std::string_view ElfSymbols::text(std::uint64_t offset) const {
  return Fields(strings_).text(offset).value_or("");
}

void ElfSymbols::read_gnu_table() {
  const Fields table = fields(gnu_hash_);
  gnu_ = {table.u32(0).value_or(0), table.u32(4).value_or(0), table.u32(8).value_or(0),
          table.u32(12).value_or(0)};
  gnu_.buckets_at = 16 + std::uint64_t{gnu_.bloom_words} * (wide_ ? 8 : 4);
  gnu_.chains_at = gnu_.buckets_at + std::uint64_t{gnu_.buckets} * 4;
  if (gnu_.buckets_at > table.size()) gnu_.buckets = 0;
  gnu_.buckets = std::min<std::uint32_t>(
      gnu_.buckets, static_cast<std::uint32_t>(
                        (table.size() - std::min<std::uint64_t>(gnu_.buckets_at, table.size())) / 4));
}

/// The SysV table names the number; of the GNU table the last chain has to be followed to its end.
void ElfSymbols::count_symbols() {
  std::uint64_t count = 0;
  if (const auto chains = fields(sysv_hash_).u32(4)) {
    count = *chains;
  } else if (gnu_hash_.size() >= 16) {
    const Fields table = fields(gnu_hash_);
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < gnu_.buckets; ++i)
      last = std::max<std::uint64_t>(last, table.u32(gnu_.buckets_at + 4 * i).value_or(0));
    count = gnu_.first;
    if (last >= gnu_.first) {
      while (table.u32(gnu_.chains_at + 4 * (last - gnu_.first)).value_or(1) % 2 == 0) ++last;
      count = last + 1;
    }
  } else {
    count = ~std::uint64_t{0};  // no hash table: up to where the next table begins
  }
  count_ = static_cast<std::uint32_t>(
      std::min<std::uint64_t>({count, symbols_.size() / (wide_ ? 24 : 16), 0xffffffffu}));
}

void ElfSymbols::remember(const ElfVersion& version) {
  if (by_index_.size() <= version.index) by_index_.resize(std::size_t{version.index} + 1);
  by_index_[version.index] = version;
}

/// Entries are chained by distances; each step goes forward, so that no chain is endless.
void ElfSymbols::read_version_needs(const std::string& table, std::uint64_t count) {
  const Fields need = fields(table);
  const std::uint64_t most = table.size() / 16;  // more cannot be there without overlapping
  for (std::uint64_t at = 0, i = 0; i < count && at + 16 <= table.size(); ++i) {
    const std::string_view file = text(need.u32(at + 4).value_or(0));
    std::uint64_t each = at + need.u32(at + 8).value_or(0);
    for (std::uint16_t left = need.u16(at + 2).value_or(0); left > 0 && each + 16 <= table.size(); --left) {
      if (needs_.size() >= most) return;
      const std::uint16_t flags = need.u16(each + 4).value_or(0), other = need.u16(each + 6).value_or(0);
      needs_.push_back({static_cast<std::uint16_t>(other & 0x7fff), text(need.u32(each + 8).value_or(0)),
                        file, (flags & 2) != 0, (other & 0x8000) != 0});
      remember(needs_.back());
      const std::uint32_t step = need.u32(each + 12).value_or(0);
      if (step == 0) break;
      each += step;
    }
    const std::uint32_t step = need.u32(at + 12).value_or(0);
    if (step == 0) break;
    at += step;
  }
}

void ElfSymbols::read_version_definitions(const std::string& table, std::uint64_t count) {
  const Fields definition = fields(table);
  for (std::uint64_t at = 0, i = 0; i < count && at + 20 <= table.size(); ++i) {
    const std::uint64_t name_at = at + definition.u32(at + 12).value_or(0);
    ElfVersion version;
    if (definitions_.size() >= table.size() / 20) return;
    version.index = definition.u16(at + 4).value_or(0) & 0x7fff;
    version.base = definition.u16(at + 2).value_or(0) & 1;
    version.name = text(definition.u32(name_at).value_or(0));
    definitions_.push_back(version);
    if (!version.base) remember(version);
    const std::uint32_t step = definition.u32(at + 16).value_or(0);
    if (step == 0) break;
    at += step;
  }
}

const ElfVersion* ElfSymbols::version(std::uint16_t index) const {
  if (index >= by_index_.size() || by_index_[index].name.empty()) return nullptr;
  return &by_index_[index];
}

ElfSymbol ElfSymbols::at(std::uint32_t index) const {
  const Fields table = fields(symbols_);
  ElfSymbol symbol;
  const std::uint64_t at = std::uint64_t{index} * (wide_ ? 24 : 16);
  symbol.name = text(table.u32(at).value_or(0));
  const std::uint8_t info = table.u8(at + (wide_ ? 4 : 12)).value_or(0);
  symbol.binding = info >> 4;
  symbol.type = info & 15;
  symbol.visibility = table.u8(at + (wide_ ? 5 : 13)).value_or(0) & 3;
  symbol.section = table.u16(at + (wide_ ? 6 : 14)).value_or(0);
  symbol.value = wide_ ? table.u64(at + 8).value_or(0) : table.u32(at + 4).value_or(0);
  if (const auto version = fields(versions_).u16(std::uint64_t{index} * 2)) {
    symbol.version = *version & 0x7fff;
    symbol.hidden_version = *version & 0x8000;
  }
  return symbol;
}

std::vector<std::uint32_t> ElfSymbols::undefined() const {
  std::vector<std::uint32_t> found;
  const Fields table = fields(symbols_);
  const std::uint64_t each = wide_ ? 24 : 16, section_at = wide_ ? 6 : 14;
  for (std::uint32_t i = 1; i < count_; ++i)
    if (table.u16(i * each + section_at) == elf::section_undefined && table.u32(i * each).value_or(0) != 0)
      found.push_back(i);
  return found;
}

bool ElfSymbols::in_bloom_filter(std::uint32_t hash) const {
  const std::uint64_t bits = wide_ ? 64 : 32;
  if (gnu_.bloom_words == 0) return false;
  const std::uint64_t at = 16 + (hash / bits % gnu_.bloom_words) * (bits / 8);
  const std::uint64_t word =
      wide_ ? fields(gnu_hash_).u64(at).value_or(0) : fields(gnu_hash_).u32(at).value_or(0);
  const std::uint64_t second = gnu_.bloom_shift < 32 ? (hash >> gnu_.bloom_shift) % bits : 0;
  return (word >> (hash % bits)) & (word >> second) & 1;
}

void ElfSymbols::gnu_named(std::string_view name, std::uint32_t hash,
                           std::vector<std::uint32_t>& found) const {
  if (gnu_.buckets == 0 || !in_bloom_filter(hash)) return;
  const Fields table = fields(gnu_hash_);
  std::uint64_t index = table.u32(gnu_.buckets_at + std::uint64_t{hash % gnu_.buckets} * 4).value_or(0);
  if (index < gnu_.first) return;
  for (; index < count_; ++index) {
    const std::uint32_t chain = table.u32(gnu_.chains_at + (index - gnu_.first) * 4).value_or(1);
    const auto place = static_cast<std::uint32_t>(index);
    if ((chain | 1u) == (hash | 1u) && at(place).name == name) found.push_back(place);
    if (chain & 1u) return;
  }
}

void ElfSymbols::sysv_named(std::string_view name, std::vector<std::uint32_t>& found) const {
  const Fields table = fields(sysv_hash_);
  const std::uint32_t buckets = table.u32(0).value_or(0);
  if (buckets == 0) return;
  std::uint32_t index = table.u32(8 + std::uint64_t{sysv_hash(name) % buckets} * 4).value_or(0);
  for (std::uint32_t steps = 0; index != 0 && index < count_ && steps < count_; ++steps) {
    if (at(index).name == name) found.push_back(index);
    index = table.u32(8 + (std::uint64_t{buckets} + index) * 4).value_or(0);
  }
}

std::vector<std::uint32_t> ElfSymbols::named(std::string_view name, std::uint32_t gnu_hash_of_name) const {
  std::vector<std::uint32_t> found;
  if (gnu_hash_.size() >= 16)
    gnu_named(name, gnu_hash_of_name, found);
  else
    sysv_named(name, found);
  return found;
}

}  // namespace gpuenv::image
