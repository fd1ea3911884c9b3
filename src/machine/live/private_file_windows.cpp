// Private files on Windows: below the user's own profile, which no other plain user may write to.
#include "machine/live/private_file.h"

#include "machine/live/files.h"
#include "machine/live/live.h"
#include "machine/live/win32.h"

namespace gpuenv::machine::live {

std::optional<std::string> read_private_file(const std::string& path, std::size_t limit) {
  const auto status = file_status(path);
  if (!status.known() || status->kind != FileKind::file || status->size > limit) return std::nullopt;
  auto bytes = read_file(path, limit);
  if (!bytes.known()) return std::nullopt;
  return *std::move(bytes);
}

void write_private_file(const std::string& path, std::string_view bytes) {
  const std::string fresh = path + "." + std::to_string(::GetCurrentProcessId());
  const bool written = write_file(fresh, bytes, true).has_value();
  if (!written ||
      !::MoveFileExW(long_path(fresh).c_str(), long_path(path).c_str(), MOVEFILE_REPLACE_EXISTING))
    ::DeleteFileW(long_path(fresh).c_str());
}

}  // namespace gpuenv::machine::live
