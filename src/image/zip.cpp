// Reads the central directory of zip files (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT),
// zip64 included.
#include "image/zip.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "image/fields.h"
#include "image/inflated_source.h"

namespace gpuenv::image {
namespace {

using base::ByteSource;
using base::Result;

constexpr std::uint32_t member_signature = 0x04034b50, entry_signature = 0x02014b50,
                        end_signature = 0x06054b50;
constexpr std::uint32_t wide_end_signature = 0x06064b50, wide_locator_signature = 0x07064b50;
constexpr std::uint64_t end_size = 22, locator_size = 20, wide_end_size = 56, entry_size = 46,
                        member_size = 30;
constexpr std::uint64_t longest_comment = 0xffff;
constexpr std::uint64_t largest_unpacked = std::uint64_t{8}
                                           << 30;  ///< the largest library of a wheel so far has 2 GB
constexpr std::uint64_t largest_ratio = 1032;      ///< of deflate (https://zlib.net/zlib_tech.html)
constexpr std::uint64_t largest_directory = std::uint64_t{256} << 20;  ///< of a million members

Result<std::string> read_all(ByteSource& source, std::string_view what, std::uint64_t offset,
                             std::uint64_t size) {
  if (offset > source.size() || size > source.size() - offset)
    return base::bad_input(
        fmt::format("zip {} at offset {:#x} ({} bytes) lies past the end of the file ({} bytes)", what,
                    offset, size, source.size()));
  std::string bytes(static_cast<std::size_t>(size), '\0');
  const auto got = source.read_at(offset, bytes);
  if (!got) return std::unexpected(got.error());
  if (got->size() < size)
    return base::bad_input(
        fmt::format("zip {} at offset {:#x} ends after {} of {} bytes: the file has shrunk", what, offset,
                    got->size(), size));
  return bytes;
}

/// Where the directory lies.
struct Directory {
  std::uint64_t offset = 0, size = 0, entries = 0;
};

Result<Directory> find_wide_directory(ByteSource& source, std::uint64_t end_at) {
  if (end_at < locator_size) return base::bad_input("the zip64 locator is missing");
  const auto locator = read_all(source, "zip64 locator", end_at - locator_size, locator_size);
  if (!locator) return std::unexpected(locator.error());
  if (Fields(*locator).u32(0) != wide_locator_signature)
    return base::bad_input("the zip64 locator is missing");
  const std::uint64_t at = *Fields(*locator).u64(8);
  const auto end = read_all(source, "zip64 end record", at, wide_end_size);
  if (!end) return std::unexpected(end.error());
  const Fields fields(*end);
  if (fields.u32(0) != wide_end_signature)
    return base::bad_input(fmt::format("there is no zip64 end record at offset {:#x}", at));
  return Directory{*fields.u64(48), *fields.u64(40), *fields.u64(32)};
}

/// The end record is the last thing in the file but for a comment.
Result<Directory> find_directory(ByteSource& source) {
  const std::uint64_t size = std::min(source.size(), end_size + longest_comment);
  const std::uint64_t from = source.size() - size;
  const auto tail = read_all(source, "end", from, size);
  if (!tail) return std::unexpected(tail.error());
  const Fields fields(*tail);
  for (std::uint64_t at = size < end_size ? 0 : size - end_size + 1; at-- > 0;) {
    if (fields.u32(at) != end_signature || fields.u16(at + 20) > size - at - end_size) continue;
    const Directory directory{*fields.u32(at + 16), *fields.u32(at + 12), *fields.u16(at + 10)};
    const bool wide =
        directory.offset == 0xffffffff || directory.size == 0xffffffff || directory.entries == 0xffff;
    return wide ? find_wide_directory(source, from + at) : directory;
  }
  return base::bad_input("the zip file has no directory at its end: it is cut off");
}

/// Sizes and places that do not fit their four bytes stand in an extra field, those that do not fit only.
void use_wide_numbers(const Fields& fields, std::uint64_t at, std::uint64_t size, ZipMember& member) {
  const std::uint64_t end = at + size;
  while (at + 4 <= end) {
    const std::uint64_t id = fields.u16(at).value_or(0), length = fields.u16(at + 2).value_or(0);
    at += 4;
    if (id == 1) {
      for (std::uint64_t* number : {&member.size, &member.packed, &member.header_at}) {
        if (*number != 0xffffffff) continue;
        *number = fields.u64(at).value_or(0);
        at += 8;
      }
      return;
    }
    at += length;
  }
}

}  // namespace

bool is_zip(std::string_view beginning) {
  return Fields(beginning).u32(0) == member_signature;
}

Result<std::vector<ZipMember>> read_zip(ByteSource& source) {
  const auto place = find_directory(source);
  if (!place) return std::unexpected(place.error());
  if (place->size > largest_directory)
    return base::bad_input(
        fmt::format("the zip directory takes {} bytes, more than a real file has", place->size));
  const auto directory = read_all(source, "directory", place->offset, place->size);
  if (!directory) return std::unexpected(directory.error());
  const Fields fields(*directory);
  std::vector<ZipMember> members;
  std::uint64_t at = 0;
  while (at < directory->size()) {
    const auto name_size = fields.u16(at + 28), extra_size = fields.u16(at + 30),
               comment_size = fields.u16(at + 32);
    const auto name = name_size ? fields.bytes(at + entry_size, *name_size) : std::nullopt;
    if (fields.u32(at) != entry_signature || !name)
      return base::bad_input(
          fmt::format("no zip directory entry begins at offset {:#x}", place->offset + at));
    ZipMember member{std::string(*name),   *fields.u16(at + 10), *fields.u32(at + 42),
                     *fields.u32(at + 20), *fields.u32(at + 24), (*fields.u16(at + 8) & 1) != 0};
    use_wide_numbers(fields, at + entry_size + *name_size, *extra_size, member);
    if (!member.name.ends_with('/')) members.push_back(std::move(member));
    at += entry_size + *name_size + *extra_size + *comment_size;
  }
  return members;
}

Result<std::unique_ptr<ByteSource>> open_zip_member(ByteSource& source, const ZipMember& member) {
  if (member.encrypted) return base::bad_input(fmt::format("{} in the zip file is encrypted", member.name));
  const auto header = read_all(source, "member", member.header_at, member_size);
  if (!header) return std::unexpected(header.error());
  const Fields fields(*header);
  if (fields.u32(0) != member_signature)
    return base::bad_input(fmt::format("no zip member begins at offset {:#x}", member.header_at));
  const std::uint64_t begin = member.header_at + member_size + *fields.u16(26) + *fields.u16(28);
  if (begin > source.size() || member.packed > source.size() - begin)
    return base::bad_input(
        fmt::format("zip member {} at offset {:#x} ({} bytes) lies past the end of the file ({} bytes)",
                    member.name, begin, member.packed, source.size()));
  constexpr std::uint16_t stored = 0, deflated = 8;
  if (member.method == stored) return std::make_unique<base::PartSource>(source, begin, member.packed);
  if (member.method == deflated &&
      (member.size > largest_unpacked || member.size / largest_ratio > member.packed))
    return base::bad_input(fmt::format(
        "zip member {} ({} bytes) claims to unpack to {} bytes, more than {}", member.name, member.packed,
        member.size, member.size > largest_unpacked ? "a library has" : "deflate can pack into them"));
  if (member.method == deflated)
    return std::make_unique<InflatedSource>(source, begin, member.packed, member.size);
  return base::bad_input(
      fmt::format("zip member {} is packed by method {}, which is not known", member.name, member.method));
}

}  // namespace gpuenv::image
