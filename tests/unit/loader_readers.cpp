// The readers of what dynamic loaders look at: ELF tables and ld.so.cache, with what holds for each of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "image/elf_symbols.h"
#include "image/test_dll.h"
#include "image/test_library.h"
#include "loader/glibc_settings.h"
#include "loader/ld_cache.h"
#include "loader/test_ld_cache.h"
#include "readers.h"

namespace gpuenv::test {
namespace {

using image::test::LibraryOfTest;

std::string read_dynamic(std::string_view bytes) {
  base::MemorySource source(bytes);
  const auto file = image::read_elf_dynamic(source);
  if (!file) {
    EXPECT_FALSE(file.error().message.empty());
    return "";
  }
  for (const auto& table :
       {file->tables.strings, file->tables.symbols, file->tables.gnu_hash, file->tables.versions})
    if (table) EXPECT_LE(table->offset + table->size, bytes.size());
  return (Digest() << file->soname << file->build_id << file->interpreter
                   << static_cast<long long>(file->needed.size()))
      .take();
}

std::string read_symbols(std::string_view bytes) {
  base::MemorySource source(bytes);
  const auto file = image::read_elf_dynamic(source);
  if (!file) return "";
  const auto symbols = image::ElfSymbols::read(source, *file);
  if (!symbols) return "";
  EXPECT_LE(symbols->count(), bytes.size());
  EXPECT_LE(symbols->needs().size() + symbols->definitions().size(), bytes.size());
  std::size_t found = 0;
  for (const std::uint32_t place : symbols->undefined()) EXPECT_FALSE(symbols->at(place).defined());
  for (std::uint32_t i = 0; i < symbols->count(); ++i) {
    const auto symbol = symbols->at(i);
    EXPECT_TRUE(symbol.name.size() <= bytes.size());
    if (const auto* version = symbols->version(symbol.version)) EXPECT_FALSE(version->name.empty());
    for (const std::uint32_t place : symbols->named(symbol.name, image::gnu_hash(symbol.name))) {
      EXPECT_EQ(symbols->at(place).name, symbol.name);
      ++found;
    }
  }
  return fmt::format("{} {} {} {}", symbols->count(), found, symbols->undefined().size(),
                     symbols->needs().size());
}

std::string read_cache(std::string_view bytes) {
  const loader::LdCache cache{std::string(bytes)};
  EXPECT_LE(cache.size(), bytes.size() / 24);
  if (cache.size() == 0) return "";
  return (Digest() << static_cast<long long>(cache.size()) << cache.find("libx.so", 0x0303, {"x86-64-v2"}))
      .take();
}

std::string read_settings(std::string_view bytes) {
  const auto settings = loader::glibc_settings(bytes, {});
  EXPECT_FALSE(settings.folders.empty());
  return (Digest() << settings.folders << settings.lib << settings.cache).take();
}

std::string read_links(std::string_view bytes) {
  base::MemorySource source(bytes);
  const auto links = image::read_pe_links(source);
  if (!links) {
    EXPECT_FALSE(links.error().message.empty());
    return "";
  }
  std::size_t names = links->exports.size();
  for (const auto& import : links->imports) names += import.names.size();
  return fmt::format("{} {} {}", links->imports.size(), links->exports.size(), names);
}

std::string dll() {
  image::test::DllOfTest made;
  made.imports = {{"KERNEL32.dll", false, {"Sleep", "#7"}}, {"late.dll", true, {"f"}}};
  made.exports = {"f", "g"};
  made.forward = "OTHER.f";
  return made.build();
}

/// Libraries of both widths and orders, with all that a dynamic section may lead to.
Texts libraries() {
  Texts list;
  for (const bool wide : {true, false})
    for (const auto order : {image::ByteOrder::little, image::ByteOrder::big}) {
      LibraryOfTest library;
      library.wide = wide;
      library.order = order;
      library.sysv_hash = wide == (order == image::ByteOrder::big);
      library.soname = "libx.so.1";
      library.needed = {"liba.so", "libb.so"};
      library.rpath = "/a:$ORIGIN";
      library.runpath = "/b";
      library.interpreter = "/lib64/ld-linux-x86-64.so.2";
      library.build_id = "0123";
      library.symbols = {{"f", true, "X_1"},
                         {"g", true, "X_2"},
                         image::test::wants("malloc", "GLIBC_2.2.5", "libc.so.6"),
                         image::test::wants("free")};
      list.push_back(library.build());
    }
  return list;
}

}  // namespace

const std::vector<Reader>& loader_readers() {
  using loader::test::level;
  static const std::vector<Reader> list{
      {"image: elf dynamic", read_dynamic, libraries()},
      {"image: elf symbols", read_symbols, libraries()},
      {"image: pe links", read_links, {dll()}},
      {"loader: ld cache",
       read_cache,
       {loader::test::cache_of({{"libx.so", "/lib64/libx.so"}, {"libx.so", "/v2/libx.so", 0x0303, level(0)}},
                               {"x86-64-v2", "x86-64-v3"})}},
      {"loader: settings",
       read_settings,
       {std::string("\0/lib/x/\0/usr/lib/x/\0release version 2.36.\0", 43)}},
  };
  return list;
}

}  // namespace gpuenv::test
