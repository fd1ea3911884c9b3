// Zip files: their members in place and unpacked, and directories that are wrong.
#include "image/zip.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "image/test_zip.h"

namespace gpuenv::image {

std::string test::deflate_of(std::string_view bytes) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}

namespace {

using test::zip_of;

/// "name=bytes" of each member, or the error.
std::string told(const std::string& zip) {
  base::MemorySource source(zip);
  const auto members = read_zip(source);
  if (!members) return members.error().message;
  std::string text;
  for (const ZipMember& member : *members) {
    const auto opened = open_zip_member(source, member);
    if (!opened) return opened.error().message;
    std::string bytes((*opened)->size(), '\0');
    const auto got = (*opened)->read_at(0, bytes);
    text += member.name + "=" + (got ? std::string(*got) : got.error().message) + ";";
  }
  return text;
}

TEST(Zip, MembersAreReadInPlaceAndUnpacked) {
  EXPECT_EQ(told(zip_of({{"a/", ""}, {"a/x.so", "stored"}, {"a/y.so", "deflated", true}})),
            "a/x.so=stored;a/y.so=deflated;");
  EXPECT_EQ(told(zip_of({{"x", "1", false, 0, true}, {"y", "22", true, 0, true}}, "a comment")), "x=1;y=22;");
  EXPECT_EQ(told(zip_of({})), "");
}

/// Small members are kept in memory, large ones unpacked again from the nearest place.
TEST(Zip, AnUnpackedMemberIsReadFromAnywhereInAnyOrder) {
  for (const std::size_t size : {3'000'000, 60'000'000}) {
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>('a' + (i >> 9) % 23);
    const std::string zip = zip_of({{"x", bytes, true}});
    base::MemorySource source(zip);
    const auto opened = open_zip_member(source, read_zip(source)->front());
    ASSERT_TRUE(opened);
    EXPECT_EQ((*opened)->in_order(), size > 50'000'000);
    for (const std::size_t at :
         {size - 10, std::size_t{0}, size / 2, std::size_t{500}, size / 3 * 2, 2 * size}) {
      std::string piece(20, '?');
      const auto got = (*opened)->read_at(at, piece);
      ASSERT_TRUE(got);
      EXPECT_EQ(*got, at < bytes.size() ? bytes.substr(at, 20) : "") << at;
    }
  }
}

TEST(Zip, MembersThatClaimTooMuchAreRefused) {
  std::string zip = zip_of({{"x", "some bytes", true}});
  const std::size_t directory = zip.rfind("PK\x01\x02");
  test::overwrite(zip, directory + 24, 100'000, 4);
  EXPECT_NE(told(zip).find("claims to unpack to 100000 bytes, more than deflate can pack into them"),
            std::string::npos)
      << told(zip);
  zip = zip_of({{"x", "some bytes", true, 0, true}});
  test::overwrite(zip, zip.rfind("PK\x01\x02") + 46 + 1 + 4, std::uint64_t{1} << 40, 8);
  EXPECT_NE(told(zip).find("more than a library has"), std::string::npos) << told(zip);
}

TEST(Zip, DamageIsNamed) {
  const std::string whole = zip_of({{"x.so", "some bytes", true}});
  EXPECT_NE(told(whole.substr(0, whole.size() - 1)).find("no directory at its end"), std::string::npos);
  std::string zip = whole;
  zip[zip.rfind("PK\x01\x02")] = 'Q';
  EXPECT_NE(told(zip).find("no zip directory entry begins at offset"), std::string::npos) << told(zip);
  zip = whole;
  zip[0] = 'Q';
  EXPECT_EQ(told(zip), "no zip member begins at offset 0x0");
  zip = whole;
  zip[34] ^= 0x7f;  // the first byte of the deflated data
  EXPECT_NE(told(zip).find("the deflated data"), std::string::npos) << told(zip);
  EXPECT_EQ(told(zip_of({{"x", "1", false, 1}})), "x in the zip file is encrypted");
}

}  // namespace
}  // namespace gpuenv::image
