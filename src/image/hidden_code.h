// Device code in data that no compiler marked as such: fatbins, cubins and packed cubins among constants.
#pragma once

#include <vector>

#include "base/byte_source.h"
#include "base/result.h"
#include "image/fatbin.h"

namespace gpuenv::image {

/// What begins at multiples of eight within these stretches of a source: entries of fatbin containers,
/// cubins, and cubins packed by zstd without a container, as in cuBLASLt.
[[nodiscard]] base::Result<std::vector<FatbinEntry>> find_hidden_code(base::ByteSource& source,
                                                                      const std::vector<Stretch>& where);

}  // namespace gpuenv::image
