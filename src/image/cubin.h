// Bare cubins: ELF files of device code outside of fatbins.
#pragma once

#include <optional>
#include <string_view>

#include "base/byte_source.h"
#include "base/sm.h"
#include "image/elf_header.h"

namespace gpuenv::image {

/// The architecture that the header of a cubin names; none for other ELF files. Whether it is sm_90 or sm_90a
/// is not in it.
std::optional<base::Sm> cubin_sm(const ElfHeader& header);

/// Whether a cubin holds machine code, and not variables alone or nothing at all.
[[nodiscard]] base::Result<bool> has_device_code(base::ByteSource& cubin);

}  // namespace gpuenv::image
