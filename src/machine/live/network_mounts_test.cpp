// Tests of the time limit on network file systems.
#include "machine/live/network_mounts.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <future>

#include "machine/live/temporary_folder.h"

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

TEST(NetworkMounts, ALinkThatLeadsOntoOneIsOnIt) {
  const TemporaryFolder folder;
  std::error_code failed;
  for (const auto& [target, name] : {std::pair("/nas/envs", "linked"), std::pair("linked/a", "twice"),
                                     std::pair("round", "round"), std::pair("there", "plain")})
    std::filesystem::create_symlink(target, folder.at(name), failed);
  if (failed) GTEST_SKIP() << "no links can be made here: " << failed.message();
  const NetworkMounts mounts(table, soon);
  EXPECT_TRUE(mounts.on_network(folder.at("linked")));
  EXPECT_TRUE(mounts.on_network(folder.at("linked/env/bin")));
  EXPECT_TRUE(mounts.on_network(folder.at("twice/env")));
  EXPECT_TRUE(mounts.on_network(folder.at("plain/../linked/x")));
  for (const char* local : {"plain", "plain/x", "round", "round/x", "none"})
    EXPECT_FALSE(mounts.on_network(folder.at(local))) << local;
}

TEST(NetworkMounts, WithoutATableNothingIsLimited) {
  NetworkMounts mounts("", soon);
  EXPECT_TRUE(mounts.ask<int>("/nas/x", [] { return Known<int>(1, ""); }).known());
}

}  // namespace
}  // namespace gpuenv::machine::live
