// Reads the section table of PE files and COFF objects
// (https://learn.microsoft.com/en-us/windows/win32/debug/pe-format).
#include "image/pe_header.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "image/fields.h"

namespace gpuenv::image {
namespace {

using base::ByteSource;
using base::Result;

constexpr std::uint64_t coff_header = 20, section_header = 40, symbol = 18;
constexpr std::uint64_t largest_strings = std::uint64_t{64} << 20;

Result<std::string> read_all(ByteSource& source, std::string_view what, std::uint64_t offset,
                             std::uint64_t size) {
  if (offset > source.size() || size > source.size() - offset)
    return base::bad_input(
        fmt::format("{} at offset {:#x} ({} bytes) lie past the end of the file ({} bytes)", what, offset,
                    size, source.size()));
  std::string bytes(static_cast<std::size_t>(size), '\0');
  const auto got = source.read_at(offset, bytes);
  if (!got) return std::unexpected(got.error());
  if (got->size() < size)
    return base::bad_input(fmt::format("{} at offset {:#x} end after {} of {} bytes: the file has shrunk",
                                       what, offset, got->size(), size));
  return bytes;
}

/// Names of more than eight bytes: "/4" is the one at 4 of the string table behind the symbols. A file
/// without one keeps "/4".
Result<std::string> string_table(ByteSource& source, std::uint64_t symbols_at, std::uint64_t symbol_count) {
  if (symbols_at == 0) return std::string();
  const std::uint64_t at = symbols_at + symbol_count * symbol;
  if (at > source.size() || source.size() - at < 4) return std::string();
  const auto size = read_all(source, "the size of the COFF string table", at, 4);
  if (!size) return std::unexpected(size.error());
  const std::uint32_t bytes = Fields(*size).u32(0).value_or(0);
  if (bytes > largest_strings)
    return base::bad_input(fmt::format("the COFF string table at offset {:#x} takes {} bytes", at, bytes));
  return read_all(source, "COFF strings", at, bytes);
}

Result<void> use_long_names(ByteSource& source, std::uint64_t symbols_at, std::uint64_t symbol_count,
                            std::vector<PeSection>& sections) {
  std::string strings;
  std::uint64_t copied = 0;
  for (PeSection& section : sections) {
    if (!section.name.starts_with('/')) continue;
    if (strings.empty()) {
      auto read = string_table(source, symbols_at, symbol_count);
      if (!read) return std::unexpected(read.error());
      if (read->empty()) return {};
      strings = *std::move(read);
    }
    std::uint32_t at = 0;
    const char* end = section.name.data() + section.name.size();
    if (const auto [stop, error] = std::from_chars(section.name.data() + 1, end, at);
        error != std::errc{} || stop != end)
      continue;
    const auto name = Fields(strings).text(at);
    if (!name)
      return base::bad_input(fmt::format("the PE section name {} lies beyond the {} bytes of names",
                                         section.name, strings.size()));
    copied += name->size();
    if (copied > largest_strings)
      return base::bad_input("the names of PE sections are longer than in any real file");
    section.name = std::string(*name);
  }
  return {};
}

PeSection section_at(const Fields& fields, std::uint64_t at) {
  PeSection section;
  const std::string_view name = fields.bytes(at, 8).value_or("");
  section.name = std::string(name.substr(0, name.find('\0')));
  section.address = fields.u32(at + 12).value_or(0);
  section.size = fields.u32(at + 16).value_or(0);
  section.offset = fields.u32(at + 20).value_or(0);
  section.flags = fields.u32(at + 36).value_or(0);
  return section;
}

/// Where the COFF header lies: at the beginning of an object, behind the signature of a PE file.
Result<std::uint64_t> coff_offset(ByteSource& source) {
  std::array<char, 64> buffer{};
  const auto start = source.read_at(0, buffer);
  if (!start) return std::unexpected(start.error());
  if (!is_pe(*start)) return 0;
  const auto signature = Fields(*start).u32(0x3c);
  if (!signature)
    return base::bad_input(fmt::format("the DOS header ends after {} of 64 bytes", start->size()));
  const auto bytes = read_all(source, "the PE signature", *signature, 4);
  if (!bytes) return std::unexpected(bytes.error());
  if (*bytes != std::string_view("PE\0\0", 4))
    return base::bad_input(fmt::format("there is no PE signature at offset {:#x}", *signature));
  return std::uint64_t{*signature} + 4;
}

}  // namespace

bool is_pe(std::string_view beginning) {
  return beginning.starts_with("MZ");
}

bool is_coff(std::string_view beginning) {
  const Fields fields(beginning);
  const auto machine = fields.u16(0);
  // No optional header in objects.
  return (machine == 0x8664 || machine == 0xaa64) && fields.u16(16) == 0;
}

Result<PeSections> read_pe_sections(ByteSource& source) {
  const auto at = coff_offset(source);
  if (!at) return std::unexpected(at.error());
  const auto header = read_all(source, "the COFF header", *at, coff_header);
  if (!header) return std::unexpected(header.error());
  const Fields coff(*header);
  const std::uint64_t optional = coff.u16(16).value_or(0), count = coff.u16(2).value_or(0);
  const auto rest =
      read_all(source, "PE section headers", *at + coff_header, optional + count * section_header);
  if (!rest) return std::unexpected(rest.error());
  const Fields fields(*rest);
  PeSections sections;
  sections.machine = coff.u16(0).value_or(0);
  if (optional >= 32) {
    const bool wide = fields.u16(0) == 0x20b;
    sections.base = wide ? fields.u64(24).value_or(0) : fields.u32(28).value_or(0);
  }
  for (std::uint64_t i = 0; i < count; ++i)
    sections.list.push_back(section_at(fields, optional + i * section_header));
  if (auto done = use_long_names(source, coff.u32(8).value_or(0), coff.u32(12).value_or(0), sections.list);
      !done)
    return std::unexpected(done.error());
  return sections;
}

}  // namespace gpuenv::image
