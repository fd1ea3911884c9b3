// The progress line shows what a slow examination waits for, and nothing of a quick one.
#include "cli/progress.h"

#include <gtest/gtest.h>

#include <future>

#include "machine/recorded/recorded.h"

namespace gpuenv::cli {
namespace {

using Shown = std::optional<std::string>;
using namespace std::chrono_literals;

constexpr const char* slow_path = "/mnt/nas";

/// A machine whose answer is there only after the question was shown.
class SlowMachine {
 public:
  void show(const Shown& what) {
    shown.push_back(what);
    if (what == slow_path) came_.set_value();
  }
  void ask(Progress& progress) {
    progress.machine().status(slow_path);
    came_.get_future().wait();
  }
  machine::Machine& machine() { return *machine_; }

  std::vector<Shown> shown;

 private:
  std::unique_ptr<machine::Machine> machine_ = machine::recorded::play({});
  std::promise<void> came_;
};

TEST(Progress, ShowsWhatIsAskedAndTakesItAway) {
  SlowMachine slow;
  {
    Progress progress(slow.machine(), [&](const Shown& what) { slow.show(what); }, 0ms);
    slow.ask(progress);
  }
  ASSERT_GE(slow.shown.size(), 2U);
  EXPECT_EQ(slow.shown[slow.shown.size() - 2], slow_path);
  EXPECT_EQ(slow.shown.back(), std::nullopt);
}

TEST(Progress, OfAQuickExaminationShowsNothing) {
  SlowMachine quick;
  {
    Progress progress(quick.machine(), [&](const Shown& what) { quick.show(what); }, 1h);
    EXPECT_EQ(progress.machine().status("/x").why().why, base::Why::not_recorded);
  }
  EXPECT_TRUE(quick.shown.empty());
}

}  // namespace
}  // namespace gpuenv::cli
