// Files of ld.so.cache, put together for tests.
#pragma once

#include <string>
#include <vector>

#include "image/test_binaries.h"

namespace gpuenv::loader::test {

struct CacheEntry {
  std::string name, file;
  std::uint32_t kind = 0x0303;
  std::uint64_t capabilities = 0;
};

/// The capabilities of an entry below glibc-hwcaps: the index of its level.
inline std::uint64_t level(std::uint32_t index) {
  return (std::uint64_t{1} << 62) | index;
}

inline std::string cache_of(const std::vector<CacheEntry>& entries,
                            const std::vector<std::string>& levels = {}) {
  const std::size_t texts_at = 48 + 24 * entries.size();
  std::string texts;
  const auto text = [&](const std::string& each) {
    texts += each + '\0';
    return texts_at + texts.size() - each.size() - 1;
  };
  image::test::Bytes list, places;
  for (const CacheEntry& each : entries)
    list.u32(each.kind).u32(text(each.name)).u32(text(each.file)).u32(0).u64(each.capabilities);
  for (const std::string& each : levels) places.u32(text(each));
  const std::string levels_bytes = places.take();
  const std::size_t extension_at = (texts_at + texts.size() + 3) / 4 * 4;
  image::test::Bytes out;
  out.bytes("glibc-ld.so.cache1.1")
      .u32(entries.size())
      .u32(texts.size())
      .u32(2)
      .u32(levels.empty() ? 0 : extension_at);
  out.resize(48).bytes(list.take()).bytes(texts).resize(extension_at);
  if (!levels.empty())
    out.u32(0xEAA42174)
        .u32(1)
        .u32(1)
        .u32(0)
        .u32(extension_at + 24)
        .u32(levels_bytes.size())
        .bytes(levels_bytes);
  return out.take();
}

}  // namespace gpuenv::loader::test
