// Requirements of Python distributions; see requirement.h.
#include "parse/requirement.h"

#include <algorithm>

#include "base/specifier.h"
#include "base/text.h"
#include "parse/cuda_libraries.h"
#include "parse/distribution_names.h"
#include "parse/markers.h"

namespace gpuenv::parse {
namespace {

using model::Requirement;

std::vector<std::string> extras_in(std::string_view brackets) {
  std::vector<std::string> extras;
  for (std::string_view extra : base::split(brackets, ','))
    if (!base::trim(extra).empty()) extras.push_back(normal_name(extra));
  return extras;
}

/// Under which extra a marker holds: "" = without any; nothing = under none.
std::optional<std::string> extra_for(std::string_view marker, const MarkerContext& context) {
  if (marker_holds(marker, context, "")) return "";
  for (const auto& extra : extras_of(marker))
    if (marker_holds(marker, context, extra)) return normal_name(extra);
  return std::nullopt;
}

/// What it is of NVIDIA's.
void fill_library(Requirement& requirement) {
  requirement.part = wheel_part(requirement.name);
  if (const auto wheel = cuda_wheel(requirement.name, base::lowest_of(requirement.specifier))) {
    requirement.library = wheel->library;
    requirement.cuda_major = wheel->cuda_major;
  }
}

std::string without_blanks(std::string_view text) {
  std::string result(text);
  std::erase_if(result, [](char c) { return c == ' ' || c == '\t'; });
  return result;
}

}  // namespace

std::optional<Requirement> requirement(std::string_view text, const MarkerContext& context) {
  const size_t semicolon = std::min(text.find(';'), text.size());
  std::string_view front = base::trim(text.substr(0, semicolon));
  const auto extra =
      extra_for(semicolon < text.size() ? text.substr(semicolon + 1) : std::string_view(), context);
  const size_t name_end = std::min(front.find_first_of(" \t[(<>=!~@"), front.size());
  if (!extra || name_end == 0) return std::nullopt;
  Requirement result;
  result.name = normal_name(front.substr(0, name_end));
  result.extra = *extra;
  front = base::trim(front.substr(name_end));
  if (front.starts_with('[')) {
    const size_t close = std::min(front.find(']'), front.size());
    result.extras = extras_in(front.substr(1, close - 1));
    front = close < front.size() ? base::trim(front.substr(close + 1)) : std::string_view();
  }
  if (front.starts_with('@')) return result;  // from an address: any version
  if (front.starts_with('(') && front.ends_with(')')) front = front.substr(1, front.size() - 2);
  result.specifier = base::valid_utf8(without_blanks(front));
  fill_library(result);
  return result;
}

std::vector<Requirement> requirements(std::string_view metadata, const MarkerContext& context) {
  constexpr std::string_view key = "Requires-Dist:";
  std::vector<Requirement> list;
  for (std::string_view line : base::lines(metadata)) {
    if (line.empty()) break;
    if (line.size() <= key.size() || !base::equal_ignoring_case(line.substr(0, key.size()), key)) continue;
    if (auto found = requirement(base::trim(line.substr(key.size())), context))
      list.push_back(*std::move(found));
  }
  return list;
}

}  // namespace gpuenv::parse
