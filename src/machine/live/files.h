// Questions about files, answered by this system.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "machine/machine.h"

namespace gpuenv::machine::live {

Known<std::string> read_file(std::string_view path, std::size_t limit);
Known<std::unique_ptr<base::ByteSource>> open_file(std::string_view path);
Known<std::string> file_identity(std::string_view path);
Known<FileStatus> file_status(std::string_view path);
Known<std::vector<DirectoryEntry>> list_folder(std::string_view path);
Known<std::string> link_target(std::string_view path);
Known<bool> may_open(std::string_view path);
Known<std::uint64_t> free_bytes(std::string_view path);

}  // namespace gpuenv::machine::live
