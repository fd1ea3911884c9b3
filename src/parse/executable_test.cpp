// Tests of the bits of a program.
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

}  // namespace
}  // namespace gpuenv::parse
