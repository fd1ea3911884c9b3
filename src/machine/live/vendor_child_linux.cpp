// The vendor child on Linux: vfork and exec of our own program, its reply read from a pipe until the
// deadline.
#include "machine/live/vendor_child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <thread>

#include "machine/live/handle_posix.h"
#include "machine/live/live.h"
#include "machine/live/system.h"

namespace gpuenv::machine::live {
namespace {

using base::Unknown;
using base::Why;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// How long a killed child is waited for. One that hangs inside a driver call cannot be killed at all; init
/// inherits it.
constexpr milliseconds kill_patience{100};

struct Pipe {
  Handle read, write;
};

/// Both ends above 2: when we were started without a stdin the system would hand out 0, which the child
/// replaces.
bool open_pipe(Pipe& made) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  Handle low_read(ends[0]), low_write(ends[1]);
  made.read = Handle(::fcntl(ends[0], F_DUPFD_CLOEXEC, 3));
  made.write = Handle(::fcntl(ends[1], F_DUPFD_CLOEXEC, 3));
  return made.read && made.write;
}

/// What the child needs; everything is made before the fork, as the child may only make system calls.
struct Start {
  const char* program;
  int request, reply, null;
  rlimit no_core;
  sigset_t no_signals;
};

/// Runs in the child, on the memory of the parent. Returns errno when the program could not be started.
int become_child(const Start& start, char* const* arguments) {
  ::prctl(PR_SET_PDEATHSIG,
          SIGKILL);  // it must not outlive us; before the request is written the closed pipe ends it
  ::setrlimit(RLIMIT_CORE, &start.no_core);
  ::dup2(start.request, STDIN_FILENO);
  ::dup2(start.reply, STDOUT_FILENO);
  if (start.null >= 0) ::dup2(start.null, STDERR_FILENO);
  ::sigprocmask(SIG_SETMASK, &start.no_signals, nullptr);
#ifdef SYS_close_range
  ::syscall(SYS_close_range, 3U, ~0U,
            0U);  // what our own parent left open is none of a vendor library's business
#endif
  ::execve(start.program, arguments, environ);
  return errno;
}

/// The child's process id, or -1 with errno.
pid_t spawn(const std::string& program, int request, int reply) {
  const Handle null(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  Start start{program.c_str(), request, reply, null.get(), {}, {}};
  ::getrlimit(RLIMIT_CORE, &start.no_core);
  start.no_core.rlim_cur = 0;
  ::sigemptyset(&start.no_signals);
  std::string name = program, argument = vendor_child_argument;
  char* const arguments[] = {name.data(), argument.data(), nullptr};
  volatile int error = 0;
  // posix_spawn can neither tie the child to our life nor drop its core file. The child leaves this function
  // only by exec or _exit, and what it calls are system calls.
  // NOLINTBEGIN(bugprone-unsafe-functions,clang-analyzer-security.insecureAPI.vfork,clang-analyzer-unix.Vfork)
  const pid_t child = ::vfork();
  if (child == 0) {
    error = become_child(start, arguments);
    ::_exit(127);
  }
  // NOLINTEND(bugprone-unsafe-functions,clang-analyzer-security.insecureAPI.vfork,clang-analyzer-unix.Vfork)
  if (child > 0 && error != 0) {
    ::waitpid(child, nullptr, 0);
    errno = error;
    return -1;
  }
  return child;
}

std::string signal_text(int number) {
  struct Name {
    int number;
    const char* text;
  };
  static constexpr Name crashes[] = {{SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGABRT, "SIGABRT"},
                                     {SIGFPE, "SIGFPE"},   {SIGILL, "SIGILL"}, {SIGTRAP, "SIGTRAP"},
                                     {SIGSYS, "SIGSYS"}};
  for (const auto& [crash, text] : crashes)
    if (crash == number) return fmt::format("the library crashed ({})", text);
  return fmt::format("the process that asked the library was ended by signal {}", number);
}

class LinuxChild final : public ChildRun {
 public:
  explicit LinuxChild(ChildRequest request)
      : request_(std::move(request)), stop_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

  Known<std::string> run() override;
  void stop() override { ::eventfd_write(stop_.get(), 1); }

 private:
  Known<std::string> unknown(Why why, std::string detail) const {
    return Known<std::string>(Unknown{why, std::move(detail)}, request_.request);
  }
  /// Reads until the child has closed its end; nothing when that went well.
  std::optional<Unknown> read_reply(int fd, std::string& reply) const;
  std::optional<Unknown> wait_for_more(int fd) const;
  /// The exit status, or nothing when the child did not end before `until`.
  static std::optional<int> wait_for_end(pid_t child, Clock::time_point until);
  Unknown timed_out() const {
    return {Why::timed_out, fmt::format("no answer within {} ms", request_.limit.count())};
  }

  ChildRequest request_;
  Handle stop_;
};

std::optional<Unknown> LinuxChild::wait_for_more(int fd) const {
  for (;;) {
    const auto left = std::chrono::ceil<milliseconds>(request_.deadline - Clock::now());
    if (left <= milliseconds(0)) return timed_out();
    pollfd waits[] = {{fd, POLLIN, 0}, {stop_.get(), POLLIN, 0}};
    const int ready = ::poll(waits, 2, static_cast<int>(std::min<long long>(left.count(), 60'000)));
    if (ready < 0 && errno != EINTR) return Unknown{Why::failed, std::strerror(errno)};
    if (ready <= 0) continue;
    if (waits[1].revents != 0) return Unknown{Why::failed, "nobody waited for the answer"};
    return std::nullopt;
  }
}

std::optional<Unknown> LinuxChild::read_reply(int fd, std::string& reply) const {
  char buffer[16 << 10];
  for (;;) {
    if (auto reason = wait_for_more(fd)) return reason;
    const ssize_t got = ::read(fd, buffer, sizeof buffer);
    if (got == 0) return std::nullopt;
    if (got < 0 && errno != EINTR) return Unknown{Why::failed, std::strerror(errno)};
    if (got > 0) reply.append(buffer, static_cast<std::size_t>(got));
    if (reply.size() > max_reply) return Unknown{Why::failed, "the answer does not end"};
  }
}

std::optional<int> LinuxChild::wait_for_end(pid_t child, Clock::time_point until) {
  // It closes its pipe a moment before it can be waited for, so the first tries are close together.
  for (auto pause = std::chrono::microseconds(20);;
       pause = std::min(pause * 2, std::chrono::microseconds(2000))) {
    int status = 0;
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) return status;
    if (ended < 0 && errno != EINTR) return std::nullopt;
    if (Clock::now() >= until) return std::nullopt;
    std::this_thread::sleep_for(pause);
  }
}

Known<std::string> LinuxChild::run() {
  sigset_t all;
  ::sigfillset(&all);  // SIGPIPE of a child that is gone, and handlers that belong to other threads
  ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
  Pipe request, reply;
  if (!stop_ || !open_pipe(request) || !open_pipe(reply))
    return unknown(Why::failed, fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  const std::string program = request_.program.empty() ? own_program() : request_.program;
  const pid_t child = spawn(program, request.read.get(), reply.write.get());
  if (child < 0)
    return unknown(Why::failed, fmt::format("cannot start {}: {}", program, std::strerror(errno)));
  request.read.close();
  reply.write.close();
  const std::string line = request_.request + "\n";
  // A path is far shorter than a pipe is deep, so this never blocks; when the child is gone, its exit status
  // says so.
  [[maybe_unused]] const ssize_t written = ::write(request.write.get(), line.data(), line.size());
  request.write.close();

  std::string text;
  std::optional<Unknown> reason = read_reply(reply.read.get(), text);
  std::optional<int> status;
  if (!reason) {
    status = wait_for_end(child, request_.deadline);
    if (!status) reason = timed_out();
  }
  if (reason) {
    ::kill(child, SIGKILL);
    wait_for_end(child, Clock::now() + kill_patience);
    return Known<std::string>(*std::move(reason), request_.request);
  }
  if (WIFSIGNALED(*status)) return unknown(Why::failed, signal_text(WTERMSIG(*status)));
  if (WEXITSTATUS(*status) != 0)
    return unknown(Why::failed, fmt::format("the process that asked the library ended with exit status {}",
                                            WEXITSTATUS(*status)));
  return {std::move(text), request_.request};
}

}  // namespace

std::unique_ptr<ChildRun> make_child_run(ChildRequest request) {
  return std::make_unique<LinuxChild>(std::move(request));
}

}  // namespace gpuenv::machine::live
