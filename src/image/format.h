// Which format a file has, by its first bytes: the one place where readers are chosen.
#pragma once

#include "base/byte_source.h"
#include "base/result.h"

namespace gpuenv::image {

enum class FileFormat {
  other,    ///< none that can be read
  elf,      ///< libraries, programs, objects, cubins
  pe,       ///< libraries and programs of Windows
  coff,     ///< objects of Windows
  archive,  ///< static libraries
  fatbin,
  zip,  ///< wheels
};

/// An error where the source cannot be read.
[[nodiscard]] base::Result<FileFormat> file_format(base::ByteSource& source);

}  // namespace gpuenv::image
