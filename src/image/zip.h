// Zip files, which wheels are: their members, each as a source of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"

namespace gpuenv::image {

/// A file in a zip file.
struct ZipMember {
  std::string name;  ///< with "/" between its parts, as the zip file has it
  std::uint16_t method = 0;
  std::uint64_t header_at = 0;
  std::uint64_t packed = 0;
  std::uint64_t size = 0;
  bool encrypted = false;
};

/// True when these first bytes of a file are those of a zip file with members.
bool is_zip(std::string_view beginning);

/// The members that the directory at the end of the file lists, folders left out.
[[nodiscard]] base::Result<std::vector<ZipMember>> read_zip(base::ByteSource& source);

/// The bytes of a member: read in place where it is stored, unpacked as they are asked for where it is
/// deflated. The zip file has to live as long.
[[nodiscard]] base::Result<std::unique_ptr<base::ByteSource>> open_zip_member(base::ByteSource& source,
                                                                              const ZipMember& member);

}  // namespace gpuenv::image
