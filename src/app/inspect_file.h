// One binary, read by the reader of its format.
#pragma once

#include <string>

#include "base/byte_source.h"
#include "model/inspection.h"

namespace gpuenv::app {

/// True when the file begins as a binary does that can be read; text files named .so (linker scripts) do not.
bool holds_binary(base::ByteSource& source);

/// Device code, needed libraries and machine of a file; `member` is its name in the wheel `path`, or "".
model::InspectedFile inspect_file(base::ByteSource& source, const std::string& path,
                                  const std::string& member);

}  // namespace gpuenv::app
