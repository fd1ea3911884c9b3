// os-release(5); see os_release.h.
#include "parse/os_release.h"

#include "base/text.h"

namespace gpuenv::parse {
namespace {

/// Takes one pair of quotes off and undoes backslashes (os-release(5): values are shell-compatible).
std::string unquoted(std::string_view value) {
  value = base::trim(value);
  const char quote = value.empty() ? '\0' : value.front();
  if (value.size() < 2 || (quote != '"' && quote != '\'') || value.back() != quote) return std::string(value);
  value = value.substr(1, value.size() - 2);
  if (quote == '\'') return std::string(value);
  std::string result;
  for (size_t i = 0; i < value.size(); ++i) {
    if (value[i] == '\\' && i + 1 < value.size()) ++i;
    result += value[i];
  }
  return result;
}

}  // namespace

std::string OsRelease::title() const {
  if (!name.empty() && !version_id.empty()) return name + " " + version_id;
  if (!pretty_name.empty()) return pretty_name;
  return name.empty() ? id : name;
}

OsRelease os_release(std::string_view text) {
  OsRelease release;
  for (std::string_view line : base::lines(text)) {
    const size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view key = base::trim(line.substr(0, equals));
    std::string* field = key == "NAME"          ? &release.name
                         : key == "VERSION_ID"  ? &release.version_id
                         : key == "PRETTY_NAME" ? &release.pretty_name
                         : key == "ID"          ? &release.id
                         : key == "ID_LIKE"     ? &release.id_like
                                                : nullptr;
    if (field != nullptr) *field = base::valid_utf8(unquoted(line.substr(equals + 1)));
  }
  return release;
}

}  // namespace gpuenv::parse
