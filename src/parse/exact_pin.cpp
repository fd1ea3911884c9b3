// Exact requirements; see exact_pin.h.
#include "parse/exact_pin.h"

#include "base/text.h"
#include "parse/distribution_names.h"

namespace gpuenv::parse {
namespace {

constexpr std::string_view header = "Requires-Dist:";

/// "torch (==2.4.1)" and "torch[opt]==2.4.1" in name and specifier.
struct Parts {
  std::string name;
  std::string_view specifier;
};

Parts split(std::string_view requirement) {
  const size_t end = requirement.find_first_of(" [(<>=!~;");
  Parts parts{normal_name(requirement.substr(0, end)), {}};
  if (end == std::string_view::npos) return parts;
  parts.specifier = requirement.substr(end);
  if (const size_t extras = parts.specifier.find(']'); extras != std::string_view::npos)
    parts.specifier.remove_prefix(extras + 1);
  parts.specifier = base::trim(parts.specifier);
  if (parts.specifier.starts_with('(') && parts.specifier.ends_with(')'))
    parts.specifier = base::trim(parts.specifier.substr(1, parts.specifier.size() - 2));
  return parts;
}

}  // namespace

std::optional<base::Version> exact_pin(std::string_view metadata, std::string_view normal_name) {
  for (std::string_view line : base::lines(metadata)) {
    if (line.empty()) break;  // the description follows
    if (!line.starts_with(header)) continue;
    const std::string_view requirement = base::trim(line.substr(header.size()));
    if (requirement.contains(';')) continue;  // for an extra or a system
    const Parts parts = split(requirement);
    if (parts.name != normal_name || !parts.specifier.starts_with("==") || parts.specifier.starts_with("==="))
      continue;
    const std::string_view text = base::trim(parts.specifier.substr(2));
    if (text.find_first_of(",*") != std::string_view::npos) continue;
    base::Version version(text);
    if (version.valid()) return version;
  }
  return std::nullopt;
}

}  // namespace gpuenv::parse
