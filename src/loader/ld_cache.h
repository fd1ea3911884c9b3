// /etc/ld.so.cache: the libraries that ldconfig has found, by name (glibc's format "glibc-ld.so.cache1.1").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "image/elf_header.h"

namespace gpuenv::loader {

/// The libraries of a cache file, which may also hold those of other architectures.
class LdCache {
 public:
  /// Bytes that are no such cache give an empty one: the loader then goes on without it.
  explicit LdCache(std::string bytes);
  LdCache(LdCache&&) = delete;

  /// The file for a name among entries of this kind (cache_kind); of those below glibc-hwcaps the one whose
  /// level comes first among `levels`. "" when there is none.
  std::string_view find(std::string_view name, std::uint32_t kind,
                        const std::vector<std::string>& levels) const;
  std::size_t size() const { return entries_; }

 private:
  struct Entry {
    std::uint32_t kind = 0;
    std::string_view file;
    std::string_view level;  ///< "" = outside of glibc-hwcaps
  };

  std::string_view text(std::uint64_t offset) const;
  std::vector<std::string_view> read_levels(std::uint64_t at) const;

  std::string bytes_;
  std::string_view cache_;  ///< what the offsets count from
  std::size_t entries_ = 0;
  std::unordered_map<std::string_view, std::vector<Entry>> by_name_;
};

/// The kind of entry that programs of this header load: 0x0303 for x86-64.
std::uint32_t cache_kind(const image::ElfHeader& header);

}  // namespace gpuenv::loader
