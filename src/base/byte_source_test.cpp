// Pieces of sources in memory and of parts, at and beyond their ends.
#include "base/byte_source.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace gpuenv::base {
namespace {

std::string at(ByteSource& source, std::uint64_t offset, std::size_t count) {
  std::string bytes(count, '?');
  const auto got = source.read_at(offset, bytes);
  return got ? std::string(*got) : "error";
}

TEST(MemorySource, GivesWhatIsThereAndNothingBeyondTheEnd) {
  MemorySource source("0123456789");
  EXPECT_EQ(source.size(), 10u);
  EXPECT_EQ(at(source, 2, 3), "234");
  EXPECT_EQ(at(source, 8, 5), "89");
  EXPECT_EQ(at(source, 10, 5), "");
  EXPECT_EQ(at(source, ~std::uint64_t{0}, 5), "");
}

TEST(PartSource, SeesItsPartOnly) {
  MemorySource whole("0123456789");
  PartSource part(whole, 3, 4);
  EXPECT_EQ(part.size(), 4u);
  EXPECT_EQ(at(part, 0, 10), "3456");
  EXPECT_EQ(at(part, 3, 2), "6");
  EXPECT_EQ(at(part, 4, 2), "");
  EXPECT_EQ(at(part, ~std::uint64_t{0}, 2), "");
}

TEST(PartSource, EndsWithTheWhole) {
  MemorySource whole("0123456789");
  EXPECT_EQ(PartSource(whole, 8, ~std::uint64_t{0}).size(), 2u);
  EXPECT_EQ(PartSource(whole, 11, 4).size(), 0u);
}

TEST(PartSource, FillsSeveralPiecesAtOnce) {
  MemorySource whole("0123456789");
  PartSource part(whole, 1, 8);
  std::array<char, 2> first{}, second{};
  std::array<Piece, 2> pieces{Piece{7, first}, Piece{0, second}};
  ASSERT_TRUE(part.read(pieces));
  EXPECT_EQ(pieces[0].bytes(), "8");
  EXPECT_EQ(pieces[1].bytes(), "12");
}

}  // namespace
}  // namespace gpuenv::base
