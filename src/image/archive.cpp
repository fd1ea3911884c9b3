// Walks the members of "ar" archives; names are of no interest here.
#include "image/archive.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace gpuenv::image {
namespace {

constexpr std::string_view signature = "!<arch>\n", thin_signature = "!<thin>\n";
constexpr std::uint64_t header_size = 60;

/// A decimal number that blanks follow.
std::optional<std::uint64_t> decimal(std::string_view text) {
  std::uint64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  return number;
}

}  // namespace

bool is_archive(std::string_view beginning) {
  return beginning.starts_with(signature) || beginning.starts_with(thin_signature);
}

base::Result<std::vector<Stretch>> read_archive(base::ByteSource& source) {
  std::array<char, header_size> buffer{};
  const auto start = source.read_at(0, std::span(buffer).first(signature.size()));
  if (!start) return std::unexpected(start.error());
  if (*start == thin_signature)
    return base::bad_input("a thin archive holds no objects: it names files beside it");
  std::vector<Stretch> members;
  std::uint64_t at = signature.size();
  while (at < source.size()) {
    const auto header = source.read_at(at, buffer);
    if (!header) return std::unexpected(header.error());
    const auto size = header->size() == header_size ? decimal(header->substr(48, 10)) : std::nullopt;
    if (!size || !header->ends_with("`\n"))
      return base::bad_input(fmt::format("no archive member begins at offset {:#x}", at));
    if (*size > source.size() - at - header_size)
      return base::bad_input(fmt::format(
          "the archive member at offset {:#x} ({} bytes) lies past the end of the file ({} bytes)", at, *size,
          source.size()));
    members.push_back({at + header_size, at + header_size + *size});
    at += header_size + *size + *size % 2;
  }
  return members;
}

}  // namespace gpuenv::image
