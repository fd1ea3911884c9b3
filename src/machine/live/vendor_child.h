// Vendor questions: our own program is started again to open a vendor library, so that a crash or a hang is
// an answer.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "machine/machine.h"

namespace gpuenv::machine::live {

/// One child process for one question; each system has its own.
class ChildRun {
 public:
  virtual ~ChildRun() = default;
  /// Starts the child, hands it the request, and returns its whole reply or why there is none. Called once,
  /// on a thread of its own that lives as long as the child.
  virtual Known<std::string> run() = 0;
  /// Makes run() end the child and return soon; called from another thread.
  virtual void stop() = 0;
};

struct ChildRequest {
  std::string program;  ///< "" = the running program
  std::string request;
  std::chrono::milliseconds limit;
  std::chrono::steady_clock::time_point deadline;
};

/// A reply of more bytes than this is taken for nonsense.
inline constexpr std::size_t max_reply = 1 << 20;

std::unique_ptr<ChildRun> make_child_run(ChildRequest request);

/// Starts a child and returns at once; destroying the reply unread ends the child.
std::unique_ptr<PendingReply> start_vendor_child(std::string program, std::string_view request,
                                                 std::chrono::milliseconds limit);

}  // namespace gpuenv::machine::live
