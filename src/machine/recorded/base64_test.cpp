// Tests of base64.h: the examples of RFC 4648 section 10, and what must be refused.
#include "machine/recorded/base64.h"

#include <gtest/gtest.h>

namespace gpuenv::machine::recorded {
namespace {

TEST(Base64, WritesTheExamplesOfTheRfc) {
  EXPECT_EQ(to_base64(""), "");
  EXPECT_EQ(to_base64("f"), "Zg==");
  EXPECT_EQ(to_base64("fo"), "Zm8=");
  EXPECT_EQ(to_base64("foo"), "Zm9v");
  EXPECT_EQ(to_base64("foobar"), "Zm9vYmFy");
}

TEST(Base64, GivesAllBytesBack) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) {
    bytes += static_cast<char>(i);
    EXPECT_EQ(from_base64(to_base64(bytes)), bytes);
  }
}

TEST(Base64, RefusesOtherText) {
  EXPECT_FALSE(from_base64("Zg="));
  EXPECT_FALSE(from_base64("Z g="));
  EXPECT_FALSE(from_base64("===="));
  for (const char* other : {"Zh==", "Zm9=", "Z==="})
    EXPECT_FALSE(from_base64(other)) << "bits beyond the bytes: " << other;
}

}  // namespace
}  // namespace gpuenv::machine::recorded
