// Files of Windows, through the wide API.
#include "machine/live/files.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "machine/live/win32.h"

#include <winioctl.h>

namespace gpuenv::machine::live {
namespace {

using base::Unknown;
using base::Why;

// Names that older headers lack (winnt.h, ntifs.h).
constexpr DWORD attribute_recall = 0x00400000;  // FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS
constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

template <class T>
Known<T> refused(DWORD error, std::string_view path) {
  return Known<T>(refusal(error, path), std::string(path));
}

template <class T>
Known<T> failed(std::string_view path, const char* what) {
  return Known<T>(Unknown{Why::failed, std::string(path) + ": " + what}, std::string(path));
}

/// Opens a file or folder; links are followed unless FILE_FLAG_OPEN_REPARSE_POINT is given.
Handle open(const std::wstring& path, DWORD access, DWORD flags = 0) {
  return Handle(::CreateFileW(path.c_str(), access, share_all, nullptr, OPEN_EXISTING,
                              FILE_FLAG_BACKUP_SEMANTICS | flags, nullptr));
}

FileKind kind_of(DWORD attributes, DWORD reparse_tag) {
  const bool reparse = (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
  // Files of OneDrive and the like are reparse points too, and no links.
  if (reparse && (reparse_tag == IO_REPARSE_TAG_SYMLINK || reparse_tag == IO_REPARSE_TAG_MOUNT_POINT))
    return FileKind::link;
  if ((attributes & FILE_ATTRIBUTE_DIRECTORY) != 0) return FileKind::directory;
  return (attributes & FILE_ATTRIBUTE_DEVICE) != 0 ? FileKind::device : FileKind::file;
}

std::uint64_t size_of(DWORD high, DWORD low) {
  return static_cast<std::uint64_t>(high) << 32 | low;
}

/// REPARSE_DATA_BUFFER of ntifs.h: what a symbolic link or a junction holds.
struct ReparseHeader {
  DWORD tag;
  WORD length, reserved;
  WORD substitute_offset, substitute_length, print_offset, print_length;
};

/// The target inside a reparse point; "" when it is no link or makes no sense.
std::string target_in(const char* data, std::size_t size) {
  ReparseHeader header{};
  if (size < sizeof header) return {};
  std::memcpy(&header, data, sizeof header);
  std::size_t start = sizeof header;
  if (header.tag == IO_REPARSE_TAG_SYMLINK)
    start += sizeof(DWORD);  // flags
  else if (header.tag != IO_REPARSE_TAG_MOUNT_POINT)
    return {};
  const auto name = [&](std::size_t offset, std::size_t length) -> std::string {
    if (start + offset + length > size) return {};
    std::wstring text(length / sizeof(wchar_t), L'\0');
    std::memcpy(text.data(), data + start + offset, text.size() * sizeof(wchar_t));
    return narrow(text);
  };
  std::string target = name(header.print_offset, header.print_length);
  if (target.empty()) target = name(header.substitute_offset, header.substitute_length);
  return target.starts_with(R"(\??\)") ? target.substr(4) : target;
}

/// An open file that is read in pieces.
class FileSource final : public base::ByteSource {
 public:
  FileSource(std::string path, Handle file, std::uint64_t size)
      : path_(std::move(path)), file_(std::move(file)), size_(size) {}
  std::uint64_t size() const override { return size_; }

  base::Result<void> read(std::span<base::Piece> pieces) override {
    for (base::Piece& piece : pieces)
      if (const DWORD error = fill(piece)) return base::io_error(path_ + ": " + error_text(error));
    return {};
  }

 private:
  DWORD fill(base::Piece& piece) const {
    piece.filled = 0;
    while (piece.filled < piece.into.size() && piece.offset + piece.filled < size_) {
      const std::uint64_t at = piece.offset + piece.filled;
      OVERLAPPED place{};
      place.Offset = static_cast<DWORD>(at);
      place.OffsetHigh = static_cast<DWORD>(at >> 32);
      const auto wanted =
          static_cast<DWORD>(std::min<std::size_t>(piece.into.size() - piece.filled, 1 << 30));
      DWORD got = 0;
      if (!::ReadFile(file_.get(), piece.into.data() + piece.filled, wanted, &got, &place)) {
        const DWORD error = ::GetLastError();
        return error == ERROR_HANDLE_EOF ? 0 : error;
      }
      if (got == 0) break;
      piece.filled += got;
    }
    return 0;
  }

  std::string path_;
  Handle file_;
  std::uint64_t size_;
};

}  // namespace

Known<std::string> read_file(std::string_view path, std::size_t limit) {
  const auto file = open_file(path);
  if (!file.known()) return file.no_value<std::string>();
  std::string bytes(std::min<std::uint64_t>(limit, (*file)->size()), '\0');
  const auto got = (*file)->read_at(0, bytes);
  if (!got) return Known<std::string>(Unknown{Why::failed, got.error().message}, std::string(path));
  bytes.resize(got->size());
  return {std::move(bytes), std::string(path)};
}

Known<std::unique_ptr<base::ByteSource>> open_file(std::string_view path) {
  using Source = std::unique_ptr<base::ByteSource>;
  const std::wstring system_path = long_path(path);
  if (system_path.empty()) return failed<Source>(path, "no valid path");
  const auto status = file_status(path);  // a folder is told apart before access is refused
  if (!status.known()) return status.no_value<Source>();
  if (status->kind == FileKind::directory) return failed<Source>(path, "is a directory");
  Handle file = open(system_path, GENERIC_READ);
  if (!file) return refused<Source>(::GetLastError(), path);
  BY_HANDLE_FILE_INFORMATION info{};
  if (::GetFileType(file.get()) != FILE_TYPE_DISK || !::GetFileInformationByHandle(file.get(), &info))
    return failed<Source>(path, "is not a plain file");
  if ((info.dwFileAttributes & attribute_recall) != 0)
    return failed<Source>(path, "lies in the cloud, not on this disk");  // reading would fetch it
  const std::uint64_t size = size_of(info.nFileSizeHigh, info.nFileSizeLow);
  return {std::make_unique<FileSource>(std::string(path), std::move(file), size), std::string(path)};
}

// A file's number stays when its content changes, so size and time belong to it.
Known<std::string> file_identity(std::string_view path) {
  const std::wstring system_path = long_path(path);
  if (system_path.empty()) return failed<std::string>(path, "no valid path");
  const Handle file = open(system_path, FILE_READ_ATTRIBUTES);
  BY_HANDLE_FILE_INFORMATION info{};
  if (!file || !::GetFileInformationByHandle(file.get(), &info))
    return refused<std::string>(::GetLastError(), path);
  return {fmt::format("{:x}-{:x}-{:x}-{:x}", info.dwVolumeSerialNumber,
                      size_of(info.nFileIndexHigh, info.nFileIndexLow),
                      size_of(info.nFileSizeHigh, info.nFileSizeLow),
                      size_of(info.ftLastWriteTime.dwHighDateTime, info.ftLastWriteTime.dwLowDateTime)),
          std::string(path)};
}

Known<FileStatus> file_status(std::string_view path) {
  const std::wstring system_path = long_path(path);
  if (system_path.empty()) return failed<FileStatus>(path, "no valid path");
  WIN32_FILE_ATTRIBUTE_DATA data{};
  if (!::GetFileAttributesExW(system_path.c_str(), GetFileExInfoStandard, &data))
    return refused<FileStatus>(::GetLastError(), path);
  DWORD attributes = data.dwFileAttributes;
  std::uint64_t size = size_of(data.nFileSizeHigh, data.nFileSizeLow);
  if ((attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0) {
    const Handle file = open(system_path, FILE_READ_ATTRIBUTES);
    BY_HANDLE_FILE_INFORMATION info{};
    if (!file || !::GetFileInformationByHandle(file.get(), &info))
      return refused<FileStatus>(::GetLastError(), path);
    attributes = info.dwFileAttributes;
    size = size_of(info.nFileSizeHigh, info.nFileSizeLow);
  }
  return {FileStatus{kind_of(attributes, 0), size}, std::string(path)};
}

Known<std::vector<DirectoryEntry>> list_folder(std::string_view path) {
  using Entries = std::vector<DirectoryEntry>;
  const auto status = file_status(path);
  if (!status.known()) return status.no_value<Entries>();
  if (status->kind != FileKind::directory) return failed<Entries>(path, "not a directory");
  std::wstring pattern = long_path(path);
  pattern += pattern.ends_with(L'\\') ? L"*" : L"\\*";
  Entries entries;
  WIN32_FIND_DATAW found{};
  HANDLE search = ::FindFirstFileExW(pattern.c_str(), FindExInfoBasic, &found, FindExSearchNameMatch, nullptr,
                                     FIND_FIRST_EX_LARGE_FETCH);
  if (search == INVALID_HANDLE_VALUE) {
    const DWORD error = ::GetLastError();
    // An empty drive does not even have "." and "..".
    if (error == ERROR_FILE_NOT_FOUND) return {std::move(entries), std::string(path)};
    return refused<Entries>(error, path);
  }
  do {
    const std::string name = narrow(found.cFileName);
    if (name != "." && name != "..")
      entries.push_back({name, kind_of(found.dwFileAttributes, found.dwReserved0)});
  } while (::FindNextFileW(search, &found));
  const DWORD error = ::GetLastError();
  ::FindClose(search);
  if (error != ERROR_NO_MORE_FILES) return failed<Entries>(path, error_text(error).c_str());
  std::sort(entries.begin(), entries.end(),
            [](const DirectoryEntry& a, const DirectoryEntry& b) { return a.name < b.name; });
  return {std::move(entries), std::string(path)};
}

Known<std::string> link_target(std::string_view path) {
  const std::wstring system_path = long_path(path);
  if (system_path.empty()) return failed<std::string>(path, "no valid path");
  const Handle link = open(system_path, 0, FILE_FLAG_OPEN_REPARSE_POINT);
  if (!link) return refused<std::string>(::GetLastError(), path);
  char data[MAXIMUM_REPARSE_DATA_BUFFER_SIZE];
  DWORD size = 0;
  if (!::DeviceIoControl(link.get(), FSCTL_GET_REPARSE_POINT, nullptr, 0, data, sizeof data, &size,
                         nullptr)) {
    const DWORD error = ::GetLastError();
    // File systems without links (FAT) do not know the question.
    const bool no_link = error == ERROR_NOT_A_REPARSE_POINT || error == ERROR_INVALID_FUNCTION;
    return no_link ? failed<std::string>(path, "not a link") : refused<std::string>(error, path);
  }
  std::string target = target_in(data, size);
  if (target.empty()) return failed<std::string>(path, "not a link");
  return {std::move(target), std::string(path)};
}

Known<std::uint64_t> free_bytes(std::string_view path) {
  const std::wstring system_path = long_path(path);
  if (system_path.empty()) return failed<std::uint64_t>(path, "no valid path");
  ULARGE_INTEGER free{};
  if (!::GetDiskFreeSpaceExW(system_path.c_str(), &free, nullptr, nullptr)) {
    const DWORD error = ::GetLastError();
    return error == ERROR_DIRECTORY ? failed<std::uint64_t>(path, "is no folder")
                                    : refused<std::uint64_t>(error, path);
  }
  return {free.QuadPart, std::string(path)};
}

Known<bool> may_open(std::string_view path) {
  return Known<bool>(Unknown{Why::unsupported, "Windows tells it only when the file is opened"},
                     std::string(path));
}

}  // namespace gpuenv::machine::live
