// Names of Python distributions; see distribution_names.h.
#include "parse/distribution_names.h"

#include "base/text.h"

namespace gpuenv::parse {
namespace {

bool is_joint(char c) {
  return c == '-' || c == '_' || c == '.';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// "numpy-1.26.4-py3.12" without "-py3.12", which setuptools adds to egg-info names.
std::string_view without_python_tag(std::string_view stem) {
  const size_t tag = stem.rfind("-py");
  return tag != std::string_view::npos && tag + 3 < stem.size() && is_digit(stem[tag + 3])
             ? stem.substr(0, tag)
             : stem;
}

}  // namespace

std::string normal_name(std::string_view name) {
  std::string result;
  for (char c : base::trim(name)) {
    if (!is_joint(c))
      result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    else if (result.empty() || result.back() != '-')
      result += '-';
  }
  return result;
}

std::optional<NameAndVersion> distribution_folder(std::string_view entry) {
  std::string_view stem = entry;
  if (entry.ends_with(".dist-info")) {
    stem.remove_suffix(10);
  } else if (entry.ends_with(".egg-info")) {
    stem.remove_suffix(9);
    stem = without_python_tag(stem);
  } else {
    return std::nullopt;
  }
  // pip renames what it is about to delete to "~orch-2.8.0.dist-info"; Python does not see it.
  if (stem.empty() || stem.front() == '~') return std::nullopt;
  const size_t dash = stem.find('-');
  if (dash == 0) return std::nullopt;
  if (dash == std::string_view::npos) return NameAndVersion{std::string(stem), ""};
  return NameAndVersion{std::string(stem.substr(0, dash)), std::string(stem.substr(dash + 1))};
}

std::optional<NameAndVersion> metadata_headers(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  NameAndVersion result;
  for (std::string_view line : base::lines(text)) {
    if (line.empty()) break;
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view key = line.substr(0, colon);
    const std::string_view value = base::trim(line.substr(colon + 1));
    if (result.name.empty() && base::equal_ignoring_case(key, "Name")) result.name = base::valid_utf8(value);
    if (result.version.empty() && base::equal_ignoring_case(key, "Version"))
      result.version = base::valid_utf8(value);
  }
  if (result.name.empty()) return std::nullopt;
  return result;
}

}  // namespace gpuenv::parse
