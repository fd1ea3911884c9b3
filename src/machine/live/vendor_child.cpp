// The part of a vendor question that is the same on all systems: a thread that looks after the child.
#include "machine/live/vendor_child.h"

#include <thread>

namespace gpuenv::machine::live {
namespace {

class ChildReply final : public PendingReply {
 public:
  explicit ChildReply(ChildRequest request)
      : run_(make_child_run(std::move(request))), thread_([this] { answer_ = run_->run(); }) {}
  ~ChildReply() override {
    if (!thread_.joinable()) return;
    run_->stop();
    thread_.join();
  }
  ChildReply(const ChildReply&) = delete;
  ChildReply& operator=(const ChildReply&) = delete;

  Known<std::string> get() override {
    if (thread_.joinable()) thread_.join();
    return answer_;
  }

 private:
  std::unique_ptr<ChildRun> run_;
  Known<std::string> answer_;
  std::thread thread_;  // last: it uses the others from its first moment on
};

}  // namespace

std::unique_ptr<PendingReply> start_vendor_child(std::string program, std::string_view request,
                                                 std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  return std::make_unique<ChildReply>(
      ChildRequest{std::move(program), std::string(request), limit, deadline});
}

}  // namespace gpuenv::machine::live
