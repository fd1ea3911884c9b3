// Questions to network file systems get a time limit: where the server is gone they would never end.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/known.h"
#include "base/mounts.h"

namespace gpuenv::machine::live {

using base::Known;

/// The mounts of this machine whose server may be gone.
class NetworkMounts {
 public:
  /// `table` is the text of /proc/self/mountinfo.
  NetworkMounts(std::string_view table, std::chrono::milliseconds limit);

  bool on_network(std::string_view path) const { return mount_of(path) != nullptr; }

  /// What `question` answers; `timed_out` when the path lies on a network mount and no answer came within the
  /// limit. After that the mount is not asked again.
  template <class T>
  Known<T> ask(std::string_view path, std::function<Known<T>()> question) {
    Known<T> answer = ask_for_long<T>(path, limit_, std::move(question));
    if (answer.undecided() && answer.why().why == base::Why::timed_out) silent_.insert(mount_of(path)->path);
    return answer;
  }

  /// The same for a question that takes its time: one that comes too late says nothing about the server.
  template <class T>
  Known<T> ask_for_long(std::string_view path, std::chrono::milliseconds limit,
                        std::function<Known<T>()> question) {
    const base::Mount* mount = mount_of(path);
    if (mount == nullptr) return question();
    if (silent_.contains(mount->path)) return late<T>(*mount, path);
    struct Shared {
      std::mutex mutex;
      std::condition_variable changed;
      std::optional<Known<T>> answer;
    };
    const auto shared = std::make_shared<Shared>();
    // A thread that waits for a dead server cannot be ended, only left behind; the system ends it with us.
    std::thread([shared, question = std::move(question)] {
      Known<T> answer = question();
      const std::lock_guard lock(shared->mutex);
      shared->answer = std::move(answer);
      shared->changed.notify_one();
    }).detach();
    std::unique_lock lock(shared->mutex);
    if (shared->changed.wait_for(lock, limit, [&] { return shared->answer.has_value(); }))
      return *std::move(shared->answer);
    return late<T>(*mount, path);
  }

 private:
  /// The network mount to which a path leads, itself or through links, or nullptr.
  const base::Mount* mount_of(std::string_view path) const;
  /// The one on which the path itself lies.
  const base::Mount* lies_on(std::string_view path) const;
  /// What a link says; "" for everything else. Each is looked at once.
  const std::string& link_at(const std::string& folder) const;

  template <class T>
  static Known<T> late(const base::Mount& mount, std::string_view path) {
    return Known<T>(base::Unknown{base::Why::timed_out, mount.path + " (" + mount.type + ") does not answer"},
                    std::string(path));
  }

  std::vector<base::Mount> mounts_;
  bool any_ = false;
  std::chrono::milliseconds limit_;
  std::set<std::string> silent_;
  mutable std::map<std::string, std::string> links_;
};

}  // namespace gpuenv::machine::live
