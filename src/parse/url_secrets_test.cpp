// Tests of url_secrets.h.
#include "parse/url_secrets.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

TEST(UrlSecrets, UserAndPasswordAreHidden) {
  EXPECT_EQ(without_secrets("https://me:s3cret@host.example/simple"), "https://***@host.example/simple");
  EXPECT_EQ(without_secrets("https://token@host/x https://b:c@d"), "https://***@host/x https://***@d");
  EXPECT_EQ(without_secrets("https://a:p@ss@host/x"), "https://***@host/x");
  EXPECT_EQ(without_secrets("--index-url=https://u:p@h"), "--index-url=https://***@h");
}

TEST(UrlSecrets, ValuesOfQueriesAreHidden) {
  EXPECT_EQ(without_secrets("https://host/x?token=abc&a"), "https://host/x?token=***&a");
}

TEST(UrlSecrets, AddressesInsideAddressesAreCleanedToo) {
  EXPECT_EQ(without_secrets("https://mirror/https://u:p@host/x?a=b"),
            "https://mirror/https://***@host/x?a=***");
  EXPECT_EQ(without_secrets("https://a:b@mirror/#https://u:p@host"), "https://***@mirror/#https://***@host");
  EXPECT_EQ(without_secrets("https://host/x?https://u:p@host&b"), "https://host/x?***");
  EXPECT_EQ(without_secrets("https://host/x?to=https://u:p@host"), "https://host/x?to=***");
}

TEST(UrlSecrets, OtherTextStays) {
  for (const char* text :
       {"", "0,1", "https://download.pytorch.org/whl/cu128", "https://host/a@b", "://", "/a:b@c"})
    EXPECT_EQ(without_secrets(text), text);
}

}  // namespace
}  // namespace gpuenv::parse
