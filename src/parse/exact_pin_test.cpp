// Tests of reading exact requirements.
#include "parse/exact_pin.h"

#include <gtest/gtest.h>

#include <string>

namespace gpuenv::parse {
namespace {

std::string pin(const std::string& requirement) {
  const auto version = exact_pin("Name: x\nRequires-Dist: " + requirement + "\n\n", "torch");
  return version ? version->text() : "none";
}

TEST(ExactPin, IsTheOneReleaseThatIsAskedFor) {
  EXPECT_EQ(pin("torch==2.4.1"), "2.4.1");
  EXPECT_EQ(pin("torch (==2.4.1)"), "2.4.1");
  EXPECT_EQ(pin("Torch[opt] == 2.4.1+cpu"), "2.4.1+cpu");
}

TEST(ExactPin, NothingElseIsOne) {
  for (const char* requirement :
       {"torch", "torch>=2.4", "torch==2.4.*", "torch==2.4.1,!=2.4.2", "torch~=2.4.1", "torchvision==0.19.1",
        "torch==2.4.1; extra == 'all'", "torch===x", "torch==", ""})
    EXPECT_EQ(pin(requirement), "none") << requirement;
}

TEST(ExactPin, TheDescriptionIsNotRead) {
  EXPECT_FALSE(exact_pin("Name: x\n\nRequires-Dist: torch==2.4.1\n", "torch"));
}

}  // namespace
}  // namespace gpuenv::parse
