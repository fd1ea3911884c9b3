// Follows the headers of fatbin containers and of their entries, several chains of them at a time.
#include "image/fatbin.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "image/fields.h"

namespace gpuenv::image {
namespace {

using base::ByteSource;
using base::Piece;
using base::Result;

constexpr std::uint64_t container_header = 16, entry_header = 64;
constexpr std::uint64_t longest_gap =
    4096;  ///< linkers align sections of objects; the largest alignment is a page

// Flags of an entry.
constexpr std::uint64_t flag_lz4 = 0x2000, flag_zstd = 0x8000, flag_exact = 0x100000, flag_family = 0x200000;

CodeKind kind_of(std::uint16_t number) {
  switch (number) {
    case 1:
      return CodeKind::ptx;
    case 2:
      return CodeKind::cubin;
    case 8:
      return CodeKind::lto;
    default:
      return CodeKind::other;
  }
}

/// One walk along containers that follow each other.
struct Chain {
  std::uint64_t at = 0;
  std::uint64_t end = 0;  ///< of what it has to walk along
  std::uint64_t container_at = 0;
  std::uint64_t container_end = 0;  ///< 0 between containers
  std::uint64_t gap = 0;            ///< bytes skipped since the last container
  bool single = false;              ///< ends after one container
  std::array<char, container_header + entry_header> buffer{};
  std::vector<FatbinEntry> entries;
  std::string error;

  bool open() const { return error.empty() && at < end; }
};

/// Takes the header of a container, which begins where the chain is; the chain then is at its first entry.
void enter(Chain& chain, const Fields& fields) {
  const auto header = fields.u16(6);
  const auto size = fields.u64(8);
  if (!header || !size) {
    chain.error = fmt::format("the fatbin container at offset {:#x} is cut off", chain.at);
  } else if (*header < container_header) {
    chain.error =
        fmt::format("the fatbin container at offset {:#x} has a header of {} bytes", chain.at, *header);
  } else if (*header > chain.end - chain.at || *size > chain.end - chain.at - *header) {
    chain.error = fmt::format(
        "the fatbin container at offset {:#x} ({} bytes) reaches beyond {:#x}, where it has to end", chain.at,
        *size, chain.end);
  } else {
    chain.gap = 0;
    chain.container_at = chain.at;
    chain.at += *header;
    chain.container_end = chain.at + *size;
  }
}

FatbinEntry entry_at(const Fields& fields, std::uint64_t at, std::uint64_t header, std::uint64_t bytes) {
  FatbinEntry entry;
  entry.kind_number = fields.u16(0).value_or(0);
  const std::uint64_t flags = fields.u64(40).value_or(0);
  entry.kind = kind_of(entry.kind_number);
  entry.sm = sm_of_number(fields.u32(28).value_or(0), (flags & flag_exact)    ? 'a'
                                                      : (flags & flag_family) ? 'f'
                                                                              : ' ');
  if (entry.kind == CodeKind::ptx) {
    entry.isa_minor = fields.u16(24).value_or(0);
    entry.isa_major = fields.u16(26).value_or(0);
  }
  entry.packing = (flags & flag_lz4) ? Packing::lz4 : (flags & flag_zstd) ? Packing::zstd : Packing::none;
  entry.code_at = at + header;
  entry.bytes = bytes;
  entry.packed = entry.packing == Packing::none ? 0 : fields.u32(16).value_or(0);
  entry.unpacked = entry.packing == Packing::none ? bytes : fields.u64(56).value_or(0);
  return entry;
}

void leave(Chain& chain) {
  chain.at = (chain.container_end + 7) / 8 * 8;
  chain.container_end = 0;
  if (chain.single) chain.at = chain.end;
}

/// Takes the entry at the beginning of `bytes`, which is where the chain is.
void take_entry(Chain& chain, std::string_view bytes) {
  const Fields fields(bytes);
  const auto header = fields.u32(4);
  const auto size = fields.u64(8);
  const std::uint64_t rest = chain.container_end - chain.at;
  if (bytes.size() < entry_header || !header || !size) {
    chain.error = fmt::format("the fatbin entry at offset {:#x} is cut off", chain.at);
  } else if (*header < entry_header || *header > rest || *size > rest - *header) {
    chain.error = fmt::format(
        "the fatbin entry at offset {:#x} (header {}, code {} bytes) does not fit its container, which ends "
        "at {:#x}",
        chain.at, *header, *size, chain.container_end);
  } else {
    chain.entries.push_back(entry_at(fields, chain.at, *header, *size));
    chain.entries.back().container_at = chain.container_at;
    chain.at += *header + *size;
    if (chain.container_end - chain.at < entry_header) leave(chain);
  }
}

/// Between containers: goes to where the next one begins in what was read, or skips what was read.
void find_container(Chain& chain, const Fields& fields) {
  std::uint64_t offset = 0;
  while (offset < fields.size() && fields.u32(offset) != fatbin_magic) offset += 8;
  if (offset == 0) return enter(chain, fields);
  chain.gap += offset;
  if (chain.single || chain.gap > longest_gap)
    chain.error = fmt::format("no fatbin container begins at offset {:#x}", chain.at);
  else
    chain.at = std::min(chain.at + offset, chain.end);
}

void step(Chain& chain, std::string_view bytes) {
  if (chain.container_end == 0) {
    const std::uint64_t before = chain.at;
    find_container(chain, Fields(bytes));
    if (!chain.error.empty() || chain.container_end == 0) return;
    if (chain.container_end - chain.at < entry_header) return leave(chain);
    const std::uint64_t taken = chain.at - before;
    if (taken > bytes.size() || bytes.size() - taken < entry_header)
      return;  // it is read with the next round
    bytes.remove_prefix(static_cast<std::size_t>(taken));
  }
  take_entry(chain, bytes);
}

/// Follows all chains to their ends.
Result<void> follow(ByteSource& source, std::vector<Chain>& chains) {
  std::vector<Chain*> open;
  std::vector<Piece> pieces;
  while (true) {
    open.clear();
    pieces.clear();
    for (Chain& chain : chains) {
      if (!chain.open()) continue;
      const std::uint64_t wanted = chain.container_end == 0 ? chain.buffer.size() : entry_header;
      open.push_back(&chain);
      pieces.push_back(
          {chain.at, std::span(chain.buffer).first(std::min<std::uint64_t>(wanted, chain.end - chain.at))});
    }
    if (open.empty()) return {};
    if (auto done = source.read(pieces); !done) return done;
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (pieces[i].filled < pieces[i].into.size())
        open[i]->error = fmt::format("the file ends at offset {:#x}, amid fatbins: it has shrunk",
                                     pieces[i].offset + pieces[i].filled);
      else
        step(*open[i], pieces[i].bytes());
    }
  }
}

std::vector<FatbinEntry> joined(std::vector<Chain>& chains) {
  std::vector<FatbinEntry> all;
  for (Chain& chain : chains) all.insert(all.end(), chain.entries.begin(), chain.entries.end());
  return all;
}

std::vector<Chain> chains_between(Stretch where, std::span<const std::uint64_t> starts) {
  std::vector<Chain> chains;
  std::uint64_t from = where.begin;
  for (const std::uint64_t start : starts) {
    if (start <= from || start >= where.end) continue;
    chains.push_back({.at = from, .end = start});
    from = start;
  }
  chains.push_back({.at = from, .end = where.end});
  return chains;
}

}  // namespace

base::Sm sm_of_number(std::uint32_t number, char suffix) {
  return {static_cast<int>(number / 10 % 100'000), static_cast<int>(number % 10), suffix};
}

Result<std::vector<FatbinEntry>> read_fatbins(ByteSource& source, Stretch where,
                                              std::span<const std::uint64_t> starts) {
  std::vector<Chain> chains = chains_between(where, starts);
  if (auto done = follow(source, chains); !done) return std::unexpected(done.error());
  const auto broken = std::ranges::find_if(chains, [](const Chain& chain) { return !chain.error.empty(); });
  if (broken == chains.end()) return joined(chains);
  if (chains.size() > 1) return read_fatbins(source, where);  // the starts may have been wrong
  return base::bad_input(broken->error);
}

bool read_container(std::string_view bytes, std::uint64_t at, std::vector<FatbinEntry>& entries) {
  const std::size_t before = entries.size();
  std::uint64_t offset = Fields(bytes).u16(6).value_or(0);
  if (offset < container_header) return false;
  while (offset <= bytes.size() && bytes.size() - offset >= entry_header) {
    const Fields fields(bytes.substr(offset));
    const std::uint64_t header = *fields.u32(4), size = *fields.u64(8);
    if (header < entry_header || header > fields.size() || size > fields.size() - header) {
      entries.resize(before);
      return false;
    }
    entries.push_back(entry_at(fields, at + offset, header, size));
    entries.back().container_at = at;
    offset += header + size;
  }
  return entries.size() > before;
}

Result<std::vector<FatbinEntry>> read_fatbins_at(ByteSource& source, std::uint64_t end,
                                                 std::span<const std::uint64_t> starts) {
  std::vector<Chain> chains;
  chains.reserve(starts.size());
  for (const std::uint64_t start : starts) chains.push_back({.at = start, .end = end, .single = true});
  if (auto done = follow(source, chains); !done) return std::unexpected(done.error());
  std::erase_if(chains, [](const Chain& chain) { return !chain.error.empty(); });
  return joined(chains);
}

}  // namespace gpuenv::image
