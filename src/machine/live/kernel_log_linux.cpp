// The kernel's message buffer on Linux, by syslog(2): the newest part of it, without touching what others
// read.
#include <sys/klog.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "machine/live/system.h"

namespace gpuenv::machine::live {
namespace {

// syslog(2); the C library names no constants for them.
constexpr int read_all = 3, size_of_buffer = 10;
/// Formatting costs the kernel about 8 us a KiB, and few machines have a larger buffer.
constexpr int most = 1 << 20;

}  // namespace

Known<std::string> kernel_log() {
  const std::string origin = "kernel log";
  const auto refused = [&] {
    const auto why = errno == EPERM || errno == EACCES ? base::Why::denied
                     : errno == ENOSYS                 ? base::Why::unsupported
                                                       : base::Why::failed;
    return Known<std::string>(base::Unknown{why, origin + ": " + std::generic_category().message(errno)},
                              origin);
  };
  const int size = ::klogctl(size_of_buffer, nullptr, 0);
  if (size < 0) return refused();
  // Each line gets its priority and time in front, so the text can be longer than what is kept.
  std::string text(static_cast<std::size_t>(std::min(std::max(size, 1 << 12), most / 2) * 2), '\0');
  const int length = ::klogctl(read_all, text.data(), static_cast<int>(text.size()));
  if (length < 0) return refused();
  text.resize(std::min(static_cast<std::size_t>(length), text.size()));
  return {std::move(text), origin};
}

}  // namespace gpuenv::machine::live
