// Looks through data for the first bytes of fatbins, cubins and zstd frames, and jumps over what it finds.
#include "image/hidden_code.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "image/cubin.h"
#include "image/elf_header.h"
#include "image/fields.h"

namespace gpuenv::image {
namespace {

using base::ByteSource;
using base::Result;

constexpr std::size_t window_size = std::size_t{256} << 10;
constexpr std::uint32_t elf_word = 0x464c457f;

/// What was found, and what is to be read of it.
struct Found {
  std::vector<std::uint64_t> containers;
  std::vector<FatbinEntry> cubins;
};

/// The offset of the next word that may begin something, or the end of the whole words.
std::size_t next_candidate(std::string_view bytes, std::size_t at) {
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, 8);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    if (word == fatbin_word || static_cast<std::uint32_t>(word) == elf_word) break;
  }
  return at;
}

/// The cubin that begins at `at`, if one does that ends before `end`.
std::optional<FatbinEntry> cubin_at(ByteSource& source, std::uint64_t at, std::uint64_t end) {
  base::PartSource part(source, at, end - at);
  const auto header = read_elf_header(part);
  if (!header || !header->wide || header->sections_at == 0) return std::nullopt;
  const auto sm = cubin_sm(*header);
  const std::uint64_t size = header->sections_at + header->section_count * 64;
  if (!sm || header->sections_at > end - at || size > end - at) return std::nullopt;
  const std::uint64_t with_segments = header->segments_at + header->segment_count * 56;
  const std::uint64_t whole = std::max(size, std::min(with_segments, end - at));
  return FatbinEntry{.kind = CodeKind::cubin, .sm = *sm, .code_at = at, .bytes = whole, .unpacked = whole};
}

/// What lies at a candidate; the number of bytes to go on by.
std::uint64_t take(ByteSource& source, std::uint64_t at, std::uint64_t end, std::string_view bytes,
                   Found& found) {
  const Fields fields(bytes);
  if (fields.u64(0) == fatbin_word) {
    const std::uint64_t size = fields.u64(8).value_or(~std::uint64_t{0});
    if (size == 0 || end - at < 16 || size > end - at - 16) return 8;
    found.containers.push_back(at);
    return (16 + size + 7) / 8 * 8;
  }
  if (fields.u16(18) != elf::machine_cuda) return 8;
  const auto cubin = cubin_at(source, at, end);
  if (!cubin) return 8;
  found.cubins.push_back(*cubin);
  return (cubin->bytes + 7) / 8 * 8;
}

Result<void> look_through(ByteSource& source, Stretch where, std::string& window, Found& found) {
  constexpr std::size_t needed = 24;  // of the header of a candidate
  std::uint64_t at = (where.begin + 7) / 8 * 8;
  while (at < where.end) {
    const std::uint64_t size = std::min<std::uint64_t>(window.size(), where.end - at);
    const auto read = source.read_at(at, std::span(window).first(size));
    if (!read) return std::unexpected(read.error());
    const bool last = read->size() < window.size();
    std::uint64_t offset = 0;
    while (true) {
      offset = next_candidate(*read, offset);
      if (offset + 8 > read->size() || (!last && offset + needed > read->size())) break;
      offset += take(source, at + offset, where.end, read->substr(offset), found);
      if (offset > read->size()) break;
    }
    if (last && offset <= read->size()) return {};
    at += offset;
  }
  return {};
}

}  // namespace

Result<std::vector<FatbinEntry>> find_hidden_code(ByteSource& source, const std::vector<Stretch>& where) {
  std::string window(window_size, '\0');
  std::vector<FatbinEntry> entries;
  for (const Stretch& stretch : where) {
    Found found;
    if (auto done = look_through(source, stretch, window, found); !done) return std::unexpected(done.error());
    const auto fatbins = read_fatbins_at(source, stretch.end, found.containers);
    if (!fatbins) return std::unexpected(fatbins.error());
    entries.insert(entries.end(), fatbins->begin(), fatbins->end());
    entries.insert(entries.end(), found.cubins.begin(), found.cubins.end());
  }
  return entries;
}

}  // namespace gpuenv::image
