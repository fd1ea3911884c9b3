// What a glibc was built with and what it makes of the processor: the parts of its search that no environment
// variable and no file of the user says.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "image/elf_header.h"

namespace gpuenv::loader {

struct GlibcSettings {
  std::vector<std::string> folders;  ///< the default ones, in order
  std::string lib;                   ///< $LIB
  std::string cache = "/etc/ld.so.cache";
  bool legacy_subfolders = false;  ///< tls/, x86_64/ and the like are looked into (before 2.37)
};

/// Reads the settings out of the bytes of ld.so, where they stand as texts: distributions differ in them, and
/// those of conda, Nix or Guix lie elsewhere altogether. What is not found is as in glibc's own sources.
GlibcSettings glibc_settings(std::string_view loader_bytes, const image::ElfHeader& host);

struct Cpu {
  std::vector<std::string> levels;  ///< names below glibc-hwcaps, best first: "x86-64-v4", ...
  std::string platform;             ///< $PLATFORM
  std::vector<std::string> legacy;  ///< names of legacy subfolders in the order of their combinations
};

/// From /proc/cpuinfo; "" gives what every processor of the kind has.
Cpu cpu_of(std::string_view cpuinfo, const image::ElfHeader& host);

/// The loader of programs that name none.
std::string usual_glibc_loader(const image::ElfHeader& host);

/// The subfolders of one folder in the order of the search, "" last; with `legacy` those of before 2.37 too.
std::vector<std::string> subfolders(const Cpu& cpu, bool legacy);

}  // namespace gpuenv::loader
