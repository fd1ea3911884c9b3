// Reading the program's own files (data folders, recordings): failures are errors of ours, not facts about a
// machine.
#include "machine/live/files.h"
#include "machine/live/live.h"
#include "machine/live/system.h"

namespace gpuenv::machine::live {
namespace {

constexpr std::size_t max_file = 64 << 20;

}  // namespace

base::Result<std::vector<std::string>> file_names(const std::string& folder) {
  const auto entries = list_folder(folder);
  if (!entries) return base::io_error(entries.why().detail);
  std::vector<std::string> names;
  for (const auto& entry : *entries) {
    bool plain = entry.kind == FileKind::file;
    if (entry.kind == FileKind::link) {
      const auto status = file_status(base::join_path(live_traits().paths, folder, entry.name));
      plain = status.known() && status->kind == FileKind::file;
    }
    if (plain) names.push_back(entry.name);
  }
  return names;
}

base::Result<std::string> read_whole_file(const std::string& path) {
  auto bytes = read_file(path, max_file + 1);
  if (!bytes) return base::io_error(bytes.why().detail);
  if (bytes->size() > max_file) return base::bad_input(path + ": larger than 64 MiB");
  return *std::move(bytes);
}

}  // namespace gpuenv::machine::live
