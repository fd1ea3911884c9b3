// Quoting: the shells have to read back exactly the words that went in.
#include "steps/command.h"

#include <gtest/gtest.h>

namespace gpuenv::steps {
namespace {

TEST(QuotePosix, PlainWordsStayBare) {
  EXPECT_EQ(quote_posix("/home/u/p/.venv/bin/python"), "/home/u/p/.venv/bin/python");
  EXPECT_EQ(quote_posix("--index-url"), "--index-url");
}

TEST(QuotePosix, VersionsBlanksBracketsAndHanAreQuoted) {
  EXPECT_EQ(quote_posix("torch==2.8.0"), "\"torch==2.8.0\"");
  EXPECT_EQ(quote_posix("tensorflow[and-cuda]==2.21.0"), "\"tensorflow[and-cuda]==2.21.0\"");
  EXPECT_EQ(quote_posix("/home/my files/python"), "\"/home/my files/python\"");
  EXPECT_EQ(quote_posix("/home/张三/python"), "\"/home/张三/python\"");
  EXPECT_EQ(quote_posix("/it's/python"), "\"/it's/python\"");
  EXPECT_EQ(quote_posix("~u/python"), "\"~u/python\"");
  EXPECT_EQ(quote_posix(""), "\"\"");
}

TEST(QuotePosix, WhatDoubleQuotesWouldExpandGoesIntoSingleOnes) {
  EXPECT_EQ(quote_posix("/a$HOME/p"), "'/a$HOME/p'");
  EXPECT_EQ(quote_posix("/a`id`/p"), "'/a`id`/p'");
  EXPECT_EQ(quote_posix("/wow!/p"), "'/wow!/p'");
  EXPECT_EQ(quote_posix("/a\\b"), "'/a\\b'");
  EXPECT_EQ(quote_posix("/it's $5/p"), "'/it'\\''s $5/p'");
}

TEST(QuotePowershell, PathsOfWindowsStayBareUnlessTheyNeedQuotes) {
  EXPECT_EQ(quote_powershell("C:\\p\\.venv\\Scripts\\python.exe"), "C:\\p\\.venv\\Scripts\\python.exe");
  EXPECT_EQ(quote_powershell("C:\\Users\\My Name\\python.exe"), "\"C:\\Users\\My Name\\python.exe\"");
  EXPECT_EQ(quote_powershell("C:\\Users\\张三\\python.exe"), "\"C:\\Users\\张三\\python.exe\"");
  EXPECT_EQ(quote_powershell("onnxruntime-gpu[cuda,cudnn]"), "\"onnxruntime-gpu[cuda,cudnn]\"");
}

TEST(QuotePowershell, DollarBacktickAndQuotesAreLiteralInSingleOnes) {
  EXPECT_EQ(quote_powershell("C:\\$env\\p"), "'C:\\$env\\p'");
  EXPECT_EQ(quote_powershell("a`b"), "'a`b'");
  EXPECT_EQ(quote_powershell("it's"), "\"it's\"");
  EXPECT_EQ(quote_powershell("it's $5"), "'it''s $5'");
}

TEST(QuotePowershell, TypographicQuotesCountAsQuotes) {
  EXPECT_EQ(quote_powershell("“x”"), "'“x”'");
  EXPECT_EQ(quote_powershell("“it’s”"), "'“it’’s”'");
}

TEST(CommandLine, PowershellCallsAQuotedProgramWithAnAmpersand) {
  EXPECT_EQ(command_line({"C:\\My Venv\\python.exe", "-m", "pip"}, true),
            "& \"C:\\My Venv\\python.exe\" -m pip");
  EXPECT_EQ(command_line({"uv", "pip", "install", "a b"}, true), "uv pip install \"a b\"");
  EXPECT_EQ(command_line({"/my venv/bin/python", "-m", "pip"}, false), "\"/my venv/bin/python\" -m pip");
}

}  // namespace
}  // namespace gpuenv::steps
