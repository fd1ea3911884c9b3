// Files that are larger than 4 GB, or that shrink while they are read.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "image/device_code.h"
#include "image/test_binaries.h"
#include "image/test_zip.h"
#include "image/zip.h"

namespace gpuenv::image {
namespace {

using test::container;
using test::overwrite;

/// Pieces of bytes in a file of any size; between them are zeros.
class Sparse final : public base::ByteSource {
 public:
  explicit Sparse(std::uint64_t size) : size_(size) {}
  void put(std::uint64_t offset, std::string bytes) { pieces_[offset] = std::move(bytes); }
  std::uint64_t size() const override { return size_; }
  base::Result<void> read(std::span<base::Piece> pieces) override {
    for (base::Piece& piece : pieces) {
      const std::uint64_t rest = piece.offset < size_ ? size_ - piece.offset : 0;
      piece.filled = static_cast<std::size_t>(std::min<std::uint64_t>(rest, piece.into.size()));
      std::fill_n(piece.into.data(), piece.filled, '\0');
      for (const auto& [offset, bytes] : pieces_)
        for (std::size_t i = 0; i < bytes.size(); ++i)
          if (offset + i >= piece.offset && offset + i - piece.offset < piece.filled)
            piece.into[offset + i - piece.offset] = bytes[i];
    }
    return {};
  }

 private:
  std::uint64_t size_;
  std::map<std::uint64_t, std::string> pieces_;
};

/// Says that it has all bytes, and gives those before a place only.
class Shrinking final : public base::ByteSource {
 public:
  Shrinking(std::string_view bytes, std::size_t left) : size_(bytes.size()), rest_(bytes.substr(0, left)) {}
  std::uint64_t size() const override { return size_; }
  base::Result<void> read(std::span<base::Piece> pieces) override { return rest_.read(pieces); }

 private:
  std::uint64_t size_;
  base::MemorySource rest_;
};

std::string library() {
  return test::ElfOfTest{.sections = {{".nv_fatbin", container({{.code = std::string(300, 'x'), .sm = 75}})}}}
      .build();
}

TEST(LargeFile, CodeBeyondFourGigabytesIsFound) {
  constexpr std::uint64_t place = std::uint64_t{5} << 30;
  std::string file = library();
  const std::uint64_t table = *Fields(file).u64(40);
  const std::string code = container({{.code = std::string(300, 'x'), .sm = 90}});
  overwrite(file, table + 64 + 24, place, 8);
  overwrite(file, table + 64 + 32, code.size(), 8);
  Sparse source(place + code.size());
  source.put(0, file);
  source.put(place, code);
  const auto found = device_code(source);
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found->groups.size(), 1u);
  EXPECT_EQ(found->groups[0].sm.name(), "sm_90");

  Sparse cut(place + code.size() - 1);
  cut.put(0, file);
  EXPECT_EQ(
      device_code(cut).error().message,
      fmt::format(
          "section .nv_fatbin at offset 0x140000000 ({} bytes) lies past the end of the file ({} bytes)",
          code.size(), cut.size()));
}

TEST(ShrinkingFile, IsNeverCountedAsWholeAndSaysWhere) {
  const std::string dll =
      test::PeOfTest{.sections = {{".nv_fatb", container({{.code = std::string(300, 'x'), .sm = 75}})}}}
          .build();
  for (const std::string& bytes : {library(), dll}) {
    const std::size_t header_end = bytes.find("\x50\xed\x55\xba") + 80;  // the last byte that has to be read
    for (std::size_t left = 0; left < header_end; ++left) {
      Shrinking source(bytes, left);
      const auto found = device_code(source);
      EXPECT_TRUE(!found || found->groups.empty()) << left;
      if (left > 64 && !found) {
        EXPECT_NE(found.error().message.find("offset"), std::string::npos) << found.error().message;
      }
    }
  }
}

TEST(ShrinkingFile, AWheelSaysSo) {
  const std::string zip = test::zip_of({{"x.so", library(), true}, {"y.so", library()}});
  for (std::size_t left = 0; left < zip.size(); left += 7) {
    Shrinking source(zip, left);
    const auto members = read_zip(source);
    ASSERT_FALSE(members);
    EXPECT_NE(members.error().message.find("shrunk"), std::string::npos) << members.error().message;
  }
}

}  // namespace
}  // namespace gpuenv::image
