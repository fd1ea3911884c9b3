// The vendor child on Windows: our own program in a job object, its reply read from a pipe until the
// deadline.
#include "machine/live/vendor_child.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>

#include "base/path.h"
#include "machine/live/live.h"
#include "machine/live/system.h"
#include "machine/live/win32.h"

namespace gpuenv::machine::live {
namespace {

using base::Unknown;
using base::Why;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr DWORD first_exception =
    0xC0000000;  // NTSTATUS of severity "error": the exception that ended a process

/// One direction; our own end is overlapped, so that it can be waited for together with other things.
struct Pipe {
  Handle ours, childs;
};

/// Anonymous pipes cannot be read with a time limit, so this is a named one with a name of its own.
bool open_pipe(bool child_reads, Pipe& made) {
  static std::atomic<unsigned> count{0};
  const std::wstring name =
      L"\\\\.\\pipe\\gpuenv-" + std::to_wstring(::GetCurrentProcessId()) + L"-" + std::to_wstring(count++);
  const DWORD direction = child_reads ? PIPE_ACCESS_OUTBOUND : PIPE_ACCESS_INBOUND;
  made.ours = Handle(
      ::CreateNamedPipeW(name.c_str(), direction | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                         PIPE_TYPE_BYTE | PIPE_REJECT_REMOTE_CLIENTS, 1, 65'536, 65'536, 0, nullptr));
  if (!made.ours) return false;
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  made.childs = Handle(::CreateFileW(name.c_str(), child_reads ? GENERIC_READ : GENERIC_WRITE, 0, &inherited,
                                     OPEN_EXISTING, 0, nullptr));
  return static_cast<bool>(made.childs);
}

/// A job that takes its processes with it when we end or let go of it.
Handle make_job() {
  Handle job(::CreateJobObjectW(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags =
      JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
  if (job) ::SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits);
  return job;
}

/// Starts the program with these three handles and no others; nothing and GetLastError when that fails.
Handle spawn(const std::wstring& program, HANDLE job, HANDLE in, HANDLE out, HANDLE err) {
  HANDLE inherited[] = {in, out, err};
  char room[256];
  SIZE_T size = sizeof room;
  auto* attributes = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(room);
  if (!::InitializeProcThreadAttributeList(attributes, 1, 0, &size)) return {};
  STARTUPINFOEXW start{};
  start.StartupInfo.cb = sizeof start;
  start.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  start.StartupInfo.hStdInput = in;
  start.StartupInfo.hStdOutput = out;
  start.StartupInfo.hStdError = err;
  start.lpAttributeList = attributes;
  std::wstring line = L"\"" + program + L"\" " + wide(vendor_child_argument);
  PROCESS_INFORMATION made{};
  const bool started = ::UpdateProcThreadAttribute(attributes, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
                                                   inherited, sizeof inherited, nullptr, nullptr) &&
                       ::CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, TRUE,
                                        EXTENDED_STARTUPINFO_PRESENT | CREATE_NO_WINDOW | CREATE_SUSPENDED,
                                        nullptr, nullptr, &start.StartupInfo, &made);
  const DWORD error = ::GetLastError();
  ::DeleteProcThreadAttributeList(attributes);
  ::SetLastError(error);
  if (!started) return {};
  const Handle thread(made.hThread);
  ::AssignProcessToJobObject(job, made.hProcess);
  ::ResumeThread(thread.get());
  return Handle(made.hProcess);
}

class WindowsChild final : public ChildRun {
 public:
  explicit WindowsChild(ChildRequest request)
      : request_(std::move(request)), stop_(::CreateEventW(nullptr, TRUE, FALSE, nullptr)) {}

  Known<std::string> run() override;
  void stop() override { ::SetEvent(stop_.get()); }

 private:
  Known<std::string> unknown(Why why, std::string detail) const {
    return Known<std::string>(Unknown{why, std::move(detail)}, request_.request);
  }
  Known<std::string> system_failure(std::string_view what) const {
    return unknown(Why::failed, fmt::format("{}: {}", what, error_text(::GetLastError())));
  }
  /// Waits until the deadline; why it did not come to its end, or nothing.
  std::optional<Unknown> wait(HANDLE event) const;
  std::optional<Unknown> write_request(HANDLE pipe) const;
  std::optional<Unknown> read_reply(HANDLE pipe, std::string& reply) const;
  /// Waits for one read or write; the bytes that it moved, 0 at the end of the pipe.
  std::optional<Unknown> finish(HANDLE pipe, OVERLAPPED& work, bool started, DWORD& moved) const;
  Known<std::string> talk(Handle process, Pipe& request, Pipe& reply) const;

  ChildRequest request_;
  Handle stop_;
};

std::optional<Unknown> WindowsChild::wait(HANDLE event) const {
  const auto left = std::chrono::ceil<milliseconds>(request_.deadline - Clock::now()).count();
  HANDLE events[] = {event, stop_.get()};
  switch (::WaitForMultipleObjects(2, events, FALSE,
                                   static_cast<DWORD>(std::clamp<long long>(left, 0, INT_MAX)))) {
    case WAIT_OBJECT_0:
      return std::nullopt;
    case WAIT_OBJECT_0 + 1:
      return Unknown{Why::failed, "nobody waited for the answer"};
    default:
      return Unknown{Why::timed_out, fmt::format("no answer within {} ms", request_.limit.count())};
  }
}

std::optional<Unknown> WindowsChild::finish(HANDLE pipe, OVERLAPPED& work, bool started, DWORD& moved) const {
  moved = 0;
  std::optional<Unknown> reason;
  if (!started && ::GetLastError() == ERROR_IO_PENDING) {
    reason = wait(work.hEvent);
    if (reason) ::CancelIoEx(pipe, &work);
  } else if (!started) {
    return std::nullopt;  // the other end is closed
  }
  ::GetOverlappedResult(pipe, &work, &moved, TRUE);  // the system must be done with the buffer before we go
  return reason;
}

std::optional<Unknown> WindowsChild::write_request(HANDLE pipe) const {
  const std::string line = request_.request + "\n";
  const Handle event(::CreateEventW(nullptr, TRUE, FALSE, nullptr));
  OVERLAPPED work{};
  work.hEvent = event.get();
  const bool started = ::WriteFile(pipe, line.data(), static_cast<DWORD>(line.size()), nullptr, &work);
  DWORD written = 0;
  return finish(pipe, work, started, written);
}

std::optional<Unknown> WindowsChild::read_reply(HANDLE pipe, std::string& reply) const {
  char buffer[16 << 10];
  const Handle event(::CreateEventW(nullptr, TRUE, FALSE, nullptr));
  for (;;) {
    OVERLAPPED work{};
    work.hEvent = event.get();
    const bool started = ::ReadFile(pipe, buffer, sizeof buffer, nullptr, &work);
    DWORD got = 0;
    if (auto reason = finish(pipe, work, started, got)) return reason;
    if (got == 0) return std::nullopt;
    reply.append(buffer, got);
    if (reply.size() > max_reply) return Unknown{Why::failed, "the answer does not end"};
  }
}

Known<std::string> WindowsChild::talk(Handle process, Pipe& request, Pipe& reply) const {
  std::string text;
  std::optional<Unknown> reason = write_request(request.ours.get());
  // Closing at once would throw away what the child has not yet read; it needs one line and no end.
  if (!reason) reason = read_reply(reply.ours.get(), text);
  if (!reason) reason = wait(process.get());
  if (reason) return Known<std::string>(*std::move(reason), request_.request);
  DWORD status = 0;
  if (!::GetExitCodeProcess(process.get(), &status)) return system_failure("the exit status is unknown");
  if (status >= first_exception)
    return unknown(Why::failed, fmt::format("the library crashed (exit status 0x{:08X})", status));
  if (status != 0)
    return unknown(Why::failed,
                   fmt::format("the process that asked the library ended with exit status {}", status));
  return {std::move(text), request_.request};
}

Known<std::string> WindowsChild::run() {
  Pipe request, reply;
  const Handle job = make_job();
  if (!stop_ || !job || !open_pipe(true, request) || !open_pipe(false, reply))
    return system_failure("cannot make a pipe");
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  const Handle null(::CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                                  OPEN_EXISTING, 0, nullptr));
  const std::wstring program = wide(
      request_.program.empty() ? own_program() : base::normal_path(base::windows_paths, request_.program));
  Handle process = spawn(program, job.get(), request.childs.get(), reply.childs.get(), null.get());
  if (!process) return system_failure(fmt::format("cannot start {}", narrow(program)));
  request.childs.close();
  reply.childs.close();
  Known<std::string> answer = talk(std::move(process), request, reply);
  if (!answer.known()) ::TerminateJobObject(job.get(), 1);
  return answer;
}

}  // namespace

std::unique_ptr<ChildRun> make_child_run(ChildRequest request) {
  return std::make_unique<WindowsChild>(std::move(request));
}

}  // namespace gpuenv::machine::live
