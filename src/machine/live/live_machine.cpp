// The real machine: hands each question to the file of this system that answers it.
#include "machine/live/files.h"
#include "machine/live/live.h"
#include "machine/live/system.h"
#include "machine/live/vendor_child.h"

namespace gpuenv::machine::live {
namespace {

class LiveMachine final : public Machine {
 public:
  explicit LiveMachine(LiveOptions options) : options_(std::move(options)), traits_(live_traits()) {}

  const Traits& traits() const override { return traits_; }
  Known<SystemInfo> system() override { return system_info(); }

  Known<std::string> read_file(std::string_view path, std::size_t limit) override {
    return live::read_file(path, limit);
  }
  Known<FileStatus> status(std::string_view path) override { return file_status(path); }
  Known<std::vector<DirectoryEntry>> list(std::string_view path) override { return list_folder(path); }
  Known<std::string> link_target(std::string_view path) override { return live::link_target(path); }
  Known<bool> may_open(std::string_view path) override { return live::may_open(path); }
  Known<std::uint64_t> free_bytes(std::string_view path) override { return live::free_bytes(path); }

  Known<std::string> variable(std::string_view name) override { return live::variable(name); }
  Known<std::string> registry_value(std::string_view key, std::string_view name) override {
    return live::registry_value(key, name);
  }
  Known<std::vector<std::string>> registry_keys(std::string_view key) override {
    return live::registry_keys(key);
  }
  Known<std::vector<DeviceNode>> display_devices() override { return live::display_devices(); }

  std::unique_ptr<PendingReply> ask_vendor(std::string_view request,
                                           std::chrono::milliseconds limit) override {
    return start_vendor_child(options_.vendor_program, request, limit);
  }

 private:
  LiveOptions options_;
  Traits traits_;
};

}  // namespace

std::unique_ptr<Machine> open_live_machine(LiveOptions options) {
  return std::make_unique<LiveMachine>(std::move(options));
}

}  // namespace gpuenv::machine::live
