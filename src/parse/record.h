// RECORD: the files that a distribution has put into an environment (packaging.python.org, "Recording
// installed projects").
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace gpuenv::parse {

struct RecordLine {
  std::string
      path;  ///< with '/', relative to the folder that holds the *.dist-info folder; may begin with "../"
  std::string hash;        ///< "sha256=..."; "" = not said
  std::int64_t size = -1;  ///< bytes; -1 = not said
};

/// Calls `each` for the lines of a RECORD whose path `wants` takes, in their order; lines that make no sense
/// are passed over. A line without its end is left out when the text was `cut`.
void record_lines(std::string_view text, bool cut, const std::function<bool(std::string_view path)>& wants,
                  const std::function<void(RecordLine line)>& each);

/// A shared library or extension module, by its name: x.so, x.so.9.26.0, x.dll, x.pyd.
bool is_native_library(std::string_view path);

}  // namespace gpuenv::parse
