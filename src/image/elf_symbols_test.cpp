// Symbols with versions of libraries made by hand, found through both kinds of hash table.
#include "image/elf_symbols.h"

#include <gtest/gtest.h>

#include "image/test_library.h"

namespace gpuenv::image {
namespace {

using test::LibraryOfTest;
using test::wants;

LibraryOfTest example() {
  LibraryOfTest library;
  library.soname = "libx.so";
  library.needed = {"libc.so.6"};
  library.symbols = {{"first", true, "X_1"},
                     {"second", true, "X_2"},
                     {"second", true, "X_1", "", false, true},
                     {"plain"},
                     wants("malloc", "GLIBC_2.2.5", "libc.so.6"),
                     {"maybe", false, "", "", true}};
  return library;
}

ElfSymbols read(const std::string& bytes) {
  base::MemorySource source(bytes);
  const auto file = read_elf_dynamic(source);
  EXPECT_TRUE(file);
  auto symbols = ElfSymbols::read(source, *file);
  EXPECT_TRUE(symbols);
  return std::move(*symbols);
}

std::string text(const ElfSymbols& symbols, std::uint32_t place) {
  const ElfSymbol symbol = symbols.at(place);
  const ElfVersion* version = symbols.version(symbol.version);
  std::string text(symbol.name);
  if (version) text += (symbol.hidden_version || !symbol.defined() ? "@" : "@@") + std::string(version->name);
  return text + (symbol.weak() ? " weak" : "");
}

std::vector<std::string> texts(const ElfSymbols& symbols, const std::vector<std::uint32_t>& places) {
  std::vector<std::string> all;
  for (const std::uint32_t place : places) all.push_back(text(symbols, place));
  return all;
}

using Texts = std::vector<std::string>;

TEST(ElfSymbols, AreReadInBothWidthsOrdersAndHashes) {
  for (const bool wide : {true, false})
    for (const ByteOrder order : {ByteOrder::little, ByteOrder::big})
      for (const bool sysv : {true, false}) {
        LibraryOfTest library = example();
        library.wide = wide;
        library.order = order;
        library.sysv_hash = sysv;
        const ElfSymbols symbols = read(library.build());
        EXPECT_EQ(symbols.count(), 7u);
        EXPECT_EQ(texts(symbols, symbols.undefined()), (Texts{"malloc@GLIBC_2.2.5", "maybe weak"}));
        EXPECT_EQ(texts(symbols, symbols.named("second", gnu_hash("second"))),
                  (Texts{"second@@X_2", "second@X_1"}));
        EXPECT_EQ(texts(symbols, symbols.named("plain", gnu_hash("plain"))), (Texts{"plain"}));
        EXPECT_EQ(texts(symbols, symbols.named("absent", gnu_hash("absent"))), (Texts{}));
      }
}

TEST(ElfSymbols, NameTheVersionsThatAreNeededAndDefined) {
  const ElfSymbols symbols = read(example().build());
  ASSERT_EQ(symbols.needs().size(), 1u);
  EXPECT_EQ(symbols.needs()[0].file, "libc.so.6");
  EXPECT_EQ(symbols.needs()[0].name, "GLIBC_2.2.5");
  ASSERT_EQ(symbols.definitions().size(), 3u);
  EXPECT_TRUE(symbols.definitions()[0].base);
  EXPECT_EQ(symbols.definitions()[1].name, "X_1");
  EXPECT_TRUE(symbols.versioned());
  EXPECT_EQ(symbols.version(1), nullptr);
}

TEST(ElfSymbols, WithoutVersionsHaveNone) {
  LibraryOfTest library;
  library.symbols = {{"f"}};
  const ElfSymbols symbols = read(library.build());
  EXPECT_FALSE(symbols.versioned());
  EXPECT_FALSE(symbols.defines_versions());
}

TEST(ElfSymbols, HashesAreThoseOfTheFormats) {
  // Of the examples in the documents of both: "printf" and "syscall" (gABI and the GNU hash description).
  EXPECT_EQ(gnu_hash("printf"), 0x156b2bb8u);
  EXPECT_EQ(gnu_hash(""), 5381u);
  EXPECT_EQ(sysv_hash("printf"), 0x077905a6u);
  EXPECT_EQ(sysv_hash("syscall"), 0x0b09985cu);
}

}  // namespace
}  // namespace gpuenv::image
