// Architecture and code of a cubin, from its ELF header and sections.
#include "image/cubin.h"

#include <algorithm>

#include "image/fatbin.h"

namespace gpuenv::image {

std::optional<base::Sm> cubin_sm(const ElfHeader& header) {
  if (header.machine != elf::machine_cuda) return std::nullopt;
  // Cubins of ABI 8 and later (CUDA 13 for all architectures, CUDA 12 from sm_100 on) moved the number one
  // byte up.
  const std::uint32_t number = header.abi_version >= 8 ? (header.flags >> 8) & 0xff : header.flags & 0xff;
  if (number == 0) return std::nullopt;
  return sm_of_number(number);
}

base::Result<bool> has_device_code(base::ByteSource& cubin) {
  const auto header = read_elf_header(cubin);
  if (!header) return std::unexpected(header.error());
  const auto sections = read_elf_sections(cubin, *header);
  if (!sections) return std::unexpected(sections.error());
  return std::ranges::any_of(*sections, [](const ElfSection& section) {
    return (section.flags & elf::section_executable) != 0 && section.size > 0;
  });
}

}  // namespace gpuenv::image
