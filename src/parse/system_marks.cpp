// Marks of a system; see system_marks.h.
#include "parse/system_marks.h"

#include "base/text.h"

namespace gpuenv::parse {

bool is_wsl_kernel(std::string_view kernel) {
  return base::contains_ignoring_case(kernel, "microsoft");
}

Chassis chassis(std::string_view text) {
  switch (base::number(text)) {
    case 8:   // portable
    case 9:   // laptop
    case 10:  // notebook
    case 14:  // sub notebook
    case 30:  // tablet
    case 31:  // convertible
    case 32:  // detachable
      return Chassis::laptop;
    case -1:
    case 0:
    case 1:  // other
    case 2:  // unknown
      return Chassis::unclear;
    default:
      return Chassis::other;
  }
}

std::string container_of_cgroup(std::string_view text) {
  struct Mark {
    std::string_view piece, name;
  };
  static constexpr Mark marks[] = {{"kubepods", "kubernetes"},
                                   {"docker", "docker"},
                                   {"libpod", "podman"},
                                   {"/lxc", "lxc"},
                                   {"containerd", "container"}};
  for (const auto& [piece, name] : marks)
    if (text.find(piece) != std::string_view::npos) return std::string(name);
  return "";
}

std::string container_of_containerenv(std::string_view text) {
  for (std::string_view line : base::lines(text)) {
    if (!line.starts_with("engine=")) continue;
    std::string_view value = base::trim(line.substr(7));
    while (value.starts_with('"')) value.remove_prefix(1);
    value = value.substr(0, value.find_first_of("-\""));
    if (!value.empty()) return base::valid_utf8(value);
  }
  return "podman";
}

}  // namespace gpuenv::parse
