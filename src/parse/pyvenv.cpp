// pyvenv.cfg; see pyvenv.h.
#include "parse/pyvenv.h"

#include "base/text.h"

namespace gpuenv::parse {

base::Version python_version(std::string_view text) {
  text = base::trim(text);
  size_t end = 0;
  for (int dots = 0; end < text.size(); ++end)
    if (text[end] == '.' &&
        (++dots == 3 || end + 1 == text.size() || text[end + 1] < '0' || text[end + 1] > '9'))
      break;
  return base::Version(text.substr(0, end));
}

Pyvenv pyvenv(std::string_view text) {
  Pyvenv result;
  for (std::string_view line : base::lines(text)) {
    const size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string key = base::lower(base::trim(line.substr(0, equals)));
    const std::string_view value = base::trim(line.substr(equals + 1));
    if (key == "home") result.home = base::valid_utf8(value);
    if (key == "executable") result.executable = base::valid_utf8(value);
    if (key == "uv") result.made_by_uv = true;
    if (key == "include-system-site-packages") result.system_site = base::equal_ignoring_case(value, "true");
    // venv writes version, uv and virtualenv version_info; the longer one says more.
    if (key == "version" || key == "version_info") {
      base::Version version = python_version(value);
      if (version.valid() && version.text().size() > result.python.text().size())
        result.python = std::move(version);
    }
  }
  return result;
}

}  // namespace gpuenv::parse
