// Static libraries (.a, .lib): archives of objects.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"
#include "image/fatbin.h"

namespace gpuenv::image {

/// True when these first bytes of a file are those of an archive.
bool is_archive(std::string_view beginning);

/// Where the members of an archive lie, its indexes among them. A thin archive, which has none, is an error.
[[nodiscard]] base::Result<std::vector<Stretch>> read_archive(base::ByteSource& source);

}  // namespace gpuenv::image
