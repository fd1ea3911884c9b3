// The recorder: passes questions on to another machine and notes question and answer.
#include <fmt/format.h>

#include <optional>

#include "base/text.h"
#include "machine/recorded/recorded.h"

namespace gpuenv::machine::recorded {
namespace {

/// Notes the reply of the vendor child when it is waited for. Shares the notes, so it may outlive the
/// recorder.
class NotedReply final : public PendingReply {
 public:
  NotedReply(std::unique_ptr<PendingReply> reply, std::shared_ptr<Recording> notes, std::string request)
      : reply_(std::move(reply)), notes_(std::move(notes)), request_(std::move(request)) {}

  Known<std::string> get() override {
    Known<std::string> reply = reply_->get();
    notes_->vendor.insert_or_assign(request_, reply);
    return reply;
  }

 private:
  std::unique_ptr<PendingReply> reply_;
  std::shared_ptr<Recording> notes_;
  std::string request_;
};

/// RECORD of a framework has thousands of lines about headers and scripts. Of a long one a recording keeps
/// those that an examination compares with the files: libraries, and the beginnings of packages.
Known<std::string> shortened_record(std::string_view path, const Known<std::string>& bytes) {
  constexpr std::size_t long_record = std::size_t{16} << 10;
  const bool is_record = path.ends_with(".dist-info/RECORD") || path.ends_with(".dist-info\\RECORD");
  if (!is_record || !bytes.known() || bytes->size() < long_record) return bytes;
  std::string kept;
  for (const std::string_view line : base::lines(*bytes)) {
    const std::string_view file = line.substr(0, line.find(','));
    const bool beginning = file.ends_with("/__init__.py") && file.find('/') == file.rfind('/');
    if (file.contains(".so") || file.ends_with(".dll") || file.ends_with(".pyd") || beginning)
      kept.append(line).append("\n");
  }
  return {std::move(kept), bytes.origin()};
}

/// A kernel log tells about everything that happened on the machine, so a recording keeps only what NVIDIA's
/// driver wrote.
Known<std::string> drivers_lines(const Known<std::string>& log) {
  if (!log.known()) return log;
  std::string kept;
  for (const std::string_view line : base::lines(*log))
    if (line.contains("NVRM:")) kept.append(line).append("\n");
  return {std::move(kept), log.origin()};
}

class LiveRecorder final : public Recorder {
 public:
  explicit LiveRecorder(Machine& live) : live_(live) { start(); }

  Recording take() override {
    Recording taken = std::move(*notes_);
    start();
    return taken;
  }

  const Traits& traits() const override { return live_.traits(); }

  Known<SystemInfo> system() override { return notes_->system = live_.system(); }

  Known<std::string> read_file(std::string_view path, std::size_t limit) override {
    Known<std::string> answer = live_.read_file(path, limit);
    const Known<std::string> bytes = shortened_record(path, answer);
    FileAnswer& file = notes_->files[std::string(path)];
    // A later, shorter read must not shorten what is known.
    const bool better =
        bytes.known() ? !file.bytes.known() || bytes->size() > file.bytes->size() : !file.bytes.known();
    if (better) file = {bytes, bytes.known() && bytes->size() >= limit};
    if (bytes.known() && bytes->size() < limit) file.cut = false;
    return answer;
  }

  // Big files are not kept: a recording holds what was made of them.
  Known<std::unique_ptr<base::ByteSource>> open_file(std::string_view path) override {
    return live_.open_file(path);
  }
  Known<std::string> summary(std::string_view kind, std::string_view path, Summarize summarize) override {
    return note(notes_->summaries, fmt::format("{} {}", kind, path), live_.summary(kind, path, summarize));
  }
  // Follows from the recorded links.
  Known<std::string> identity(std::string_view path) override { return live_.identity(path); }
  Known<FileStatus> status(std::string_view path) override {
    return note(notes_->status, path, live_.status(path));
  }
  Known<std::vector<DirectoryEntry>> list(std::string_view path) override {
    return note(notes_->directories, path, live_.list(path));
  }
  Known<std::string> link_target(std::string_view path) override {
    return note(notes_->links, path, live_.link_target(path));
  }
  Known<bool> may_open(std::string_view path) override {
    return note(notes_->access, path, live_.may_open(path));
  }
  Known<std::uint64_t> free_bytes(std::string_view path) override {
    return note(notes_->free_bytes, path, live_.free_bytes(path));
  }
  Known<std::string> variable(std::string_view name) override {
    return note(notes_->variables, name, live_.variable(name));
  }
  Known<std::string> registry_value(std::string_view key, std::string_view name) override {
    if (!windows()) return live_.registry_value(key, name);
    return note(notes_->registry_values[std::string(key)], name, live_.registry_value(key, name));
  }
  Known<std::vector<std::string>> registry_keys(std::string_view key) override {
    if (!windows()) return live_.registry_keys(key);
    return note(notes_->registry_keys, key, live_.registry_keys(key));
  }
  Known<std::vector<DeviceNode>> display_devices() override {
    if (!windows()) return live_.display_devices();
    return notes_->display_devices = live_.display_devices();
  }
  Known<std::string> kernel_log() override {
    if (windows()) return live_.kernel_log();
    Known<std::string> log = live_.kernel_log();
    notes_->kernel_log = drivers_lines(log);
    return log;
  }
  std::unique_ptr<PendingReply> ask_vendor(std::string_view request,
                                           std::chrono::milliseconds limit) override {
    return std::make_unique<NotedReply>(live_.ask_vendor(request, limit), notes_, std::string(request));
  }

 private:
  bool windows() const { return traits().os == base::OsFamily::windows; }

  void start() {
    notes_ = std::make_shared<Recording>();
    notes_->name = traits().name;
    notes_->os = traits().os;
    notes_->complete = true;
  }

  template <class T>
  Known<T> note(std::map<std::string, Known<T>>& notes, std::string_view what, Known<T> answer) {
    notes.insert_or_assign(std::string(what), answer);
    return answer;
  }

  Machine& live_;
  std::shared_ptr<Recording> notes_;
};

}  // namespace

std::unique_ptr<Recorder> record(Machine& live) {
  return std::make_unique<LiveRecorder>(live);
}

}  // namespace gpuenv::machine::recorded
