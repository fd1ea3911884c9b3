// The words of machine.json, for writing and reading it.
#pragma once

#include <string_view>

#include "base/known.h"
#include "machine/machine.h"

namespace gpuenv::machine::recorded {

inline constexpr std::string_view schema_family = "gpuenv/recording/";
inline constexpr int schema_version = 1;

inline constexpr base::Why all_reasons[] = {base::Why::absent, base::Why::denied,    base::Why::unsupported,
                                            base::Why::failed, base::Why::timed_out, base::Why::not_recorded};

struct KindWord {
  FileKind kind;
  const char* one;   ///< in "status"
  const char* many;  ///< in "directories"
};
inline constexpr KindWord kind_words[] = {{FileKind::file, "file", "files"},
                                          {FileKind::directory, "directory", "directories"},
                                          {FileKind::link, "link", "links"},
                                          {FileKind::device, "device", "devices"},
                                          {FileKind::other, "other", "others"}};

}  // namespace gpuenv::machine::recorded
