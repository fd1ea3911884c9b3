// The dynamic symbols of an ELF file with their versions: what it defines, and what it wants others to
// define.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"
#include "image/elf_dynamic.h"

namespace gpuenv::image {

// Kinds of symbols (gABI chapter 4, and the GNU ones).
namespace elf {
inline constexpr std::uint8_t bind_local = 0, bind_global = 1, bind_weak = 2, bind_unique = 10;
inline constexpr std::uint8_t symbol_untyped = 0, symbol_object = 1, symbol_function = 2, symbol_common = 5,
                              symbol_thread_local = 6, symbol_indirect_function = 10;
inline constexpr std::uint8_t visibility_internal = 1, visibility_hidden = 2;
inline constexpr std::uint16_t section_undefined = 0, section_absolute = 0xfff1;
}  // namespace elf

struct ElfSymbol {
  std::string_view name;
  std::uint8_t binding = 0;
  std::uint8_t type = 0;
  std::uint8_t visibility = 0;
  std::uint16_t section = 0;
  std::uint64_t value = 0;
  std::uint16_t version = 1;    ///< index among the versions: 0 = local, 1 = without version
  bool hidden_version = false;  ///< not the default version of its name

  bool defined() const { return section != elf::section_undefined; }
  bool weak() const { return binding == elf::bind_weak; }
};

/// A version that a file needs of another one, or defines itself.
struct ElfVersion {
  std::uint16_t index = 0;
  std::string_view name;
  std::string_view file;  ///< soname of who has to define it; "" for one defined here
  bool weak = false;      ///< may be missing
  bool hidden = false;    ///< only symbols of exactly this version will do
  bool base = false;      ///< names the file itself and no symbol
};

/// The hashes by which names are found.
std::uint32_t gnu_hash(std::string_view name);
std::uint32_t sysv_hash(std::string_view name);

/// The tables of one file, kept as they are: libraries have up to hundreds of thousands of symbols, of which
/// few are asked for. Views that it hands out live as long as it does.
class ElfSymbols {
 public:
  ElfSymbols(ElfSymbols&&) = default;
  ElfSymbols& operator=(ElfSymbols&&) = default;
  /// Reads all tables in one round. Tables that are cut off end where the file does.
  [[nodiscard]] static base::Result<ElfSymbols> read(base::ByteSource& source, const ElfDynamic& file);

  /// How many symbols there are, the unused first one included.
  std::uint32_t count() const { return count_; }
  ElfSymbol at(std::uint32_t index) const;
  /// The places of all symbols that this file wants from others, weak ones too.
  std::vector<std::uint32_t> undefined() const;
  /// The places of the symbols of this name that the hash table knows; the loader finds no others.
  std::vector<std::uint32_t> named(std::string_view name, std::uint32_t gnu_hash_of_name) const;

  /// False when the file was linked without symbol versions.
  bool versioned() const { return !versions_.empty(); }
  bool defines_versions() const { return !definitions_.empty(); }
  const std::vector<ElfVersion>& needs() const { return needs_; }
  const std::vector<ElfVersion>& definitions() const { return definitions_; }
  /// The version of this index, needed or defined; nullptr for symbols without one.
  const ElfVersion* version(std::uint16_t index) const;

 private:
  ElfSymbols() = default;

  struct GnuTable {
    std::uint32_t buckets = 0, first = 0, bloom_words = 0, bloom_shift = 0;
    std::uint64_t buckets_at = 0, chains_at = 0;
  };

  Fields fields(const std::string& table) const { return Fields(table, order_); }
  std::string_view text(std::uint64_t offset) const;
  void read_gnu_table();
  void count_symbols();
  void read_version_needs(const std::string& table, std::uint64_t count);
  void read_version_definitions(const std::string& table, std::uint64_t count);
  void remember(const ElfVersion& version);
  bool in_bloom_filter(std::uint32_t hash) const;
  void gnu_named(std::string_view name, std::uint32_t hash, std::vector<std::uint32_t>& found) const;
  void sysv_named(std::string_view name, std::vector<std::uint32_t>& found) const;

  bool wide_ = true;
  ByteOrder order_ = ByteOrder::little;
  std::uint32_t count_ = 0;
  std::string strings_, symbols_, gnu_hash_, sysv_hash_, versions_;
  GnuTable gnu_;
  std::vector<ElfVersion> needs_, definitions_;
  std::vector<ElfVersion> by_index_;  ///< empty names where there is none
};

}  // namespace gpuenv::image
