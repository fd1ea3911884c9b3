// The questions one can ask a machine. The real one, a recording and a test's own stand behind the same interface.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/known.h"
#include "base/os.h"
#include "base/path.h"

namespace gpuenv::machine {

using base::Known;

/// What holds for all answers of one machine.
struct Traits {
  enum class Kind { live, recording };
  Kind kind = Kind::live;
  std::string name;  ///< "host", or the name of the recording
  base::OsFamily os = base::OsFamily::linux;
  base::PathStyle paths = base::posix_paths;
};

/// What uname, the Windows version and the account say.
struct SystemInfo {
  std::string kernel;             ///< "6.8.0-45-generic", on Windows "10.0.22631"
  std::string architecture;       ///< "x86_64" or "aarch64", in Linux spelling on every system
  std::string home;               ///< the user's home folder
  std::string working_directory;  ///< where the program was started
  std::string libc;  ///< the C library that programs are run with: "glibc 2.36"; "" = not known, or not Linux
  bool operator==(const SystemInfo&) const = default;
};

enum class FileKind { file, directory, link, device, other };

struct FileStatus {
  FileKind kind = FileKind::file;
  std::uint64_t size = 0;  ///< bytes
  bool operator==(const FileStatus&) const = default;
};

struct DirectoryEntry {
  std::string name;
  FileKind kind = FileKind::file;  ///< of the entry itself: links are not followed
  bool operator==(const DirectoryEntry&) const = default;
};

/// A display device as the Windows device manager lists it.
struct DeviceNode {
  std::string instance_id;   ///< PCI\VEN_10DE&DEV_2684&...
  std::string description;   ///< "NVIDIA GeForce RTX 4090"
  int problem_code = 0;      ///< CM_PROB_*, 0 = working
  std::string driver_version;  ///< as Windows writes it, "32.0.15.6094"; "" without driver
  bool operator==(const DeviceNode&) const = default;
};

/// An answer that another process works on while we go on asking.
class PendingReply {
 public:
  virtual ~PendingReply() = default;
  /// Waits for the answer, at most until the limit given with the question.
  virtual Known<std::string> get() = 0;
};

/// Says in one line of text what matters of a file's bytes.
using Summarize = base::Result<std::string> (*)(base::ByteSource& bytes);

/// Read-only questions. No answer throws; what cannot be answered comes back as an Unknown with its reason.
/// Paths are absolute and in the machine's own style.
class Machine {
 public:
  virtual ~Machine() = default;

  virtual const Traits& traits() const = 0;
  virtual Known<SystemInfo> system() = 0;

  /// The first `limit` bytes of a file; the origin is the path. Directories and devices are `failed`.
  virtual Known<std::string> read_file(std::string_view path, std::size_t limit) = 0;
  /// A plain file to read pieces of. A recording has the bytes of those files only that an examination reads whole.
  virtual Known<std::unique_ptr<base::ByteSource>> open_file(std::string_view path) = 0;
  /// What `summarize` says of a file that is too big to keep; `kind` names the question. A recording holds the
  /// summary in place of the bytes; `unsupported` where it holds none, since older ones and those written by hand do not.
  virtual Known<std::string> summary(std::string_view kind, std::string_view path, Summarize summarize) = 0;
  /// What tells a file from every other and from itself after a change, as text to compare: device, file number, size and
  /// time of change. Links are followed. In a recording it is the path behind all links.
  virtual Known<std::string> identity(std::string_view path) = 0;
  /// Follows links.
  virtual Known<FileStatus> status(std::string_view path) = 0;
  /// Entries sorted by name, without "." and "..".
  virtual Known<std::vector<DirectoryEntry>> list(std::string_view path) = 0;
  /// What a link (or junction) says, as it stands; `absent` when there is no such path, `failed` when it is no link.
  virtual Known<std::string> link_target(std::string_view path) = 0;
  /// Whether this user may open a file or device node for reading and writing (it is not opened).
  virtual Known<bool> may_open(std::string_view path) = 0;
  /// Bytes that this user may still write to the file system on which an existing folder lies.
  virtual Known<std::uint64_t> free_bytes(std::string_view path) = 0;

  /// An environment variable; `absent` when it is not set. Set but empty is a value.
  virtual Known<std::string> variable(std::string_view name) = 0;

  /// A registry value as text (numbers in decimal), key such as "HKLM\\SOFTWARE\\..."; `unsupported` off Windows. "" = default value.
  virtual Known<std::string> registry_value(std::string_view key, std::string_view name) = 0;
  /// Names of the sub-keys, sorted.
  virtual Known<std::vector<std::string>> registry_keys(std::string_view key) = 0;
  /// Display devices from the device manager, with their problem codes; `unsupported` off Windows.
  virtual Known<std::vector<DeviceNode>> display_devices() = 0;
  /// What the kernel's message buffer holds now, oldest first, the newest MiB of it; `denied` where only root
  /// may read it (the default of many distributions), `unsupported` on Windows.
  virtual Known<std::string> kernel_log() = 0;

  /// Sends one request to our own child process that opens vendor libraries (see vendor/), so that a crash or a hang there is
  /// an answer: `failed` names the signal or exit status, `timed_out` the limit.
  virtual std::unique_ptr<PendingReply> ask_vendor(std::string_view request, std::chrono::milliseconds limit) = 0;

  /// dir + name in this machine's style.
  std::string join(std::string_view dir, std::string_view name) const {
    return base::join_path(traits().paths, dir, name);
  }
  bool exists(std::string_view path) { return status(path).known(); }
};

/// A shared library that stays open; only the vendor child opens any.
class Library {
 public:
  virtual ~Library() = default;
  /// The address of a function, or nullptr.
  virtual void* symbol(const char* name) = 0;
};

/// Opens shared libraries of the real machine (dlopen, LoadLibraryEx); the reason of a failure is the system's own text.
class LibraryOpener {
 public:
  virtual ~LibraryOpener() = default;
  virtual Known<std::unique_ptr<Library>> open(const std::string& path) = 0;
};

}  // namespace gpuenv::machine
