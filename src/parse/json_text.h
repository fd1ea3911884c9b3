// One text out of a JSON document, for small files of other programs, which may hold comments or be broken.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gpuenv::parse {

/// The text under a key of the outermost object, or the first text of the list under it; nothing when there
/// is none. Comments (as editors allow them) are passed over.
std::optional<std::string> json_text(std::string_view document, std::string_view key);

}  // namespace gpuenv::parse
