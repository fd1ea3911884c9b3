// A file that this user alone writes, in a folder that is this user's alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gpuenv::machine::live {

/// The content; nothing when there is no such file, it is larger than `limit`, or somebody else could have
/// written it. Links are not followed.
std::optional<std::string> read_private_file(const std::string& path, std::size_t limit);

/// Puts a new file in place of the old one in one step, and makes the folders above it, readable for this
/// user only. Does nothing where they are not this user's (sudo leaves $HOME at that of another) or cannot be
/// written.
void write_private_file(const std::string& path, std::string_view bytes);

}  // namespace gpuenv::machine::live
