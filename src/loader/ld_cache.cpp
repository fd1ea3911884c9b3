// Layout after glibc's dl-cache.h: a head of 48 bytes, entries of 24, texts by offsets from the head, and an
// extension with the names of the glibc-hwcaps levels.
#include "loader/ld_cache.h"

#include <algorithm>
#include <limits>

#include "image/elf_dynamic.h"
#include "image/fields.h"

namespace gpuenv::loader {
namespace {

constexpr std::string_view magic = "glibc-ld.so.cache1.1";
constexpr std::uint64_t head_size = 48, entry_size = 24;
constexpr std::uint32_t extension_magic = 0xEAA42174, extension_levels = 1;
/// In the field of hardware capabilities: the lower half is an index into the levels
/// (DL_CACHE_HWCAP_EXTENSION).
constexpr std::uint32_t level_mark = 1u << 30;

/// The file's own byte order: bits 0-1 of the flags of the head are 2 for little and 3 for big, or 0 in files
/// of before 2.33.
image::ByteOrder order_of(std::string_view cache) {
  return (image::Fields(cache).u8(28).value_or(0) & 3) == 3 ? image::ByteOrder::big
                                                            : image::ByteOrder::little;
}

}  // namespace

LdCache::LdCache(std::string bytes) : bytes_(std::move(bytes)) {
  // Files of glibc before 2.32 begin with the older format, and the newer one follows it.
  const std::size_t start = bytes_.find(magic);
  if (start == std::string::npos) return;
  cache_ = std::string_view(bytes_).substr(start);
  const image::Fields fields(cache_, order_of(cache_));
  if (cache_.size() < head_size) return;
  const std::uint64_t count =
      std::min<std::uint64_t>(fields.u32(20).value_or(0), (cache_.size() - head_size) / entry_size);
  const auto levels = read_levels(fields.u32(32).value_or(0));
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t at = head_size + i * entry_size;
    const bool big = order_of(cache_) == image::ByteOrder::big;
    const std::uint32_t low = fields.u32(at + (big ? 20 : 16)).value_or(0);
    const std::uint32_t high = fields.u32(at + (big ? 16 : 20)).value_or(0);
    Entry entry{fields.u32(at).value_or(0), text(fields.u32(at + 8).value_or(0))};
    const std::string_view name = text(fields.u32(at + 4).value_or(0));
    if (name.empty() || entry.file.empty()) continue;
    if (high == level_mark && low < levels.size()) entry.level = levels[low];
    // Capabilities of the kind before 2.33 name subfolders that no distribution fills any more.
    if ((high != 0 || low != 0) && entry.level.empty()) continue;
    by_name_[name].push_back(entry);
    ++entries_;
  }
}

std::string_view LdCache::text(std::uint64_t offset) const {
  return image::Fields(cache_).text(offset).value_or("");
}

std::vector<std::string_view> LdCache::read_levels(std::uint64_t at) const {
  std::vector<std::string_view> levels;
  const image::Fields fields(cache_, order_of(cache_));
  if (at == 0 || fields.u32(at) != extension_magic) return levels;
  const std::uint64_t sections = std::min<std::uint64_t>(fields.u32(at + 4).value_or(0), cache_.size() / 16);
  for (std::uint64_t i = 0; i < sections; ++i) {
    const std::uint64_t section = at + 8 + i * 16;
    if (fields.u32(section) != extension_levels) continue;
    const std::uint64_t offset = fields.u32(section + 8).value_or(0),
                        size = fields.u32(section + 12).value_or(0);
    for (std::uint64_t each = offset; each + 4 <= std::min<std::uint64_t>(offset + size, cache_.size());
         each += 4)
      levels.push_back(text(fields.u32(each).value_or(0)));
    break;
  }
  return levels;
}

std::string_view LdCache::find(std::string_view name, std::uint32_t kind,
                               const std::vector<std::string>& levels) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return "";
  std::string_view best;
  std::size_t best_rank = std::numeric_limits<std::size_t>::max();
  for (const Entry& entry : found->second) {
    if (entry.kind != kind) continue;
    const auto level = std::find(levels.begin(), levels.end(), entry.level);
    if (!entry.level.empty() && level == levels.end()) continue;
    const auto rank = static_cast<std::size_t>(level - levels.begin());
    if (rank >= best_rank) continue;
    best_rank = rank;
    best = entry.file;
  }
  return best;
}

std::uint32_t cache_kind(const image::ElfHeader& header) {
  namespace elf = image::elf;
  constexpr std::uint32_t libc6 = 3;
  switch (header.machine) {
    case elf::machine_x86_64:
      return libc6 | (header.wide ? 0x0300 : 0x0800);
    case elf::machine_aarch64:
      return libc6 | 0x0a00;
    case elf::machine_arm:
      return libc6 | 0x0900;
    case elf::machine_ppc64:
      return libc6 | 0x0500;
    case elf::machine_riscv:
      return libc6 | 0x1000;
    default:
      return libc6;
  }
}

}  // namespace gpuenv::loader
