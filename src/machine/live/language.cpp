// The language that the locale variables name.
#include "machine/live/language.h"

namespace gpuenv::machine::live {

std::optional<std::string> language_of_variables(const std::function<std::string(const char*)>& variable) {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    std::string value = variable(name);
    if (value.empty()) continue;
    value.resize(std::min(value.size(), value.find_first_of(".@")));
    return value == "C" || value == "POSIX" ? "" : value;
  }
  return std::nullopt;
}

}  // namespace gpuenv::machine::live
