// Tests of the cache of summaries: what is kept, and that nothing of others is trusted.
#include "machine/live/summary_cache.h"

#include <gtest/gtest.h>

#include <fstream>

#include "machine/live/live.h"
#include "machine/live/temporary_folder.h"

namespace gpuenv::machine::live {
namespace {

TEST(SummaryCache, KeepsFromOneRunToTheNext) {
  const TemporaryFolder folder;
  const std::string file = folder.at("a/summaries");
  {
    SummaryCache cache(file, "me");
    EXPECT_FALSE(cache.find("kernels", "1-2"));
    cache.keep("kernels", "1-2", "sm_80:3");
    cache.keep("kernels", "1-3", "two\nlines");
  }
  EXPECT_EQ(SummaryCache(file, "me").find("kernels", "1-2"), "sm_80:3");
  EXPECT_FALSE(SummaryCache(file, "me").find("kernels", "1-3"));
  EXPECT_FALSE(SummaryCache(file, "me").find("other", "1-2"));
  EXPECT_FALSE(SummaryCache(file, "another version").find("kernels", "1-2"));
  SummaryCache(file, "me").keep("kernels", "1-2", "sm_90:1");
  EXPECT_EQ(SummaryCache(file, "me").find("kernels", "1-2"), "sm_90:1") << "the newest counts";
}

TEST(SummaryCache, HoldsNoMoreThanSomeThousand) {
  const TemporaryFolder folder;
  {
    SummaryCache cache(folder.at("summaries"), "me");
    for (int i = 0; i < 5000; ++i) cache.keep("k", std::to_string(i), "s");
  }
  SummaryCache cache(folder.at("summaries"), "me");
  EXPECT_FALSE(cache.find("k", "0"));
  EXPECT_TRUE(cache.find("k", "4999"));
}

TEST(SummaryCache, WithoutAFileNothingIsKept) {
  SummaryCache cache("", "me");
  cache.keep("k", "1", "s");
  EXPECT_FALSE(cache.find("k", "1"));
}

TEST(SummaryCache, DamagedLinesAreNoAnswers) {
  const TemporaryFolder folder;
  const std::string file = folder.file("summaries", "me\nk\t1\tsound\nk\t2\ngarbage\n\tk\n");
  SummaryCache cache(file, "me");
  EXPECT_EQ(cache.find("k", "1"), "sound");
  EXPECT_FALSE(cache.find("k", "2"));
}

TEST(SummaryCache, SavesReadingAFileAgain) {
  const TemporaryFolder folder;
  const std::string file = folder.file("library", "content"), cache = folder.at("summaries");
  const auto summary = [&](Summarize summarize) {
    return open_live_machine({"", cache})->summary("k", file, summarize);
  };
  EXPECT_EQ(*summary([](base::ByteSource& bytes) -> base::Result<std::string> {
    return std::to_string(bytes.size());
  }),
            "7");
  const Summarize never = [](base::ByteSource&) -> base::Result<std::string> {
    return base::io_error("was read again");
  };
  EXPECT_EQ(*summary(never), "7");
  std::ofstream(file, std::ios::app) << "more";
  EXPECT_EQ(summary(never).why().detail, file + ": was read again") << "another file now";
  EXPECT_TRUE(open_live_machine({"", cache})->summary("k", folder.at("nothing"), never).absent());
}

}  // namespace
}  // namespace gpuenv::machine::live
