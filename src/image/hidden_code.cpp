// Looks through data for the first bytes of fatbins, cubins and zstd frames, and jumps over what it finds.
#include "image/hidden_code.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <iterator>
#include <string>
#include <thread>

#include "image/cubin.h"
#include "image/elf_header.h"
#include "image/fields.h"
#include "image/window.h"
#include "image/zstd.h"

namespace gpuenv::image {
namespace {

using base::ByteSource;
using base::Result;

constexpr std::uint32_t elf_word = 0x464c457f;
constexpr std::uint64_t part_size = std::uint64_t{16} << 20;
constexpr std::size_t most_workers = 4;  ///< two at least: one waits while the other one reads

/// Four words, which the processor compares at once.
using Lanes [[gnu::vector_size(16)]] = std::uint32_t;
constexpr std::size_t block = 4 * sizeof(Lanes);

std::uint32_t little(std::uint32_t value) {
  return std::endian::native == std::endian::little ? value : __builtin_bswap32(value);
}

Lanes found_in(const char* bytes, const Lanes& fatbin, const Lanes& elf, const Lanes& zstd) {
  Lanes lanes;
  __builtin_memcpy(&lanes, bytes, sizeof(lanes));
  return reinterpret_cast<Lanes>((lanes == fatbin) | (lanes == elf) | (lanes == zstd));
}

/// The offset of the first block, from `at` on, in which a word of four bytes begins something, or of the
/// rest that is no whole block.
std::size_t skip_blocks(std::string_view bytes, std::size_t at) {
  const Lanes zero{}, fatbin = zero + little(fatbin_magic), elf = zero + little(elf_word),
                      zstd = zero + little(zstd_magic);
  for (; at + block <= bytes.size(); at += block) {
    const char* data = bytes.data() + at;
    const Lanes found = found_in(data, fatbin, elf, zstd) | found_in(data + 16, fatbin, elf, zstd) |
                        found_in(data + 32, fatbin, elf, zstd) | found_in(data + 48, fatbin, elf, zstd);
    std::uint64_t halves[2];
    __builtin_memcpy(halves, &found, sizeof(halves));
    if ((halves[0] | halves[1]) != 0) break;
  }
  return at;
}

/// The offset of the next word of eight bytes that may begin something, or the end of the whole words.
std::size_t next_candidate(std::string_view bytes, std::size_t at) {
  for (; at + 8 <= bytes.size(); at += 8) {
    at = skip_blocks(bytes, at);
    if (at + 8 > bytes.size()) break;
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + at, 4);
    word = little(word);
    if (word == fatbin_magic || word == elf_word || word == zstd_magic) break;
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
  return FatbinEntry{.kind = CodeKind::cubin,
                     .kind_number = 2,
                     .sm = *sm,
                     .container_at = at,
                     .code_at = at,
                     .bytes = whole,
                     .unpacked = whole};
}

/// Where a zstd frame ends: its blocks are followed by their sizes. Nothing where it reaches beyond `end`.
Result<std::optional<std::uint64_t>> frame_end(Window& window, std::uint64_t at, const ZstdHead& head,
                                               std::uint64_t end) {
  std::uint64_t next = at + head.size;
  while (next < end) {
    const auto bytes = window.from(next, zstd_block_head);
    if (!bytes) return std::unexpected(bytes.error());
    const ZstdBlock block = zstd_block(*bytes);
    if (block.kind == ZstdBlock::Kind::invalid) return std::nullopt;
    next += zstd_block_head + block.size;
    if (!block.last) continue;
    next += head.checksum ? 4 : 0;
    return next <= end ? std::optional(next) : std::nullopt;
  }
  return std::nullopt;
}

/// The cubin that a zstd frame at `at` holds, known by the first bytes that come out of it.
Result<std::optional<FatbinEntry>> packed_cubin(Window& window, std::uint64_t at, std::uint64_t end) {
  constexpr std::size_t header_of_elf = 64;
  auto bytes = window.from(at, largest_zstd_head + zstd_block_head);
  if (!bytes) return std::unexpected(bytes.error());
  const auto head = zstd_head(*bytes);
  if (!head || head->size + zstd_block_head > bytes->size()) return std::nullopt;
  const ZstdBlock first = zstd_block(bytes->substr(head->size));
  if (first.kind == ZstdBlock::Kind::invalid) return std::nullopt;
  bytes = window.from(at, head->size + zstd_block_head + first.size);
  if (!bytes) return std::unexpected(bytes.error());
  const auto start = unpack_zstd(*bytes, header_of_elf);
  if (!start || !is_elf(*start)) return std::nullopt;
  base::MemorySource memory(*start);
  const auto header = read_elf_header(memory);
  const auto sm = header ? cubin_sm(*header) : std::nullopt;
  if (!sm) return std::nullopt;
  const auto after = frame_end(window, at, *head, end);
  if (!after) return std::unexpected(after.error());
  if (!*after) return std::nullopt;
  return FatbinEntry{.kind = CodeKind::cubin,
                     .kind_number = 2,
                     .sm = *sm,
                     .packing = Packing::zstd,
                     .container_at = at,
                     .code_at = at,
                     .bytes = **after - at,
                     .packed = **after - at,
                     .unpacked = head->unpacked.value_or(0)};
}

/// Looks through what begins between two places of a stretch; what begins there may end anywhere before
/// `end`.
class Search {
 public:
  Search(ByteSource& source, Stretch begins, std::uint64_t end)
      : source_(source), begins_(begins), end_(end), window_(source, end) {}

  Result<void> run() {
    std::uint64_t at = (begins_.begin + 7) / 8 * 8;
    while (at < begins_.end) {
      const auto bytes = window_.from(at, 8);
      if (!bytes) return std::unexpected(bytes.error());
      if (bytes->size() < 8) break;
      const std::size_t offset = next_candidate(*bytes, 0);
      at += offset;
      if (offset + 8 > bytes->size() || at >= begins_.end) continue;
      const auto step = take(at);
      if (!step) return std::unexpected(step.error());
      if (*step > 8) found_.push_back({at, at + *step});
      at += *step;
    }
    after_ = std::max(at, begins_.begin);
    auto fatbins = read_fatbins_at(source_, end_, containers_);
    if (!fatbins) return std::unexpected(fatbins.error());
    entries_.insert(entries_.end(), fatbins->begin(), fatbins->end());
    return {};
  }
  std::uint64_t begin() const { return begins_.begin; }
  std::uint64_t end() const { return begins_.end; }
  /// Where the search ended: at its end, or behind what reaches beyond that.
  std::uint64_t after() const { return after_; }
  /// True when something that was found lies across a place.
  bool across(std::uint64_t place) const {
    return std::ranges::any_of(found_,
                               [&](const Stretch& each) { return each.begin < place && each.end > place; });
  }
  /// The entries of what begins at a place or behind it.
  void add_from(std::uint64_t place, std::vector<FatbinEntry>& all) const {
    std::ranges::copy_if(entries_, std::back_inserter(all),
                         [&](const FatbinEntry& entry) { return entry.container_at >= place; });
  }

 private:
  /// Takes what begins at a candidate; the number of bytes to go on by.
  Result<std::uint64_t> take(std::uint64_t at) {
    const auto bytes = window_.from(at, 24);
    if (!bytes) return std::unexpected(bytes.error());
    const Fields fields(*bytes);
    if (fields.u64(0) == fatbin_word) return take_container(at, fields.u64(8).value_or(0), *bytes);
    std::optional<FatbinEntry> cubin;
    if (fields.u32(0) == zstd_magic) {
      auto packed = packed_cubin(window_, at, end_);
      if (!packed) return std::unexpected(packed.error());
      cubin = *std::move(packed);
    } else if (fields.u16(18) == elf::machine_cuda) {
      cubin = cubin_at(source_, at, end_);
    }
    if (!cubin) return 8;
    entries_.push_back(*cubin);
    return (cubin->bytes + 7) / 8 * 8;
  }

  Result<std::uint64_t> take_container(std::uint64_t at, std::uint64_t size, std::string_view bytes) {
    if (size == 0 || end_ - at < 16 || size > end_ - at - 16) return 8;
    const std::uint64_t whole = 16 + size;
    if (whole > bytes.size()) {
      containers_.push_back(at);  // their headers are read together afterwards
      return (whole + 7) / 8 * 8;
    }
    if (!read_container(bytes.substr(0, whole), at, entries_)) return 8;
    return (whole + 7) / 8 * 8;
  }

  ByteSource& source_;
  Stretch begins_;
  std::uint64_t end_, after_ = 0;
  Window window_;
  std::vector<std::uint64_t> containers_;
  std::vector<FatbinEntry> entries_;
  std::vector<Stretch> found_;
};

/// Long stretches are looked through in parts side by side: while one waits for the disk, another one is
/// read.
Result<void> run_all(std::vector<Search>& parts) {
  std::atomic<std::size_t> next = 0;
  std::vector<Result<void>> done(parts.size());
  const auto work = [&] {
    for (std::size_t i = next++; i < parts.size(); i = next++) done[i] = parts[i].run();
  };
  std::vector<std::jthread> helpers;
  const std::size_t workers = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 2, most_workers);
  while (helpers.size() + 1 < std::min(workers, parts.size())) helpers.emplace_back(work);
  work();
  helpers.clear();
  for (auto& each : done)
    if (!each) return each;
  return {};
}

/// Puts the parts together. What lies inside of something that began in an earlier part is none of its own.
Result<void> join(ByteSource& source, const std::vector<Search>& parts, std::uint64_t end,
                  std::vector<FatbinEntry>& all) {
  std::uint64_t place = 0;
  for (const Search& part : parts) {
    if (place >= part.end()) continue;
    if (place > part.begin() && part.across(place)) {
      Search again(source, {place, part.end()}, end);
      if (auto done = again.run(); !done) return done;
      again.add_from(place, all);
      place = again.after();
      continue;
    }
    part.add_from(place, all);
    place = std::max(place, part.after());
  }
  return {};
}

}  // namespace

Result<std::vector<FatbinEntry>> find_hidden_code(ByteSource& source, const std::vector<Stretch>& where) {
  std::vector<FatbinEntry> entries;
  for (const Stretch& stretch : where) {
    const std::uint64_t size = source.in_order() ? stretch.end - stretch.begin : part_size;
    std::vector<Search> parts;
    for (std::uint64_t at = stretch.begin; at < stretch.end; at += size)
      parts.emplace_back(source, Stretch{at, at + std::min(size, stretch.end - at)}, stretch.end);
    if (auto done = run_all(parts); !done) return std::unexpected(done.error());
    if (auto done = join(source, parts, stretch.end, entries); !done) return std::unexpected(done.error());
  }
  return entries;
}

}  // namespace gpuenv::image
