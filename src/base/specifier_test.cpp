// Version specifiers.
#include "base/specifier.h"

#include <gtest/gtest.h>

namespace gpuenv::base {
namespace {

TEST(Specifier, AllowsVersionsLikePip) {
  const auto yes = [](const char* specifier, const char* version) {
    return allows(specifier, Version(version)) == std::optional<bool>(true);
  };
  EXPECT_TRUE(yes("==2.8.0", "2.8.0+cu128"));
  EXPECT_TRUE(yes("==2.8", "2.8.0"));
  EXPECT_FALSE(yes("==2.8.0", "2.8.1"));
  EXPECT_TRUE(yes("==2.8.*", "2.8.7"));
  EXPECT_FALSE(yes("==2.8.*", "2.9.0"));
  EXPECT_FALSE(yes("!=2.8.*", "2.8.1"));
  EXPECT_TRUE(yes("<10.0,>=9.8", "9.10.2.21"));
  EXPECT_FALSE(yes("<10.0,>=9.8", "9.1.0.70"));
  EXPECT_TRUE(yes("~=13.0", "13.5.37"));
  EXPECT_FALSE(yes("~=13.0", "14.0"));
  EXPECT_TRUE(yes("~=3.9.0", "3.9.2"));
  EXPECT_FALSE(yes("~=3.9.0", "3.10.0"));
  EXPECT_TRUE(yes("", "1.0"));
}

TEST(Specifier, WhatIsNotUnderstoodIsNoAnswer) {
  EXPECT_EQ(allows("=>1.0", Version("1.0")), std::nullopt);
  EXPECT_EQ(allows("===1.0-odd", Version("1.0")), std::nullopt);
  EXPECT_EQ(allows(">=abc", Version("1.0")), std::nullopt);
  EXPECT_EQ(allows(">=1.0", Version()), std::nullopt);
}

TEST(Specifier, TellsTheLowestVersion) {
  EXPECT_EQ(lowest_of("<10.0,>=9.8"), Version("9.8"));
  EXPECT_EQ(lowest_of("==12.8.*"), Version("12.8"));
  EXPECT_FALSE(lowest_of("<3").valid());
}

}  // namespace
}  // namespace gpuenv::base
