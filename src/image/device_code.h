// The device code of a file: for which architectures it is, in which form, how much of it, and where.
#pragma once

#include <cstdint>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"
#include "base/sm.h"
#include "image/fatbin.h"

namespace gpuenv::image {

/// Where code lies.
enum class CodePlace {
  section,      ///< where compilers put it: the CUDA runtime finds it there
  relocatable,  ///< input for a later link of device code (nvcc -dc): nothing runs it as it is
  elsewhere,    ///< in other data: the library brings it to the card by itself
};

/// Pieces of code that are alike, and how many there are.
struct CodeGroup {
  CodeKind kind = CodeKind::other;
  std::uint16_t kind_number = 0;  ///< as the file has it
  base::Sm sm;
  int isa_major = 0, isa_minor = 0;  ///< of PTX: the driver has to know it
  CodePlace place = CodePlace::section;
  Packing packing = Packing::none;
  bool stub = false;  ///< holds no machine code; nvcc adds such ones for the architectures of the link
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;     ///< in the file
  std::uint64_t unpacked = 0;  ///< bytes of the code itself
};

/// Containers that hold code for the same architectures. The compiler makes one for each source file; a
/// library that brings code to the card by itself often has one for each kernel and architecture.
struct ContainerGroup {
  std::vector<base::Sm> cubins, ptx;  ///< in order; stubs left out
  CodePlace place = CodePlace::section;
  std::uint64_t count = 0;
};

/// All device code of a file, ordered by place, kind and architecture.
struct DeviceCode {
  std::vector<CodeGroup> groups;
  std::vector<ContainerGroup> containers;  ///< those with code that runs, or that the driver can compile
};

enum class Search {
  sections,    ///< the sections that compilers put code into
  everywhere,  ///< other data too: some of NVIDIA's libraries keep code there
};

/// Reads a library or program (ELF, PE), an object, an archive of objects, a fatbin or a cubin. No group
/// means that it holds no device code; a file of another kind, or a damaged one, is an error.
[[nodiscard]] base::Result<DeviceCode> device_code(base::ByteSource& source,
                                                   Search search = Search::everywhere);

}  // namespace gpuenv::image
