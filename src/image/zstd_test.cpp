// zstd frames that the reference program packed and hand-made ones, whole, in part and damaged.
#include "image/zstd.h"

#include <gtest/gtest.h>

#include "image/test_binaries.h"

namespace gpuenv::image {
namespace {

/// Letters of unlike frequency with repetitions: literals by Huffman in four streams, sequences by FSE.
std::string text_of_test() {
  std::string text;
  std::uint32_t seed = 1;
  for (int i = 0; i < 450; ++i) {
    seed = (seed * 1103515245u + 12345u) & 0x7fffffff;
    text += "abcdefghijklmnop"[(seed >> 16) % 16 & (seed >> 20) % 16];
    if (i % 50 == 49) text += "the same words again ";
  }
  return text;
}

/// That text, packed by zstd 1.5.4 -19 --no-check.
std::string packed_text() {
  constexpr std::string_view digits =
      "28b52ffd0068ed0700661d3915b027c30100ddd8d62cd92bedde724b99611461f4043a002e0033004720c1fcd5e26781"
      "5cd0d99d339fb0a11a435a9ea0020c7a19701806420240c1070003882b9e31c2fb0ff1e81e5d0a1f052afe393085c58a"
      "7761f35b6ede2b2c47d6bf952fc65f43565a1b2f2b4bc7f9b534a6a9af584cb1843d4b857412afbafeae5ec76cd6e611"
      "af62bf9e7ca2fd582c060bdee5f02230a567215c16322e6ac7c82e91f6144d1ee7d03cba327778c978e3bfad712edabd"
      "29d801ab78f4d0138619687489d4ddfdf1be14ea71c693fcdc9af472ff734ff03be6bf3fe077ce39de95fa0cfb646d14"
      "0828c0730710fe971f024518a18402058a43ae047206";
  std::string bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2)
    bytes += static_cast<char>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16));
  return bytes;
}

TEST(Zstd, WhatTheReferenceProgramPackedIsUnpacked) {
  EXPECT_EQ(unpack_zstd(packed_text(), 10'000), text_of_test());
  const auto head = zstd_head(packed_text());
  ASSERT_TRUE(head);
  EXPECT_FALSE(head->unpacked) << "it was packed from a pipe";
  EXPECT_FALSE(head->checksum);
}

TEST(Zstd, NoMoreThanIsAskedForIsUnpacked) {
  const std::string text = text_of_test(), packed = packed_text();
  for (const std::size_t limit : {0, 1, 2, 63, 64, 65, 200, 638, 639, 640})
    EXPECT_EQ(unpack_zstd(packed, limit), text.substr(0, limit)) << limit;
}

TEST(Zstd, BlocksOfBytesAndOfOneByte) {
  const std::string frame = test::Bytes()
                                .u32(zstd_magic)
                                .u8(0x24)  // one segment, with a checksum
                                .u8(12)
                                .number(5 << 3, 3)
                                .bytes("plain")
                                .number(7 << 3 | 1 << 1 | 1, 3)
                                .bytes("x")
                                .u32(0)
                                .take();
  EXPECT_EQ(unpack_zstd(frame, 100), "plainxxxxxxx");
  EXPECT_EQ(unpack_zstd(frame, 7), "plainxx");
  EXPECT_TRUE(zstd_head(frame)->checksum);
  EXPECT_EQ(zstd_head(frame)->unpacked, 12u);
  const ZstdBlock repeated = zstd_block(frame.substr(14));
  EXPECT_EQ(repeated.kind, ZstdBlock::Kind::repeated);
  EXPECT_EQ(repeated.size, 1u);
  EXPECT_TRUE(repeated.last);
}

TEST(Zstd, WhatIsNoFrameOrNeedsADictionaryIsRefused) {
  EXPECT_FALSE(zstd_head(""));
  EXPECT_FALSE(zstd_head("\x28\xb5\x2f\xfd"));
  EXPECT_FALSE(zstd_head(test::Bytes().u32(zstd_magic).u8(0x21).u8(1).u8(1).take()));
  EXPECT_EQ(zstd_block("\xff\xff").kind, ZstdBlock::Kind::invalid);
  EXPECT_EQ(zstd_block("\x07\x00\x00").kind, ZstdBlock::Kind::invalid);
  EXPECT_EQ(zstd_block("\xff\xff\xff").kind, ZstdBlock::Kind::invalid);
}

TEST(Zstd, CutOffAnywhereNothingComesOutAsWhole) {
  const std::string packed = packed_text();
  for (std::size_t size = 0; size < packed.size(); ++size)
    EXPECT_FALSE(unpack_zstd(std::string_view(packed).substr(0, size), 10'000)) << size;
}

TEST(Zstd, DamageGivesNoMoreThanTheLimit) {
  const std::string packed = packed_text();
  for (std::size_t at = 0; at < packed.size(); ++at)
    for (const int bit : {0, 3, 7}) {
      std::string damaged = packed;
      damaged[at] = static_cast<char>(damaged[at] ^ 1 << bit);
      EXPECT_LE(unpack_zstd(damaged, 1000).value_or("").size(), 1000u) << at;
    }
}

}  // namespace
}  // namespace gpuenv::image
