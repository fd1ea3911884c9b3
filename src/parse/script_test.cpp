// Tests of script.h.
#include "parse/script.h"

#include <gtest/gtest.h>

namespace gpuenv::parse {
namespace {

TEST(Script, TheFirstLineNamesThePython) {
  EXPECT_EQ(script_python("#!/env/bin/python3.12\n# -*- coding\n"), "/env/bin/python3.12");
  EXPECT_EQ(script_python("#! /env/bin/python -E\n"), "/env/bin/python");
  EXPECT_EQ(script_python("#!\"/a b/bin/python\"\n"), "/a b/bin/python");
}

TEST(Script, LongPathsStandOnTheSecondLine) {
  EXPECT_EQ(script_python("#!/bin/sh\n'''exec' \"/a b/bin/python\" \"$0\" \"$@\"\n' '''\n"),
            "/a b/bin/python");
  EXPECT_EQ(script_python("#!/bin/sh\n'''exec' /long/bin/python3 \"$0\" \"$@\"\n' '''\n"),
            "/long/bin/python3");
}

TEST(Script, ScriptsThatNameNoPythonOfTheirOwn) {
  for (const char* text :
       {"", "#!", "#!/bin/sh\n", "#!/usr/bin/env python3\n", "echo", "#!\"/open/python\n",
        "#!/bin/sh\n'''exec' \"$(dirname -- \"$(realpath -- \"$0\")\")\"/'python' \"$0\"\n"})
    EXPECT_EQ(script_python(text), "") << text;
}

TEST(Script, LaunchersOfWindowsHoldTheLineBeforeTheirArchive) {
  const std::string archive("PK\x03\x04zip", 7);
  EXPECT_EQ(launcher_python("MZ...#!no\n...#!C:\\env\\Scripts\\python.exe\n" + archive),
            "C:\\env\\Scripts\\python.exe");
  EXPECT_EQ(launcher_python("MZ#!\"C:\\a b\\python.exe\"\r\n" + archive), "C:\\a b\\python.exe");
  for (const std::string& text : {std::string("MZ"), "MZ" + archive, "#!x" + archive, "#!C:\\x\n" + archive})
    EXPECT_EQ(launcher_python(text), "");
}

}  // namespace
}  // namespace gpuenv::parse
