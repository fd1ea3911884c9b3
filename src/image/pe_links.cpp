// Follows the data directories 0 (exports), 1 (imports) and 13 (delayed imports)
// (https://learn.microsoft.com/en-us/windows/win32/debug/pe-format).
#include "image/pe_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "image/fields.h"
#include "image/pe_header.h"

namespace gpuenv::image {
namespace {

using base::ByteSource;
using base::Result;

constexpr std::uint64_t longest_name = 512;
/// Real files import and export some ten thousand functions; damaged ones may claim anything.
constexpr std::size_t most_names = 200'000, most_libraries = 1024;

class Reader {
 public:
  Reader(ByteSource& source, PeSections sections) : source_(source), sections_(std::move(sections)) {}

  Result<PeLinks> read() {
    if (auto done = read_header(); !done) return std::unexpected(done.error());
    read_imports();
    read_delayed();
    read_exports();
    if (wrong_) return std::unexpected(*wrong_);
    std::ranges::sort(links_.exports);
    return std::move(links_);
  }

 private:
  /// Bytes at an address relative to the image; fewer where the file ends.
  std::string bytes_at(std::uint64_t address, std::uint64_t count) {
    for (const PeSection& section : sections_.list) {
      if (address < section.address || address - section.address >= section.size) continue;
      const std::uint64_t within = address - section.address;
      std::string bytes(static_cast<std::size_t>(std::min(count, section.size - within)), '\0');
      const auto got = source_.read_at(section.offset + within, bytes);
      if (!got && !wrong_) wrong_ = got.error();
      bytes.resize(got ? got->size() : 0);
      return bytes;
    }
    return "";
  }

  std::string text_at(std::uint64_t address) {
    const std::string bytes = bytes_at(address, longest_name);
    const auto text = Fields(bytes).text(0);
    return text ? std::string(*text) : "";
  }

  void fail(std::string_view what, std::uint64_t address) {
    if (!wrong_)
      wrong_ = base::Error{base::Error::Kind::bad_input,
                           fmt::format("the PE {} at address {:#x} make no sense", what, address)};
  }

  /// Optional header: the directories begin at 112 (PE32+) or 96.
  Result<void> read_header() {
    std::array<char, 64> dos{};
    const auto start = source_.read_at(0, dos);
    if (!start) return std::unexpected(start.error());
    if (!is_pe(*start)) return base::bad_input("is no PE file");
    const std::uint64_t at = Fields(*start).u32(0x3c).value_or(0) + std::uint64_t{4};
    std::array<char, 20 + 240> buffer{};
    const auto header = source_.read_at(at, buffer);
    if (!header) return std::unexpected(header.error());
    const Fields fields(*header);
    links_.machine = sections_.machine;
    links_.library = fields.u16(18).value_or(0) & 0x2000;
    wide_ = fields.u16(20).value_or(0) == 0x20b;
    const std::uint64_t directories = 20 + (wide_ ? 112 : 96);
    const std::uint32_t count = fields.u32(directories - 4).value_or(0);
    for (std::uint32_t i = 0; i < std::min<std::uint32_t>(count, 16); ++i)
      directory_[i] = {fields.u32(directories + i * 8).value_or(0),
                       fields.u32(directories + i * 8 + 4).value_or(0)};
    return {};
  }

  /// Names or numbers up to a zero.
  std::vector<std::string> thunks(std::uint64_t address) {
    std::vector<std::string> names;
    const std::uint64_t size = wide_ ? 8 : 4, by_number = std::uint64_t{1} << (wide_ ? 63 : 31);
    constexpr std::uint64_t run = 4096;
    while (address != 0 && names_ < most_names) {
      const std::string bytes = bytes_at(address, run);
      const Fields fields(bytes);
      for (std::uint64_t at = 0; at + size <= bytes.size(); at += size) {
        const std::uint64_t value = wide_ ? *fields.u64(at) : *fields.u32(at);
        if (value == 0) return names;
        ++names_;
        names.push_back(value & by_number ? fmt::format("#{}", value & 0xffff) : text_at(value + 2));
      }
      if (bytes.size() < run) break;
      address += run;
    }
    if (address != 0) fail("imports", address);
    return names;
  }

  void read_imports() {
    const std::uint64_t table = directory_[1].first;
    for (std::size_t i = 0; table != 0 && i < most_libraries; ++i) {
      const std::string entry = bytes_at(table + i * 20, 20);
      const Fields fields(entry);
      const std::uint32_t name = fields.u32(12).value_or(0);
      if (name == 0) return;
      const std::uint32_t names = fields.u32(0).value_or(0);
      add({text_at(name), false, thunks(names != 0 ? names : fields.u32(16).value_or(0))}, table);
    }
  }

  void read_delayed() {
    const std::uint64_t table = directory_[13].first;
    for (std::size_t i = 0; table != 0 && i < most_libraries; ++i) {
      const std::string entry = bytes_at(table + i * 32, 32);
      const Fields fields(entry);
      const std::uint32_t name = fields.u32(4).value_or(0);
      if (name == 0) return;
      // Attribute 1: addresses are relative; files of before Visual C++ 7 have absolute ones.
      const std::uint64_t base = fields.u32(0).value_or(0) & 1 ? 0 : sections_.base;
      add({text_at(name - base), true, thunks(fields.u32(16).value_or(0) - base)}, table);
    }
  }

  void add(PeImport import, std::uint64_t table) {
    if (import.library.empty()) return fail("imports", table);
    links_.imports.push_back(std::move(import));
  }

  void read_exports() {
    const auto [table, size] = directory_[0];
    if (table == 0) return;
    const std::string header = bytes_at(table, 40);
    const Fields fields(header);
    const std::uint32_t first = fields.u32(16).value_or(0), count = fields.u32(20).value_or(0),
                        named = fields.u32(24).value_or(0);
    if (count > most_names || named > most_names) return fail("exports", table);
    const std::string addresses = bytes_at(fields.u32(28).value_or(0), std::uint64_t{count} * 4);
    const std::string names = bytes_at(fields.u32(32).value_or(0), std::uint64_t{named} * 4);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t address = Fields(addresses).u32(std::uint64_t{i} * 4).value_or(0);
      if (address == 0) continue;
      links_.exports.push_back(fmt::format("#{}", first + i));
      if (address >= table && address - table < size) links_.forwards.push_back(text_at(address));
    }
    for (std::uint32_t i = 0; i < named; ++i)
      if (const auto address = Fields(names).u32(std::uint64_t{i} * 4))
        links_.exports.push_back(text_at(*address));
  }

  ByteSource& source_;
  PeSections sections_;
  PeLinks links_;
  bool wide_ = true;
  std::array<std::pair<std::uint32_t, std::uint32_t>, 16> directory_{};
  std::size_t names_ = 0;
  std::optional<base::Error> wrong_;
};

}  // namespace

bool PeLinks::has(std::string_view name) const {
  return std::ranges::binary_search(exports, name);
}

Result<PeLinks> read_pe_links(ByteSource& source) {
  auto sections = read_pe_sections(source);
  if (!sections) return std::unexpected(sections.error());
  return Reader(source, *std::move(sections)).read();
}

}  // namespace gpuenv::image
