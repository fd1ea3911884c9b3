// Executable headers; see interpreter.h. Layouts: ELF-64 object file format; Microsoft PE format, "COFF File
// Header".
#include "machine/recorded/expand/interpreter.h"

#include <cstddef>

namespace gpuenv::machine::recorded {
namespace {

constexpr std::size_t file_size = 1024;

void put16(std::string& bytes, std::size_t at, unsigned value) {
  bytes[at] = static_cast<char>(value & 0xFF);
  bytes[at + 1] = static_cast<char>(value >> 8 & 0xFF);
}

}  // namespace

std::string linux_executable(const std::string& architecture, int bits) {
  std::string bytes(file_size, '\0');
  bytes.replace(0, 4,
                "\x7F"
                "ELF");
  bytes[4] = static_cast<char>(bits == 64 ? 2 : 1);  // EI_CLASS
  bytes[5] = 1;                                      // little endian
  bytes[6] = 1;                                      // EI_VERSION
  put16(bytes, 16, 3);                               // ET_DYN: a position-independent executable
  put16(bytes, 18, bits == 32 ? 3 : architecture == "aarch64" ? 183 : 62);  // EM_386, EM_AARCH64, EM_X86_64
  put16(bytes, 20, 1);
  return bytes;
}

std::string windows_executable(int bits) {
  std::string bytes(file_size, '\0');
  constexpr std::size_t header = 0x80;
  bytes.replace(0, 2, "MZ");
  put16(bytes, 0x3C, header);
  bytes.replace(header, 2, "PE");
  put16(bytes, header + 4, bits == 64 ? 0x8664 : 0x14C);
  put16(bytes, header + 20, bits == 64 ? 240 : 224);      // size of the optional header
  put16(bytes, header + 22, 0x22);                        // executable, large addresses
  put16(bytes, header + 24, bits == 64 ? 0x20B : 0x10B);  // PE32+ or PE32
  return bytes;
}

}  // namespace gpuenv::machine::recorded
