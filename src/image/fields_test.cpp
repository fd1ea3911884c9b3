// Fields at, across and beyond the ends of their header, in both byte orders.
#include "image/fields.h"

#include <gtest/gtest.h>

namespace gpuenv::image {
namespace {

constexpr std::string_view header("\x01\x02\x03\x04\x05\x06\x07\xff", 8);

TEST(Fields, ReadNumbersInBothByteOrders) {
  EXPECT_EQ(Fields(header).u16(0), 0x0201);
  EXPECT_EQ(Fields(header, ByteOrder::big).u16(0), 0x0102);
  EXPECT_EQ(Fields(header).u32(4), 0xff070605u);
  EXPECT_EQ(Fields(header).u64(0), 0xff07060504030201u);
  EXPECT_EQ(Fields(header, ByteOrder::big).u64(0), 0x01020304050607ffu);
  EXPECT_EQ(Fields(header).u8(7), 0xff);
}

TEST(Fields, HaveNothingBeyondTheEnd) {
  EXPECT_FALSE(Fields(header).u16(7));
  EXPECT_FALSE(Fields(header).u8(8));
  EXPECT_FALSE(Fields(header).u64(~std::uint64_t{0} - 3));
  EXPECT_FALSE(Fields(header).bytes(4, 5));
  EXPECT_FALSE(Fields(header).bytes(9, 0));
  EXPECT_FALSE(Fields(header).bytes(1, ~std::uint64_t{0}));
  EXPECT_EQ(Fields(header).bytes(8, 0), "");
}

TEST(Fields, TextsEndAtNul) {
  const Fields names(std::string_view("\0abc\0def", 8));
  EXPECT_EQ(names.text(0), "");
  EXPECT_EQ(names.text(1), "abc");
  EXPECT_EQ(names.text(3), "c");
  EXPECT_FALSE(names.text(5));
  EXPECT_FALSE(names.text(8));
}

}  // namespace
}  // namespace gpuenv::image
