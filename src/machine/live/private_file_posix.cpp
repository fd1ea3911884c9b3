// Private files of a POSIX system: owner and mode of file and folder are looked at behind open handles.
#include "machine/live/private_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

#include "base/path.h"
#include "machine/live/handle_posix.h"

namespace gpuenv::machine::live {
namespace {

bool ours_alone(const struct stat& info) {
  return info.st_uid == ::geteuid() && (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

std::string folder_of(const std::string& path) {
  return base::parent_path(base::posix_paths, path);
}

/// The folder, where it is private.
Handle private_folder(const std::string& folder) {
  Handle handle(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat info{};
  if (handle && (::fstat(handle.get(), &info) != 0 || !ours_alone(info))) return Handle();
  return handle;
}

/// Makes a folder and those above it, unless that would begin in a folder of somebody else.
bool make_private_folder(const std::string& folder) {
  struct stat info{};
  if (::stat(folder.c_str(), &info) == 0) return S_ISDIR(info.st_mode) && info.st_uid == ::geteuid();
  const std::string parent = folder_of(folder);
  if (errno != ENOENT || parent == folder || !make_private_folder(parent)) return false;
  return ::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST;
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

std::optional<std::string> read_private_file(const std::string& path, std::size_t limit) {
  const Handle folder = private_folder(folder_of(path));
  if (!folder) return std::nullopt;
  const std::string name = base::file_name(base::posix_paths, path);
  const Handle file(::openat(folder.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat info{};
  if (!file || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode) || !ours_alone(info))
    return std::nullopt;
  if (static_cast<std::uint64_t>(info.st_size) > limit) return std::nullopt;
  std::string bytes(static_cast<std::size_t>(info.st_size), '\0');
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t got = ::read(file.get(), bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    filled += static_cast<std::size_t>(got);
  }
  return bytes;
}

void write_private_file(const std::string& path, std::string_view bytes) {
  const std::string place = folder_of(path);
  if (!make_private_folder(place)) return;
  const Handle folder = private_folder(place);
  if (!folder) return;
  const std::string name = base::file_name(base::posix_paths, path);
  const std::string fresh = name + "." + std::to_string(::getpid());
  ::unlinkat(folder.get(), fresh.c_str(), 0);  // of a run with the same number that was cut off
  const Handle file(
      ::openat(folder.get(), fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file) return;
  if (!write_all(file.get(), bytes) ||
      ::renameat(folder.get(), fresh.c_str(), folder.get(), name.c_str()) != 0)
    ::unlinkat(folder.get(), fresh.c_str(), 0);
}

}  // namespace gpuenv::machine::live
