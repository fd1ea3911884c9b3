// The operating systems we tell apart.
#pragma once

namespace gpuenv::base {

enum class OsFamily { linux, windows, other };

constexpr const char* word(OsFamily os) {
  return os == OsFamily::linux ? "linux" : os == OsFamily::windows ? "windows" : "other";
}

}  // namespace gpuenv::base
