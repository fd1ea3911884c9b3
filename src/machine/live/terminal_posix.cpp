// Terminal and language on a POSIX system.
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "machine/live/language.h"
#include "machine/live/live.h"

namespace gpuenv::machine::live {
namespace {

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

int columns_of(int fd) {
  winsize size{};
  return ::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

bool stdout_is_terminal() {
  return ::isatty(STDOUT_FILENO) == 1;
}

bool stdout_takes_escapes() {
  const char* kind = std::getenv("TERM");
  return stdout_is_terminal() && kind != nullptr && std::string_view(kind) != "dumb";
}

int terminal_width() {
  return columns_of(STDOUT_FILENO);
}

int stderr_columns() {
  return ::isatty(STDERR_FILENO) == 1 ? columns_of(STDERR_FILENO) : 0;
}

bool write_stdout(std::string_view text) {
  return write_all(STDOUT_FILENO, text);
}

bool write_stderr(std::string_view text) {
  return write_all(STDERR_FILENO, text);
}

std::string preferred_language() {
  return language_of_variables([](const char* name) {
           const char* value = std::getenv(name);
           return std::string(value != nullptr ? value : "");
         })
      .value_or("");
}

}  // namespace gpuenv::machine::live
