// Tells formats apart by the signatures that they begin with.
#include "image/format.h"

#include <array>

#include "image/archive.h"
#include "image/elf_header.h"
#include "image/fatbin.h"
#include "image/fields.h"
#include "image/pe_header.h"
#include "image/zip.h"

namespace gpuenv::image {

base::Result<FileFormat> file_format(base::ByteSource& source) {
  std::array<char, 64> buffer{};
  const auto beginning = source.read_at(0, buffer);
  if (!beginning) return std::unexpected(beginning.error());
  if (is_elf(*beginning)) return FileFormat::elf;
  if (is_pe(*beginning)) return FileFormat::pe;
  if (is_coff(*beginning)) return FileFormat::coff;
  if (is_archive(*beginning)) return FileFormat::archive;
  if (is_zip(*beginning)) return FileFormat::zip;
  return Fields(*beginning).u32(0) == fatbin_magic ? FileFormat::fatbin : FileFormat::other;
}

}  // namespace gpuenv::image
