// Python files that only hold constants, such as torch/version.py: their assignments and dict entries, read
// without running them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuenv::parse {

struct PythonValue {
  enum class Kind { text, none, yes, no, list, other };
  Kind kind = Kind::other;        ///< other: code, which we do not run
  std::string text;               ///< for text: without quotes; for other: a number or the code as it stands
  std::vector<std::string> list;  ///< for list: its strings
  int line = 0;                   ///< where it stands, from 1
};

/// The last value assigned to a name at the start of a line: "cuda: Optional[str] = '13.2'", "cuda = None".
std::optional<PythonValue> assignment(std::string_view text, std::string_view name);

/// The value of a key in a dict or in a list of pairs: "('is_cuda_build', True)", "\"is_cuda_build\": True".
std::optional<PythonValue> entry(std::string_view text, std::string_view key);

}  // namespace gpuenv::parse
