// The progress line; see progress.h.
#include "cli/progress.h"

#include <fmt/format.h>

#include <condition_variable>
#include <mutex>
#include <string_view>
#include <thread>

namespace gpuenv::cli {
namespace {

using base::Known;

/// What is asked now; written by the examination, read by the thread that shows it.
class Asked {
 public:
  void set(std::string_view what) {
    const std::lock_guard lock(mutex_);
    what_ = what;
  }
  /// Waits for the end of the examination; false when it did not come in time.
  bool wait(std::chrono::milliseconds limit) {
    std::unique_lock lock(mutex_);
    return ended_.wait_for(lock, limit, [this] { return over_; });
  }
  void end() {
    const std::lock_guard lock(mutex_);
    over_ = true;
    ended_.notify_all();
  }
  std::string get() {
    const std::lock_guard lock(mutex_);
    return what_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  std::string what_;
  bool over_ = false;
};

/// A reply that is being waited for. Shares `asked`, so it may outlive the machine.
class WatchedReply final : public machine::PendingReply {
 public:
  WatchedReply(std::unique_ptr<machine::PendingReply> reply, std::shared_ptr<Asked> asked)
      : reply_(std::move(reply)), asked_(std::move(asked)) {}

  Known<std::string> get() override {
    asked_->set("");
    return reply_->get();
  }

 private:
  std::unique_ptr<machine::PendingReply> reply_;
  std::shared_ptr<Asked> asked_;
};

class WatchedMachine final : public machine::Machine {
 public:
  WatchedMachine(machine::Machine& machine, std::shared_ptr<Asked> asked)
      : machine_(machine), asked_(std::move(asked)) {}

  const machine::Traits& traits() const override { return machine_.traits(); }
  Known<machine::SystemInfo> system() override { return machine_.system(); }
  Known<std::string> read_file(std::string_view path, std::size_t limit) override {
    return about(path).read_file(path, limit);
  }
  Known<std::unique_ptr<base::ByteSource>> open_file(std::string_view path) override {
    return about(path).open_file(path);
  }
  Known<std::string> summary(std::string_view kind, std::string_view path,
                             machine::Summarize summarize) override {
    return about(path).summary(kind, path, summarize);
  }
  Known<std::string> identity(std::string_view path) override { return about(path).identity(path); }
  Known<machine::FileStatus> status(std::string_view path) override { return about(path).status(path); }
  Known<std::vector<machine::DirectoryEntry>> list(std::string_view path) override {
    return about(path).list(path);
  }
  Known<std::string> link_target(std::string_view path) override { return about(path).link_target(path); }
  Known<bool> may_open(std::string_view path) override { return about(path).may_open(path); }
  Known<std::uint64_t> free_bytes(std::string_view path) override { return about(path).free_bytes(path); }
  Known<std::string> kernel_log() override { return machine_.kernel_log(); }
  Known<std::string> variable(std::string_view name) override { return machine_.variable(name); }
  Known<std::string> registry_value(std::string_view key, std::string_view name) override {
    return about(key).registry_value(key, name);
  }
  Known<std::vector<std::string>> registry_keys(std::string_view key) override {
    return about(key).registry_keys(key);
  }
  Known<std::vector<machine::DeviceNode>> display_devices() override { return machine_.display_devices(); }
  std::unique_ptr<machine::PendingReply> ask_vendor(std::string_view request,
                                                    std::chrono::milliseconds limit) override {
    return std::make_unique<WatchedReply>(machine_.ask_vendor(request, limit), asked_);
  }

 private:
  machine::Machine& about(std::string_view what) {
    asked_->set(what);
    return machine_;
  }

  machine::Machine& machine_;
  std::shared_ptr<Asked> asked_;
};

constexpr Text still{"Still examining: {}", "仍在检查：{}"};
constexpr Text vendor{"the NVIDIA driver", "NVIDIA 驱动"};

/// How often a line is renewed that a person reads.
constexpr std::chrono::milliseconds beat{200};

void show_until_end(Asked& asked, const Progress::Show& show, std::chrono::milliseconds patience) {
  if (asked.wait(patience)) return;
  std::optional<std::string> shown;
  do {
    const std::string what = asked.get();
    if (what != shown) show(what);
    shown = what;
  } while (!asked.wait(beat));
  show(std::nullopt);
}

}  // namespace

struct Progress::Watch {
  Watch(machine::Machine& real, Show show, std::chrono::milliseconds patience)
      : machine(real, asked),
        thread([this, show = std::move(show), patience] { show_until_end(*asked, show, patience); }) {}

  std::shared_ptr<Asked> asked = std::make_shared<Asked>();
  WatchedMachine machine;
  std::thread thread;
};

Progress::Progress(machine::Machine& machine, Show show, std::chrono::milliseconds patience)
    : watch_(std::make_unique<Watch>(machine, std::move(show), patience)) {}

Progress::~Progress() {
  watch_->asked->end();
  watch_->thread.join();
}

machine::Machine& Progress::machine() {
  return watch_->machine;
}

std::unique_ptr<Progress> watch(const Context& context, machine::Machine& machine) {
  if (machine.traits().kind != machine::Traits::Kind::live || !context.host.shows_progress()) return nullptr;
  const auto show = [&context](const std::optional<std::string>& asked) {
    const std::string what = asked && asked->empty() ? context.say(vendor) : asked.value_or("");
    context.host.progress(asked ? fmt::format(fmt::runtime(context.say(still)), what) : "");
  };
  return std::make_unique<Progress>(machine, show, std::chrono::milliseconds(500));
}

}  // namespace gpuenv::cli
