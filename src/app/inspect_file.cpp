// From the readers of image/ to plain rows.
#include "app/inspect_file.h"

#include <fmt/format.h>

#include "image/device_code.h"
#include "image/elf_dynamic.h"
#include "image/format.h"
#include "image/pe_header.h"

namespace gpuenv::app {
namespace {

using image::FileFormat;
using model::DeviceCodeRow;
using model::InspectedFile;

const char* word(FileFormat format) {
  switch (format) {
    case FileFormat::elf:
      return "ELF";
    case FileFormat::pe:
    case FileFormat::coff:
      return "PE";
    case FileFormat::archive:
      return "archive";
    case FileFormat::fatbin:
      return "fatbin";
    case FileFormat::zip:
    case FileFormat::other:
      break;
  }
  return "";
}

/// The name of e_machine or of the COFF machine (PE format, "Machine Types").
std::string elf_machine(std::uint16_t number) {
  switch (number) {
    case image::elf::machine_x86_64:
      return "x86_64";
    case image::elf::machine_aarch64:
      return "aarch64";
    case image::elf::machine_i386:
      return "i386";
    case image::elf::machine_ppc64:
      return "ppc64";
    case image::elf::machine_cuda:
      return "cuda";
    default:
      return fmt::format("machine {}", number);
  }
}

std::string pe_machine(std::uint16_t number) {
  return number == 0x8664   ? "x86_64"
         : number == 0xAA64 ? "aarch64"
         : number == 0x14C  ? "i386"
                            : fmt::format("machine {:#x}", number);
}

DeviceCodeRow::Kind kind_of(image::CodeKind kind) {
  switch (kind) {
    case image::CodeKind::cubin:
      return DeviceCodeRow::Kind::cubin;
    case image::CodeKind::ptx:
      return DeviceCodeRow::Kind::ptx;
    case image::CodeKind::lto:
      return DeviceCodeRow::Kind::lto;
    case image::CodeKind::other:
      break;
  }
  return DeviceCodeRow::Kind::other;
}

const char* word(image::CodePlace place) {
  return place == image::CodePlace::section       ? "section"
         : place == image::CodePlace::relocatable ? "relocatable"
                                                  : "elsewhere";
}

DeviceCodeRow row_of(const image::CodeGroup& group) {
  DeviceCodeRow row{kind_of(group.kind), group.sm,       "",
                    word(group.place),   group.stub,     group.count,
                    group.bytes,         group.unpacked, group.kind_number};
  if (row.kind == DeviceCodeRow::Kind::ptx) row.isa = fmt::format("{}.{}", group.isa_major, group.isa_minor);
  return row;
}

void read_elf(base::ByteSource& source, InspectedFile& file) {
  const auto elf = image::read_elf_dynamic(source);
  if (!elf) return void(file.error = elf.error().message);
  file.machine = elf_machine(elf->header.machine);
  file.needed = elf->needed;
  if (source.size() < elf->least_size)
    file.error =
        fmt::format("cut off: {} bytes, and its segments reach to {}", source.size(), elf->least_size);
}

}  // namespace

bool holds_binary(base::ByteSource& source) {
  const auto format = image::file_format(source);
  return format && *word(*format) != '\0';
}

InspectedFile inspect_file(base::ByteSource& source, const std::string& path, const std::string& member) {
  InspectedFile file;
  file.path = path;
  file.member = member;
  file.size = source.size();
  const auto format = image::file_format(source);
  if (!format) file.error = format.error().message;
  if (!format) return file;
  file.format = word(*format);
  if (*format == FileFormat::elf) read_elf(source, file);
  if (*format == FileFormat::pe || *format == FileFormat::coff)
    if (const auto sections = image::read_pe_sections(source)) file.machine = pe_machine(sections->machine);
  const auto code = image::device_code(source);
  if (!code && file.error.empty()) file.error = code.error().message;
  if (!code) return file;
  for (const auto& group : code->groups) file.code.push_back(row_of(group));
  for (const auto& group : code->containers)
    file.containers.push_back({group.cubins, group.ptx, word(group.place), group.count});
  return file;
}

}  // namespace gpuenv::app
