// Tests of the time limit on network file systems.
#include "machine/live/network_mounts.h"

#include <gtest/gtest.h>

#include <future>

namespace gpuenv::machine::live {
namespace {

constexpr const char* table =
    "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n40 22 0:44 / /nas rw - nfs4 s:/x rw\n41 22 0:45 / /win rw - 9p C: "
    "rw\n";
constexpr auto soon = std::chrono::milliseconds(20);
constexpr auto long_enough = std::chrono::minutes(1);

TEST(NetworkMounts, AnAnswerInTimePasses) {
  NetworkMounts mounts(table, long_enough);
  for (const char* path : {"/nas/x", "/home/x"})
    EXPECT_EQ(*mounts.ask<int>(path, [] { return Known<int>(7, ""); }), 7);
  EXPECT_TRUE(
      mounts.ask<int>("/nas/x", [] { return Known<int>(base::Unknown{base::Why::absent, ""}); }).absent());
}

TEST(NetworkMounts, ASilentServerIsAskedOnce) {
  NetworkMounts mounts(table, soon);
  std::promise<void> end;
  const std::shared_future<void> wait = end.get_future().share();
  const auto hang = [wait] {
    wait.wait();
    return Known<int>(1, "");
  };
  const auto answer = mounts.ask<int>("/nas/env", hang);
  EXPECT_EQ(answer.why().why, base::Why::timed_out);
  EXPECT_NE(answer.why().detail.find("/nas (nfs4)"), std::string::npos);
  bool asked = false;
  EXPECT_FALSE(mounts.ask<int>("/nas/other", [&] { return asked = true, Known<int>(1, ""); }).known());
  EXPECT_FALSE(asked);
  EXPECT_TRUE(mounts.ask<int>("/home", [] { return Known<int>(1, ""); }).known());
  end.set_value();
}

TEST(NetworkMounts, WithoutATableNothingIsLimited) {
  NetworkMounts mounts("", soon);
  EXPECT_TRUE(mounts.ask<int>("/nas/x", [] { return Known<int>(1, ""); }).known());
}

}  // namespace
}  // namespace gpuenv::machine::live
