// Writing a file of ours on Windows.
#include <algorithm>

#include "machine/live/live.h"
#include "machine/live/win32.h"

namespace gpuenv::machine::live {
namespace {

std::unexpected<base::Error> cannot_write(const std::string& path, DWORD error) {
  return base::io_error(path + ": cannot be written: " + error_text(error));
}

/// Makes a folder and those above it; the error, ERROR_SUCCESS when it is there.
DWORD make_parents(const std::string& path) {
  const std::wstring system_path = long_path(path);
  if (system_path.empty()) return ERROR_INVALID_NAME;
  const DWORD attributes = ::GetFileAttributesW(system_path.c_str());
  if (attributes != INVALID_FILE_ATTRIBUTES)
    return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? ERROR_SUCCESS : ERROR_DIRECTORY;
  const std::string parent = base::parent_path(base::windows_paths, path);
  if (parent.empty() || parent == path) return ERROR_PATH_NOT_FOUND;
  if (const DWORD error = make_parents(parent)) return error;
  if (::CreateDirectoryW(system_path.c_str(), nullptr) || ::GetLastError() == ERROR_ALREADY_EXISTS)
    return ERROR_SUCCESS;
  return ::GetLastError();
}

}  // namespace

base::Result<void> write_file(const std::string& path, std::string_view bytes, bool make_folders) {
  if (make_folders && path.find_first_of("/\\") != std::string::npos)
    if (const DWORD error = make_parents(base::parent_path(base::windows_paths, path)))
      return cannot_write(path, error);
  const Handle file(::CreateFileW(long_path(path).c_str(), GENERIC_WRITE, 0, nullptr, CREATE_ALWAYS,
                                  FILE_ATTRIBUTE_NORMAL, nullptr));
  if (!file) return cannot_write(path, ::GetLastError());
  while (!bytes.empty()) {
    DWORD written = 0;
    const DWORD piece = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), 1 << 20));
    if (!::WriteFile(file.get(), bytes.data(), piece, &written, nullptr))
      return cannot_write(path, ::GetLastError());
    bytes.remove_prefix(written);
  }
  return {};
}

}  // namespace gpuenv::machine::live
