// Where pip and uv take packages from, as their files say.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gpuenv::parse {

/// A key as the installer names it ("extra-index-url") and its value; several addresses are separated by
/// blanks.
using IndexSettings = std::vector<std::pair<std::string, std::string>>;

/// pip.conf or pip.ini, of whatever section (pip.pypa.io, "Configuration").
IndexSettings pip_indexes(std::string_view text);

/// uv.toml (docs.astral.sh/uv/reference/settings): index-url, extra-index-url, [[index]] url, torch-backend.
IndexSettings uv_indexes(std::string_view text);

}  // namespace gpuenv::parse
