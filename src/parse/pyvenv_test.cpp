// Tests of pyvenv.cfg.
#include "parse/pyvenv.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

TEST(Pyvenv, ReadsWhatVenvWrites) {
  const auto config = pyvenv(
      "home = /usr/bin\ninclude-system-site-packages = false\nversion = 3.12.4\nexecutable = "
      "/usr/bin/python3.12\n");
  EXPECT_EQ(config.home, "/usr/bin");
  EXPECT_EQ(config.python.text(), "3.12.4");
  EXPECT_FALSE(config.system_site);
  EXPECT_FALSE(config.made_by_uv);
}

TEST(Pyvenv, ReadsWhatUvWrites) {
  const auto config = pyvenv(
      "home = C:\\Python312\r\nimplementation = CPython\r\nuv = 0.8.13\r\nversion_info = 3.12.4\r\n"
      "include-system-site-packages = true\r\n");
  EXPECT_EQ(config.home, "C:\\Python312");
  EXPECT_EQ(config.python.text(), "3.12.4");
  EXPECT_TRUE(config.system_site);
  EXPECT_TRUE(config.made_by_uv);
}

TEST(Pyvenv, ReadsWhatVirtualenvWrites) {
  EXPECT_EQ(pyvenv("version_info = 3.11.9.final.0\nversion = 3.11\n").python.text(), "3.11.9");
}

TEST(Pyvenv, BrokenTextSaysNothing) {
  for (const char* text : {"", "home", "version = \nhome =", "version = x.y", "= 3.12"}) {
    EXPECT_FALSE(pyvenv(text).python.valid()) << text;
    EXPECT_EQ(pyvenv(text).home, "") << text;
  }
}

TEST(Pyvenv, PythonVersionsAreCutToTheirNumbers) {
  EXPECT_EQ(python_version("3.13.0.candidate.1").text(), "3.13.0");
  EXPECT_EQ(python_version("3.12").text(), "3.12");
  EXPECT_EQ(python_version("3.").text(), "3");
  EXPECT_FALSE(python_version("final").valid());
}

}  // namespace
}  // namespace gpuenv::parse
