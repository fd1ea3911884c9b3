// Tests of what the headers of programs and libraries tell.
#include "parse/executable.h"

#include <gtest/gtest.h>

#include <string>

namespace gpuenv::parse {
namespace {

std::string elf(char bits_class) {
  return std::string(
             "\x7F"
             "ELF") +
         bits_class + std::string(59, '\0');
}

std::string pe(unsigned machine) {
  std::string bytes(256, '\0');
  bytes.replace(0, 2, "MZ");
  bytes[0x3C] = '\x80';
  bytes.replace(0x80, 2, "PE");
  bytes[0x84] = static_cast<char>(machine & 0xFF);
  bytes[0x85] = static_cast<char>(machine >> 8);
  return bytes;
}

TEST(Executable, ElfClassTellsTheBits) {
  EXPECT_EQ(executable_bits(elf(2)), 64);
  EXPECT_EQ(executable_bits(elf(1)), 32);
}

TEST(Executable, PeMachineTellsTheBits) {
  EXPECT_EQ(executable_bits(pe(0x8664)), 64);
  EXPECT_EQ(executable_bits(pe(0x14C)), 32);
  EXPECT_EQ(executable_bits(pe(0xAA64)), 64);
}

TEST(Executable, OtherBytesTellNothing) {
  EXPECT_FALSE(executable_bits(""));
  EXPECT_FALSE(executable_bits("#!/bin/sh\n"));
  EXPECT_FALSE(
      executable_bits("\x7F"
                      "ELF"));
  EXPECT_FALSE(executable_bits(elf(7)));
  EXPECT_FALSE(executable_bits("MZ"));
  EXPECT_FALSE(executable_bits(pe(0x8664).substr(0, 0x84)));
  std::string far = pe(0x8664);
  far[0x3F] = '\x7F';
  EXPECT_FALSE(executable_bits(far));
}

/// A library with one segment (or section) that lies at `offset` and is `length` long.
std::string elf_library(std::uint64_t offset, std::uint64_t length) {
  std::string bytes = elf(2) + std::string(56, '\0');
  const auto put = [&](std::size_t at, std::uint64_t value) {
    for (int i = 0; i < 8; ++i) bytes[at + i] = static_cast<char>(value >> 8 * i & 0xFF);
  };
  bytes[5] = 1;
  put(32, 64);    // e_phoff
  bytes[56] = 1;  // e_phnum
  put(64 + 8, offset);
  put(64 + 32, length);
  return bytes;
}

TEST(Executable, HeadersTellHowLongALibraryHasToBe) {
  EXPECT_EQ(least_library_size(elf_library(0x1000, 0x2000)), 0x3000U);
  std::string sections = elf_library(0x1000, 0x2000);
  sections[40 + 1] = '\x40';  // e_shoff 0x4000
  sections[58] = 64;          // e_shentsize
  sections[60] = 2;           // e_shnum
  EXPECT_EQ(least_library_size(sections), 0x4080U);
  std::string dll = pe(0x8664) + std::string(64, '\0');
  dll[0x86] = 1;          // one section, its row at 0x80 + 24
  dll[0x98 + 17] = 0x02;  // 0x200 bytes
  dll[0x98 + 21] = 0x04;  // at 0x400
  EXPECT_EQ(least_library_size(dll), 0x600U);
}

TEST(Executable, HeadersThatAreCutOrMadUpTellNoLength) {
  EXPECT_FALSE(least_library_size(elf_library(0x1000, 0x2000).substr(0, 100)));
  EXPECT_FALSE(least_library_size(std::string(4096, '\0')));
  EXPECT_FALSE(least_library_size(pe(0x8664).substr(0, 0x82)));
  EXPECT_EQ(least_library_size(elf_library(~std::uint64_t{0}, 2)), 0U);
}

}  // namespace
}  // namespace gpuenv::parse
