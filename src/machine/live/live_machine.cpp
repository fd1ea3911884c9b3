// The real machine: hands each question to the file of this system that answers it.
#include "machine/live/files.h"
#include "machine/live/live.h"
#include "machine/live/network_mounts.h"
#include "machine/live/summary_cache.h"
#include "machine/live/system.h"
#include "machine/live/vendor_child.h"

namespace gpuenv::machine::live {
namespace {

/// A server that is only slow answers well within this; a dead one must not use up a person's patience.
constexpr std::chrono::milliseconds network_limit{1500};
/// For reading through a big file there.
constexpr std::chrono::milliseconds network_reading_limit{3000};
constexpr std::size_t largest_table = 1 << 20;

class LiveMachine final : public Machine {
 public:
  explicit LiveMachine(LiveOptions options)
      : options_(std::move(options)),
        traits_(live_traits()),
        // A dead server must not hold up the whole program for something that only saves time.
        cache_(mounts_.on_network(options_.summaries) ? "" : options_.summaries,
               file_identity(own_program()).value_or("")) {}

  const Traits& traits() const override { return traits_; }
  Known<SystemInfo> system() override { return system_info(); }

  Known<std::string> read_file(std::string_view path, std::size_t limit) override {
    return ask<std::string>(path, [limit](const std::string& p) { return live::read_file(p, limit); });
  }
  Known<std::unique_ptr<base::ByteSource>> open_file(std::string_view path) override {
    return ask<std::unique_ptr<base::ByteSource>>(path, live::open_file);
  }
  Known<std::string> summary(std::string_view kind, std::string_view path, Summarize summarize) override;
  Known<std::string> identity(std::string_view path) override {
    return ask<std::string>(path, file_identity);
  }
  Known<FileStatus> status(std::string_view path) override { return ask<FileStatus>(path, file_status); }
  Known<std::vector<DirectoryEntry>> list(std::string_view path) override {
    return ask<std::vector<DirectoryEntry>>(path, list_folder);
  }
  Known<std::string> link_target(std::string_view path) override {
    return ask<std::string>(path, live::link_target);
  }
  Known<bool> may_open(std::string_view path) override { return ask<bool>(path, live::may_open); }
  Known<std::uint64_t> free_bytes(std::string_view path) override {
    return ask<std::uint64_t>(path, live::free_bytes);
  }

  Known<std::string> variable(std::string_view name) override { return live::variable(name); }
  Known<std::string> registry_value(std::string_view key, std::string_view name) override {
    return live::registry_value(key, name);
  }
  Known<std::vector<std::string>> registry_keys(std::string_view key) override {
    return live::registry_keys(key);
  }
  Known<std::vector<DeviceNode>> display_devices() override { return live::display_devices(); }
  Known<std::string> kernel_log() override { return live::kernel_log(); }

  std::unique_ptr<PendingReply> ask_vendor(std::string_view request,
                                           std::chrono::milliseconds limit) override {
    return start_vendor_child(options_.vendor_program, request, limit);
  }

 private:
  template <class T, class Ask>
  Known<T> ask(std::string_view path, Ask question) {
    if (!mounts_.on_network(path)) return question(std::string(path));
    return mounts_.ask<T>(path, [question, path = std::string(path)] { return question(path); });
  }

  LiveOptions options_;
  Traits traits_;
  NetworkMounts mounts_{live::read_file("/proc/self/mountinfo", largest_table).value_or(""), network_limit};
  SummaryCache cache_;
};

Known<std::string> summarized(const std::string& path, Summarize summarize) {
  const auto source = live::open_file(path);
  if (!source.known()) return source.no_value<std::string>();
  auto text = summarize(**source);
  if (!text) return {base::Unknown{base::Why::failed, path + ": " + text.error().message}, path};
  return {*std::move(text), path};
}

Known<std::string> LiveMachine::summary(std::string_view kind, std::string_view path, Summarize summarize) {
  const std::string place(path);
  const auto before = identity(place);
  if (!before.known()) return before.no_value<std::string>();
  if (auto kept = cache_.find(kind, *before)) return {*std::move(kept), place};
  auto text = mounts_.ask_for_long<std::string>(place, network_reading_limit,
                                                [place, summarize] { return summarized(place, summarize); });
  if (text.known() && identity(place).value_or("") == *before) cache_.keep(kind, *before, *text);
  return text;
}

}  // namespace

std::unique_ptr<Machine> open_live_machine(LiveOptions options) {
  return std::make_unique<LiveMachine>(std::move(options));
}

}  // namespace gpuenv::machine::live
