// Marks of WSL; see wsl_marks.h.
#include "parse/wsl_marks.h"

#include <algorithm>

#include "base/text.h"

namespace gpuenv::parse {

int wsl_generation(std::string_view kernel) {
  if (windows_build_of_wsl1(kernel) > 0) return 1;
  return kernel.find("WSL2") != std::string_view::npos ||
                 kernel.find("microsoft-standard") != std::string_view::npos
             ? 2
             : 0;
}

int windows_build_of_wsl1(std::string_view kernel) {
  constexpr std::string_view end = "-Microsoft";
  kernel = base::trim(kernel);
  if (!kernel.ends_with(end)) return -1;
  kernel.remove_suffix(end.size());
  const size_t dash = kernel.rfind('-');
  return dash == std::string_view::npos ? -1 : base::small_number(kernel.substr(dash + 1));
}

int windows_build_of_servicing(const std::vector<std::string>& names) {
  int highest = -1;
  for (const auto& name : names) {
    const auto parts = base::split(name, '.');
    if (parts.size() == 4 && parts[0] == "10") highest = std::max(highest, base::small_number(parts[2]));
  }
  return highest;
}

std::string wslconfig(std::string_view text, std::string_view key) {
  bool inside = false;
  for (std::string_view line : base::lines(text)) {
    line = base::trim(line.substr(0, line.find('#')));
    if (line.starts_with('[')) inside = base::equal_ignoring_case(line, "[wsl2]");
    const size_t equals = line.find('=');
    if (!inside || equals == std::string_view::npos) continue;
    if (base::equal_ignoring_case(base::trim(line.substr(0, equals)), key))
      return std::string(base::trim(line.substr(equals + 1)));
  }
  return "";
}

}  // namespace gpuenv::parse
