// A file descriptor that closes itself, and errno as the reason of an unknown fact.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "base/known.h"

namespace gpuenv::machine::live {

class Handle {
 public:
  Handle() = default;
  explicit Handle(int fd) : fd_(fd) {}
  Handle(Handle&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Handle() { close(); }

  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }
  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

/// What an errno says about a path: certain absences are ENOENT, ENOTDIR, and links that lead nowhere
/// (ELOOP).
inline base::Unknown refusal(int error, std::string_view path) {
  const std::string at = std::string(path) + ": ";
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return {base::Why::absent, at + "no such file or directory"};
    case EACCES:
    case EPERM:
      return {base::Why::denied, at + "permission denied"};
    case EISDIR:
      return {base::Why::failed, at + "is a directory"};
    case ELOOP:
      return {base::Why::absent, at + "its links lead in a circle"};
    default:
      return {base::Why::failed, at + std::strerror(error)};
  }
}

}  // namespace gpuenv::machine::live
