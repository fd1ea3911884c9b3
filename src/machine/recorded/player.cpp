// The player: a machine that answers from a recording and notes what it could not answer.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "machine/recorded/recorded.h"
#include "machine/recorded/recorded_paths.h"

namespace gpuenv::machine::recorded {
namespace {

using base::Unknown;
using base::Why;

class ReadyReply final : public PendingReply {
 public:
  explicit ReadyReply(Known<std::string> reply) : reply_(std::move(reply)) {}
  Known<std::string> get() override { return reply_; }

 private:
  Known<std::string> reply_;
};

/// Linux starts no program with a longer one (MAX_ARG_STRLEN, execve(2)), nor does Windows.
constexpr std::size_t longest_variable = std::size_t{128} << 10;

template <class T>
Known<T> with_origin(const Known<T>& recorded, std::string origin) {
  return recorded.known() ? Known<T>(*recorded, std::move(origin))
                          : Known<T>(recorded.why(), std::move(origin));
}

/// The entry whose name is the same when case is ignored, or nullptr.
template <class T>
const T* find_folded(const std::map<std::string, T>& entries, std::string_view name) {
  for (const auto& [key, entry] : entries)
    if (base::equal_ignoring_case(key, name)) return &entry;
  return nullptr;
}

template <class T>
const T* find_exact(const std::map<std::string, T>& entries, std::string_view name) {
  const auto found = entries.find(std::string(name));
  return found == entries.end() ? nullptr : &found->second;
}

/// The bytes of a recorded file, kept as long as they are read.
class OwnedBytes final : public base::ByteSource {
 public:
  explicit OwnedBytes(std::string bytes) : bytes_(std::move(bytes)) {}
  std::uint64_t size() const override { return bytes_.size(); }
  base::Result<void> read(std::span<base::Piece> pieces) override {
    return base::MemorySource(bytes_).read(pieces);
  }

 private:
  std::string bytes_;
};

class Player final : public RecordedMachine {
 public:
  Player(Recording recording, const PlayOptions& options)
      : recording_(std::move(recording)), options_(options), paths_(recording_) {
    traits_ = {Traits::Kind::recording, recording_.name, recording_.os, recording_.paths()};
  }

  const Traits& traits() const override { return traits_; }
  const std::vector<std::string>& asked() const override { return asked_; }
  const std::vector<std::string>& unanswered() const override { return unanswered_; }

  Known<SystemInfo> system() override {
    return noted("system", "", with_origin(recording_.system, "system"));
  }

  Known<std::string> read_file(std::string_view path, std::size_t limit) override {
    return noted("files", path, paths_.read(path, limit));
  }
  Known<std::unique_ptr<base::ByteSource>> open_file(std::string_view path) override;
  Known<std::string> summary(std::string_view kind, std::string_view path, Summarize) override;
  Known<std::string> identity(std::string_view path) override;
  Known<FileStatus> status(std::string_view path) override {
    return noted("status", path, paths_.status(path));
  }
  Known<std::vector<DirectoryEntry>> list(std::string_view path) override {
    return noted("directories", path, paths_.list(path));
  }
  Known<std::string> link_target(std::string_view path) override {
    return noted("links", path, paths_.link_target(path));
  }
  Known<bool> may_open(std::string_view path) override {
    return noted("access", path, paths_.may_open(path));
  }
  Known<std::uint64_t> free_bytes(std::string_view path) override {
    return noted("free_bytes", path, paths_.free_bytes(path));
  }

  Known<std::string> variable(std::string_view name) override;
  Known<std::string> registry_value(std::string_view key, std::string_view name) override;
  Known<std::vector<std::string>> registry_keys(std::string_view key) override;
  Known<std::vector<DeviceNode>> display_devices() override;
  Known<std::string> kernel_log() override;
  std::unique_ptr<PendingReply> ask_vendor(std::string_view request,
                                           std::chrono::milliseconds limit) override;

 private:
  bool windows() const { return recording_.os == base::OsFamily::windows; }

  /// Keeps the log and turns "nothing recorded" into the reason that says so.
  template <class T>
  Known<T> noted(const char* kind, std::string_view what, std::optional<Known<T>> answer) {
    const std::string question = what.empty() ? kind : fmt::format("{} {}", kind, what);
    if (options_.log_all) asked_.push_back(question);
    const bool missing = !answer || (!answer->known() && answer->why().why == Why::not_recorded);
    if (missing && unanswered_once_.insert(question).second) unanswered_.push_back(question);
    if (answer && (!missing || !answer->why().detail.empty())) return *std::move(answer);
    return Known<T>(Unknown{Why::not_recorded, "the recording has no answer to: " + question},
                    std::string(what));
  }
  template <class T>
  Known<T> noted(const char* kind, std::string_view what, Known<T> answer) {
    return noted(kind, what, std::optional<Known<T>>(std::move(answer)));
  }

  /// The recorded reply to a request, also when it names the library by another path.
  const Known<std::string>* vendor_reply(std::string_view request) const;
  /// Whether a registry key is certainly not there: it, or one above it, is recorded absent or missing among
  /// recorded sub-keys.
  bool registry_absent(std::string_view key) const;

  Recording recording_;
  PlayOptions options_;
  RecordedPaths paths_;
  Traits traits_;
  std::vector<std::string> asked_, unanswered_;
  std::set<std::string> unanswered_once_;
};

Known<std::unique_ptr<base::ByteSource>> Player::open_file(std::string_view path) {
  using Source = std::unique_ptr<base::ByteSource>;
  const auto size = status(path);
  if (!size.known()) return size.no_value<Source>();
  auto bytes = noted("files", path, paths_.read(path, static_cast<std::size_t>(size->size) + 1));
  if (!bytes.known()) return bytes.no_value<Source>();
  return {std::make_unique<OwnedBytes>(std::move(*bytes)), bytes.origin()};
}

Known<std::string> Player::summary(std::string_view kind, std::string_view path, Summarize) {
  const std::string place(path);
  if (!recording_.summaries.empty())
    for (const std::string& at : {place, paths_.resolved(path)})
      if (const auto* found = find_exact(recording_.summaries, fmt::format("{} {}", kind, at)))
        return noted("summaries", fmt::format("{} {}", kind, path), with_origin(*found, place));
  if (const auto there = paths_.status(path); there && there->absent()) return there->no_value<std::string>();
  return {Unknown{Why::unsupported, "the recording holds nothing of what is in " + place}, place};
}

Known<std::string> Player::identity(std::string_view path) {
  const auto there = status(path);
  if (!there.known()) return there.no_value<std::string>();
  return {paths_.resolved(path), there.origin()};
}

Known<std::string> Player::variable(std::string_view name) {
  const auto* found =
      windows() ? find_folded(recording_.variables, name) : find_exact(recording_.variables, name);
  std::optional<Known<std::string>> answer;
  if (found != nullptr && found->known() && (*found)->size() > longest_variable)
    answer = Known<std::string>(
        Unknown{Why::failed, fmt::format("{} is longer than a system lets it be", name)}, std::string(name));
  else if (found != nullptr)
    answer = with_origin(*found, std::string(name));
  else if (recording_.all_variables)
    answer = Known<std::string>(Unknown{Why::absent, fmt::format("{} is not set", name)}, std::string(name));
  return noted("variables", name, std::move(answer));
}

bool Player::registry_absent(std::string_view key) const {
  for (std::string_view at = key;;) {
    const auto* listing = find_folded(recording_.registry_keys, at);
    if (listing != nullptr && listing->absent()) return true;
    const size_t end = at.rfind('\\');
    if (end == std::string_view::npos) return false;
    const std::string_view name = at.substr(end + 1);
    at = at.substr(0, end);
    listing = find_folded(recording_.registry_keys, at);
    if (listing != nullptr && listing->known() &&
        std::none_of((*listing)->begin(), (*listing)->end(),
                     [&](const std::string& other) { return base::equal_ignoring_case(other, name); }))
      return true;
  }
}

Known<std::string> Player::registry_value(std::string_view key, std::string_view name) {
  const std::string question = fmt::format("{}\\{}", key, name);
  std::optional<Known<std::string>> answer;
  const auto* values = find_folded(recording_.registry_values, key);
  const auto* found = values == nullptr ? nullptr : find_folded(*values, name);
  if (!windows())
    answer = Known<std::string>(Unknown{Why::unsupported, "only Windows has a registry"}, question);
  else if (found != nullptr)
    answer = with_origin(*found, question);
  else if (recording_.all_registry || registry_absent(key))
    answer = Known<std::string>(Unknown{Why::absent, question + " does not exist"}, question);
  return noted("registry_values", question, std::move(answer));
}

Known<std::vector<std::string>> Player::registry_keys(std::string_view key) {
  using Names = std::vector<std::string>;
  std::optional<Known<Names>> answer;
  const auto* found = find_folded(recording_.registry_keys, key);
  if (!windows())
    answer = Known<Names>(Unknown{Why::unsupported, "only Windows has a registry"}, std::string(key));
  else if (found != nullptr)
    answer = with_origin(*found, std::string(key));
  else if (recording_.all_registry || registry_absent(key))
    answer = Known<Names>(Unknown{Why::absent, fmt::format("{} does not exist", key)}, std::string(key));
  return noted("registry_keys", key, std::move(answer));
}

Known<std::vector<DeviceNode>> Player::display_devices() {
  if (!windows())
    return noted(
        "display_devices", "",
        Known<std::vector<DeviceNode>>(Unknown{Why::unsupported, "only Windows has a device manager"}));
  return noted("display_devices", "", with_origin(recording_.display_devices, "device manager"));
}

Known<std::string> Player::kernel_log() {
  if (windows())
    return noted("kernel_log", "",
                 Known<std::string>(Unknown{Why::unsupported, "Windows has no kernel log"}, "kernel log"));
  return noted("kernel_log", "", with_origin(recording_.kernel_log, "kernel log"));
}

const Known<std::string>* Player::vendor_reply(std::string_view request) const {
  if (const auto* found = find_exact(recording_.vendor, request)) return found;
  const size_t blank = request.find(' ');
  if (blank == std::string_view::npos) return nullptr;
  const std::string library = paths_.resolved(request.substr(blank + 1));
  for (const auto& [other, reply] : recording_.vendor)
    if (other.starts_with(request.substr(0, blank + 1)) &&
        paths_.resolved(std::string_view(other).substr(blank + 1)) == library)
      return &reply;
  return nullptr;
}

std::unique_ptr<PendingReply> Player::ask_vendor(std::string_view request, std::chrono::milliseconds) {
  const auto* found = vendor_reply(request);
  std::optional<Known<std::string>> answer;
  if (found != nullptr) answer = with_origin(*found, std::string(request));
  return std::make_unique<ReadyReply>(noted("vendor", request, std::move(answer)));
}

}  // namespace

std::unique_ptr<RecordedMachine> play(Recording recording, const PlayOptions& options) {
  return std::make_unique<Player>(std::move(recording), options);
}

}  // namespace gpuenv::machine::recorded
