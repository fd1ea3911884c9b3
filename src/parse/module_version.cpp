// /proc/driver/nvidia/version; see module_version.h.
#include "parse/module_version.h"

#include "base/text.h"

namespace gpuenv::parse {
namespace {

/// The first word that is a version such as 550.54.15: driver numbers have three digits in front (since
/// 2007).
base::Version first_version(std::string_view text) {
  for (std::string_view word : base::split(text, ' ')) {
    word = base::trim(word);
    if (word.find('.') == std::string_view::npos) continue;
    const base::Version version(word);
    if (version.valid() && version.major_number() >= 100) return version;
  }
  return {};
}

}  // namespace

std::optional<ModuleVersion> module_version(std::string_view text) {
  for (std::string_view line : base::lines(text)) {
    const size_t at = line.find("Kernel Module");
    if (at == std::string_view::npos) continue;
    const base::Version version = first_version(line.substr(at));
    if (!version.valid()) continue;
    const bool open = line.substr(0, at).find("Open") != std::string_view::npos;
    return ModuleVersion{version, open ? "open" : "proprietary"};
  }
  return std::nullopt;
}

}  // namespace gpuenv::parse
