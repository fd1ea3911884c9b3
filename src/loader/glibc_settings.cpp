// The default folders out of ld.so itself, and the levels of the processor out of /proc/cpuinfo.
#include "loader/glibc_settings.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "base/text.h"
#include "base/version.h"
#include "image/elf_dynamic.h"

namespace gpuenv::loader {
namespace {

namespace elf = image::elf;

/// "/lib/x86_64-linux-gnu/", as the loader keeps its folders; "" for other texts.
std::string_view folder_text(std::string_view bytes, std::size_t at) {
  if (at >= bytes.size() || bytes[at] != '/') return "";
  const std::size_t end = bytes.find('\0', at);
  if (end == std::string_view::npos || end - at > 4096) return "";
  const std::string_view text = bytes.substr(at, end - at);
  return text.size() > 1 && text.ends_with('/') && text.find("/lib") != std::string_view::npos ? text : "";
}

/// The longest run of such texts one behind the other: `system_dirs` of elf/dl-load.c.
std::vector<std::string> default_folders(std::string_view bytes) {
  std::vector<std::string> best;
  for (std::size_t at = bytes.find(std::string_view("\0/", 2)); at != std::string_view::npos;
       at = bytes.find(std::string_view("\0/", 2), at + 1)) {
    std::vector<std::string> run;
    std::size_t next = at + 1;
    for (std::string_view text = folder_text(bytes, next); !text.empty(); text = folder_text(bytes, next)) {
      run.emplace_back(text.substr(0, text.size() - 1));
      next += text.size() + 1;
    }
    if (run.size() > best.size()) best = std::move(run);
  }
  return best;
}

/// The NUL-terminated text that ends in `ending`, from the NUL before it; "" when there is none.
std::string_view text_ending_in(std::string_view bytes, std::string_view ending) {
  const std::size_t found = bytes.find(std::string(ending) + '\0');
  if (found == std::string_view::npos) return "";
  const std::size_t before = bytes.rfind('\0', found);
  const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
  return bytes.substr(start, found + ending.size() - start);
}

/// "2.36" of "stable release version 2.36."; invalid when it is not there.
base::Version version_of(std::string_view bytes) {
  constexpr std::string_view mark = "release version ";
  const std::size_t at = bytes.find(mark);
  if (at == std::string_view::npos) return base::Version("");
  const std::string_view rest = bytes.substr(at + mark.size(), 16);
  std::size_t end = rest.find_first_not_of("0123456789.");
  if (end == std::string_view::npos) end = rest.size();
  while (end > 0 && rest[end - 1] == '.') --end;
  return base::Version(rest.substr(0, end));
}

/// $LIB is the second of the folders, /usr/lib/x86_64-linux-gnu, without /usr.
std::string lib_of(const std::vector<std::string>& folders, const image::ElfHeader& host) {
  const std::string folder = folders.size() > 1 ? folders[1] : folders.empty() ? "" : folders[0];
  const std::size_t at = folder.rfind("/lib");
  if (at != std::string::npos) return folder.substr(at + 1);
  return host.wide ? "lib64" : "lib";
}

std::set<std::string_view> words_of(std::string_view cpuinfo, std::string_view key) {
  for (const std::string_view line : base::lines(cpuinfo)) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || base::trim(line.substr(0, colon)) != key) continue;
    const auto words = base::split(base::trim(line.substr(colon + 1)), ' ');
    return {words.begin(), words.end()};
  }
  return {};
}

bool has_all(const std::set<std::string_view>& flags, std::initializer_list<std::string_view> wanted) {
  return std::ranges::all_of(wanted, [&](std::string_view each) { return flags.contains(each); });
}

/// The levels of the x86-64 psABI under the names that Linux gives their parts.
void x86_64_levels(std::string_view cpuinfo, Cpu& cpu) {
  const auto flags = words_of(cpuinfo, "flags");
  const bool v2 = has_all(flags, {"cx16", "lahf_lm", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3"});
  const bool v3 =
      v2 && has_all(flags, {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"});
  const bool avx512 = has_all(flags, {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"});
  if (v3 && avx512) cpu.levels.push_back("x86-64-v4");
  if (v3) cpu.levels.push_back("x86-64-v3");
  if (v2) cpu.levels.push_back("x86-64-v2");
  // Names of before 2.33, which only Intel's processors get (sysdeps/x86/cpu-features.c).
  const bool intel = words_of(cpuinfo, "vendor_id").contains("GenuineIntel");
  cpu.platform = intel && v3 ? "haswell" : "x86_64";
  cpu.legacy = {"tls", cpu.platform};
  if (intel && avx512) cpu.legacy.push_back("avx512_1");
  cpu.legacy.push_back("x86_64");
}

}  // namespace

GlibcSettings glibc_settings(std::string_view loader_bytes, const image::ElfHeader& host) {
  GlibcSettings settings;
  settings.folders = default_folders(loader_bytes);
  if (settings.folders.empty()) {
    const std::string lib = host.wide ? "lib64" : "lib";
    settings.folders = {"/" + lib, "/usr/" + lib};
  }
  settings.lib = lib_of(settings.folders, host);
  const std::string_view cache = text_ending_in(loader_bytes, "/etc/ld.so.cache");
  if (cache.starts_with('/')) settings.cache = cache;
  const base::Version version = version_of(loader_bytes);
  settings.legacy_subfolders = version.valid() && version < base::Version("2.37");
  return settings;
}

Cpu cpu_of(std::string_view cpuinfo, const image::ElfHeader& host) {
  Cpu cpu;
  switch (host.machine) {
    case elf::machine_x86_64:
      x86_64_levels(cpuinfo, cpu);
      break;
    case elf::machine_aarch64:
      cpu.platform = "aarch64";
      break;
    case elf::machine_i386:
      cpu.platform = "i686";
      break;
    default:
      break;
  }
  return cpu;
}

std::string usual_glibc_loader(const image::ElfHeader& host) {
  switch (host.machine) {
    case elf::machine_x86_64:
      return host.wide ? "/lib64/ld-linux-x86-64.so.2" : "/libx32/ld-linux-x32.so.2";
    case elf::machine_aarch64:
      return "/lib/ld-linux-aarch64.so.1";
    case elf::machine_arm:
      return "/lib/ld-linux-armhf.so.3";
    case elf::machine_ppc64:
      return "/lib64/ld64.so.2";
    case elf::machine_riscv:
      return "/lib/ld-linux-riscv64-lp64d.so.1";
    default:
      return "/lib/ld-linux.so.2";
  }
}

std::vector<std::string> subfolders(const Cpu& cpu, bool legacy) {
  std::vector<std::string> all;
  all.reserve(cpu.levels.size());
  for (const std::string& level : cpu.levels) all.push_back("glibc-hwcaps/" + level);
  const std::size_t count = legacy ? cpu.legacy.size() : 0;
  // All combinations, the first name as the most significant digit (_dl_important_hwcaps of glibc 2.36).
  for (std::size_t chosen = (std::size_t{1} << count) - 1; chosen > 0; --chosen) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i)
      if (chosen >> (count - 1 - i) & 1) names.push_back(cpu.legacy[i]);
    all.push_back(base::join(names, "/"));
  }
  all.emplace_back();
  return all;
}

}  // namespace gpuenv::loader
