// Kernel modules in the files of the module tools; see kernel_modules.h.
#include "parse/kernel_modules.h"

#include <algorithm>

#include "base/text.h"

namespace gpuenv::parse {
namespace {

/// The words of a line; blanks and tabs separate.
std::vector<std::string_view> words(std::string_view line) {
  std::vector<std::string_view> list;
  for (std::string_view rest = base::trim(line); !rest.empty();) {
    const size_t end = std::min(rest.find_first_of(" \t"), rest.size());
    list.push_back(rest.substr(0, end));
    rest = base::trim(rest.substr(end));
  }
  return list;
}

bool does_nothing(std::string_view command) {
  return command.ends_with("/false") || command.ends_with("/true") || command == "false" || command == "true";
}

}  // namespace

bool is_nvidia_module(std::string_view file_name) {
  const size_t ko = file_name.find(".ko");
  if (ko == std::string_view::npos) return false;
  const std::string_view packed = file_name.substr(ko + 3);
  if (!packed.empty() && packed != ".xz" && packed != ".zst" && packed != ".gz") return false;
  const std::string_view name = file_name.substr(0, ko);
  if (name == "nvidia") return true;
  for (const std::string_view part : {"-drm", "-modeset", "-uvm", "-peermem"})
    if (name.ends_with(part)) return false;
  return name.starts_with("nvidia-current") || name.starts_with("nvidia-tesla") ||
         name.starts_with("nvidia-legacy");
}

std::vector<std::string> nvidia_modules(std::string_view modules_dep) {
  std::vector<std::string> found;
  for (const std::string_view line : base::lines(modules_dep)) {
    const std::string_view path = line.substr(0, line.find(':'));
    if (is_nvidia_module(path.substr(path.rfind('/') + 1))) found.emplace_back(path);
  }
  return found;
}

bool modprobe_blocks(std::string_view text, std::string_view module) {
  for (const std::string_view line : base::lines(text)) {
    const auto parts = words(line);
    if (parts.size() < 2 || parts[1] != module) continue;
    if (parts[0] == "blacklist") return true;
    if (parts.size() > 2 && parts[0] == "install" && does_nothing(parts[2])) return true;
    if (parts.size() > 2 && parts[0] == "alias" && parts[2] == "off") return true;
  }
  return false;
}

bool command_line_blocks(std::string_view text, std::string_view module) {
  for (const std::string_view word : words(text)) {
    const size_t equals = word.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view key = word.substr(0, equals), value = word.substr(equals + 1);
    if (key == "modprobe.blacklist" || key == "module_blacklist" || key == "rd.driver.blacklist") {
      const auto names = base::split(value, ',');
      if (std::find(names.begin(), names.end(), module) != names.end()) return true;
    }
    if (module == "nouveau" && key == "nouveau.modeset" && value == "0") return true;
  }
  return false;
}

std::string lockdown_state(std::string_view text) {
  const size_t open = text.find('['), close = text.find(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return {};
  return std::string(text.substr(open + 1, close - open - 1));
}

int device_file_group(std::string_view params) {
  int group = -1;
  for (const std::string_view line : base::lines(params)) {
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view key = line.substr(0, colon);
    const int value = base::small_number(line.substr(colon + 1));
    if (key == "ModifyDeviceFiles" && value == 0) return -1;
    if (key == "DeviceFileGID") group = value;
  }
  return group;
}

std::string group_name(std::string_view group_file, int number) {
  if (number < 0) return {};
  for (const std::string_view line : base::lines(group_file)) {
    const auto fields = base::split(line, ':');
    if (fields.size() > 2 && base::number(fields[2]) == number) return base::valid_utf8(fields[0]);
  }
  return {};
}

}  // namespace gpuenv::parse
