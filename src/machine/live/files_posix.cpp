// Files of a POSIX system: plain system calls, because std::filesystem reports less and costs more.
#include "machine/live/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "machine/live/handle_posix.h"

namespace gpuenv::machine::live {
namespace {

using base::Unknown;
using base::Why;

template <class T>
Known<T> refused(int error, const std::string& path) {
  return Known<T>(refusal(error, path), path);
}

template <class T>
Known<T> failed(const std::string& path, const char* what) {
  return Known<T>(Unknown{Why::failed, path + ": " + what}, path);
}

/// A NUL inside would make the system look at another, shorter path.
bool has_nul(std::string_view path) {
  return path.find('\0') != std::string_view::npos;
}

FileKind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return FileKind::file;
  if (S_ISDIR(mode)) return FileKind::directory;
  if (S_ISLNK(mode)) return FileKind::link;
  if (S_ISCHR(mode) || S_ISBLK(mode)) return FileKind::device;
  return FileKind::other;
}

/// Why a file of this kind is not read: opening a device may do things, and a pipe may never end.
const char* unreadable(mode_t mode) {
  if (S_ISREG(mode)) return nullptr;
  return S_ISDIR(mode) ? "is a directory" : "is not a plain file";
}

Known<Handle> open_plain_file(const std::string& path, std::uint64_t& size) {
  if (has_nul(path)) return failed<Handle>(path, "no valid path");
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0) return refused<Handle>(errno, path);
  if (const char* reason = unreadable(info.st_mode)) return failed<Handle>(path, reason);
  // O_NONBLOCK: between the two calls the file may have become a pipe.
  Handle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file) return refused<Handle>(errno, path);
  if (::fstat(file.get(), &info) != 0) return refused<Handle>(errno, path);
  if (const char* reason = unreadable(info.st_mode)) return failed<Handle>(path, reason);
  size = static_cast<std::uint64_t>(info.st_size);
  return {std::move(file), path};
}

/// An open file that is read in pieces.
class FileSource final : public base::ByteSource {
 public:
  FileSource(std::string path, Handle file, std::uint64_t size)
      : path_(std::move(path)), file_(std::move(file)), size_(size) {
    // The chains of headers in binaries jump; reading ahead of them would read most of the file.
    ::posix_fadvise(file_.get(), 0, 0, POSIX_FADV_RANDOM);
  }
  std::uint64_t size() const override { return size_; }

  base::Result<void> read(std::span<base::Piece> pieces) override {
    // Told all at once, the disk works on the pieces side by side.
    if (pieces.size() > 1)
      for (const base::Piece& piece : pieces)
        if (piece.offset < size_)
          ::posix_fadvise(file_.get(), static_cast<off_t>(piece.offset),
                          static_cast<off_t>(piece.into.size()), POSIX_FADV_WILLNEED);
    for (base::Piece& piece : pieces)
      if (const int error = fill(piece)) return base::io_error(path_ + ": " + std::strerror(error));
    return {};
  }

 private:
  int fill(base::Piece& piece) const {
    piece.filled = 0;
    while (piece.filled < piece.into.size() && piece.offset + piece.filled < size_) {
      const ssize_t got =
          ::pread(file_.get(), piece.into.data() + piece.filled, piece.into.size() - piece.filled,
                  static_cast<off_t>(piece.offset + piece.filled));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return errno;
      if (got == 0) break;
      piece.filled += static_cast<std::size_t>(got);
    }
    return 0;
  }

  std::string path_;
  Handle file_;
  std::uint64_t size_;
};

/// Reads up to `limit` bytes. The size is only a hint: files of /proc and /sys say 0 or 4096 whatever they
/// hold.
int read_up_to(int fd, std::size_t size, std::size_t limit, std::string& bytes) {
  constexpr std::size_t step = 4096;
  std::size_t filled = 0;
  bytes.resize(std::min(limit, size + step));
  while (filled < limit) {
    if (filled == bytes.size()) bytes.resize(std::min(limit, bytes.size() * 2));
    const ssize_t got = ::read(fd, bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  bytes.resize(filled);
  return 0;
}

/// Not every file system says what an entry is.
FileKind entry_kind(int folder, const dirent& entry) {
  switch (entry.d_type) {
    case DT_REG:
      return FileKind::file;
    case DT_DIR:
      return FileKind::directory;
    case DT_LNK:
      return FileKind::link;
    case DT_CHR:
    case DT_BLK:
      return FileKind::device;
    case DT_UNKNOWN: {
      struct stat info{};
      return ::fstatat(folder, entry.d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 ? kind_of(info.st_mode)
                                                                              : FileKind::other;
    }
    default:
      return FileKind::other;
  }
}

}  // namespace

Known<std::string> read_file(std::string_view path_text, std::size_t limit) {
  const std::string path(path_text);
  std::uint64_t size = 0;
  const Known<Handle> file = open_plain_file(path, size);
  if (!file.known()) return file.no_value<std::string>();
  std::string bytes;
  if (const int error = read_up_to(file->get(), static_cast<std::size_t>(size), limit, bytes))
    return failed<std::string>(path, std::strerror(error));
  return {std::move(bytes), path};
}

Known<std::unique_ptr<base::ByteSource>> open_file(std::string_view path_text) {
  using Source = std::unique_ptr<base::ByteSource>;
  const std::string path(path_text);
  std::uint64_t size = 0;
  Known<Handle> file = open_plain_file(path, size);
  if (!file.known()) return file.no_value<Source>();
  return {std::make_unique<FileSource>(path, std::move(*file), size), path};
}

Known<std::string> file_identity(std::string_view path_text) {
  const std::string path(path_text);
  if (has_nul(path)) return failed<std::string>(path, "no valid path");
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0) return refused<std::string>(errno, path);
  return {fmt::format("{:x}-{:x}-{:x}-{:x}.{}", info.st_dev, info.st_ino, info.st_size, info.st_ctim.tv_sec,
                      info.st_ctim.tv_nsec),
          path};
}

Known<FileStatus> file_status(std::string_view path_text) {
  const std::string path(path_text);
  if (has_nul(path)) return failed<FileStatus>(path, "no valid path");
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0) return refused<FileStatus>(errno, path);
  return {FileStatus{kind_of(info.st_mode), static_cast<std::uint64_t>(info.st_size)}, path};
}

Known<std::vector<DirectoryEntry>> list_folder(std::string_view path_text) {
  using Entries = std::vector<DirectoryEntry>;
  const std::string path(path_text);
  if (has_nul(path)) return failed<Entries>(path, "no valid path");
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    const int error = errno;
    if (error == ENOTDIR && file_status(path).known()) return failed<Entries>(path, "not a directory");
    return refused<Entries>(error, path);
  }
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::fdopendir(fd), ::closedir);
  if (!folder) {
    const int error = errno;
    ::close(fd);
    return failed<Entries>(path, std::strerror(error));
  }
  Entries entries;
  errno = 0;
  while (const dirent* entry = ::readdir(folder.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") entries.push_back({std::string(name), entry_kind(fd, *entry)});
    errno = 0;
  }
  if (errno != 0) return failed<Entries>(path, std::strerror(errno));
  std::sort(entries.begin(), entries.end(),
            [](const DirectoryEntry& a, const DirectoryEntry& b) { return a.name < b.name; });
  return {std::move(entries), path};
}

Known<std::string> link_target(std::string_view path_text) {
  const std::string path(path_text);
  if (has_nul(path)) return failed<std::string>(path, "no valid path");
  std::string target(256, '\0');
  for (;;) {
    const ssize_t length = ::readlink(path.c_str(), target.data(), target.size());
    if (length < 0 && errno == EINVAL) return failed<std::string>(path, "not a link");
    if (length < 0) return refused<std::string>(errno, path);
    if (static_cast<std::size_t>(length) < target.size()) {
      target.resize(static_cast<std::size_t>(length));
      return {std::move(target), path};
    }
    target.resize(target.size() * 2);  // it may have been cut
  }
}

// Says nothing of device cgroups and security modules, which speak only when the file is opened.
Known<bool> may_open(std::string_view path_text) {
  const std::string path(path_text);
  if (has_nul(path)) return failed<bool>(path, "no valid path");
  if (::faccessat(AT_FDCWD, path.c_str(), R_OK | W_OK, AT_EACCESS) == 0) return {true, path};
  const int error = errno;
  if (error == EACCES || error == EPERM || error == EROFS) return {false, path};
  return refused<bool>(error, path);
}

Known<std::uint64_t> free_bytes(std::string_view path_text) {
  const std::string path(path_text);
  if (has_nul(path)) return failed<std::uint64_t>(path, "no valid path");
  struct statvfs info{};
  if (::statvfs(path.c_str(), &info) != 0) return refused<std::uint64_t>(errno, path);
  // f_bavail leaves out what is kept for root (statvfs(3)).
  return {static_cast<std::uint64_t>(info.f_bavail) * info.f_frsize, path};
}

}  // namespace gpuenv::machine::live
