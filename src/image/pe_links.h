// What Windows' loader reads of a PE file to put it together with others: imports and exports.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"

namespace gpuenv::image {

/// What a file wants of one library. Functions that are imported by number are "#12".
struct PeImport {
  std::string library;   ///< as it is written
  bool delayed = false;  ///< looked for at the first call, not when the file is loaded
  std::vector<std::string> names;
};

struct PeLinks {
  std::uint16_t machine = 0;
  bool library = false;  ///< a DLL, not a program
  std::vector<PeImport> imports;
  std::vector<std::string> exports;  ///< sorted; those without a name as "#12", those with one under both
  /// Of the exports that another library serves: "KERNEL32.Sleep", in no order.
  std::vector<std::string> forwards;

  bool has(std::string_view name) const;
};

/// Reads imports, delayed imports and exports of a PE file; objects have none.
[[nodiscard]] base::Result<PeLinks> read_pe_links(base::ByteSource& source);

}  // namespace gpuenv::image
