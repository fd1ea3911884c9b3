// Writing a file of ours on a POSIX system.
#include <fcntl.h>
#include <sys/stat.h>

#include "machine/live/handle_posix.h"
#include "machine/live/live.h"

namespace gpuenv::machine::live {
namespace {

/// Makes a folder and those above it; 0 or the errno.
int make_parents(const std::string& path) {
  if (path.empty() || ::mkdir(path.c_str(), 0777) == 0) return 0;
  if (errno == EEXIST) {
    struct stat info{};
    if (::stat(path.c_str(), &info) != 0) return errno;
    return S_ISDIR(info.st_mode) ? 0 : ENOTDIR;
  }
  if (errno != ENOENT) return errno;
  const std::string parent = base::parent_path(base::posix_paths, path);
  if (parent == path || parent.empty()) return ENOENT;
  if (const int error = make_parents(parent)) return error;
  return ::mkdir(path.c_str(), 0777) == 0 || errno == EEXIST ? 0 : errno;
}

std::unexpected<base::Error> cannot_write(const std::string& path, int error) {
  return base::io_error(path + ": cannot be written: " + std::strerror(error));
}

}  // namespace

base::Result<void> write_file(const std::string& path, std::string_view bytes, bool make_folders) {
  if (const std::size_t end = path.rfind('/'); make_folders && end != std::string::npos)
    if (const int error = make_parents(path.substr(0, end))) return cannot_write(path, error);
  Handle file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0666));
  if (!file) return cannot_write(path, errno);
  ::fcntl(file.get(), F_SETFL, ::fcntl(file.get(), F_GETFL) & ~O_NONBLOCK);  // a slow reader is waited for
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return cannot_write(path, errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

}  // namespace gpuenv::machine::live
