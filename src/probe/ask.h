// Small questions that many probes ask a machine.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "machine/machine.h"

namespace gpuenv::probe {

using base::Known;
using base::Unknown;
using base::Why;
using machine::Machine;

/// Enough for the small files that tell one thing.
inline constexpr std::size_t small_file = 16384;

/// A path below a folder, given with '/', in the machine's own style.
std::string below(const Machine& machine, std::string_view dir, std::string_view relative);

/// Whether something is there: true, false when certainly not, else why it cannot be told.
Known<bool> is_there(Machine& machine, std::string_view path);
/// The same, and that it is a folder.
Known<bool> is_folder(Machine& machine, std::string_view path);

/// The folders of PATH, without those of Windows drives inside WSL: no program for Linux is there, and each
/// question to them takes a millisecond.
Known<std::vector<std::string>> program_folders(Machine& machine);

/// The path with all links on it resolved, as far as they can be read. Windows paths are only made normal.
std::string real_path(Machine& machine, std::string_view path);

/// The reason in words, for details and notes.
inline std::string reason(const Unknown& unknown) {
  return unknown.detail.empty() ? base::word(unknown.why) : unknown.detail;
}

/// The same with the path it is about, which most details begin with.
inline std::string reason_at(const std::string& path, const Unknown& unknown) {
  const std::string words = reason(unknown);
  return words.starts_with(path) ? words : path + ": " + words;
}

}  // namespace gpuenv::probe
