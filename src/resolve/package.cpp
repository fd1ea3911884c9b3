// From a row of the catalog to a package; see package.h.
#include "resolve/package.h"

#include <algorithm>

#include "base/text.h"

namespace gpuenv::resolve {
namespace {

using base::Version;
using catalog::FrameworkBuild;
using model::Wish;

auto places(const Version& version) {
  return std::ranges::count(version.public_text(), '.') + 1;
}

/// What stands behind "==" in a requirement, or "".
std::string pinned(const std::string& requirement) {
  const size_t equals = requirement.find("==");
  return equals == std::string::npos
             ? ""
             : std::string(base::trim(std::string_view(requirement).substr(equals + 2)));
}

/// A wish that is more exact than the row wins; a local part (+cu117) stays, it names the build.
std::string version_for(const FrameworkBuild& build, const Wish& wish) {
  std::string pin = pinned(build.requirement);
  if (wish.version.valid() && places(wish.version) > places(build.version)) {
    const size_t local = pin.find('+');
    return wish.version.public_text() + (local == std::string::npos ? "" : pin.substr(local));
  }
  if (!pin.empty()) return pin;
  return build.version.text() + (places(build.version) < 3 ? ".*" : "");
}

model::IndexUse use_of(catalog::IndexKind kind) {
  return kind == catalog::IndexKind::links   ? model::IndexUse::links
         : kind == catalog::IndexKind::extra ? model::IndexUse::extra
                                             : model::IndexUse::instead;
}

}  // namespace

std::string release_of(const FrameworkBuild& build) {
  const std::string pin = pinned(build.requirement);
  return pin.empty() || pin.ends_with('*') ? build.version.text() : pin.substr(0, pin.find('+'));
}

std::string release_name(const FrameworkBuild& build) {
  return build.framework + " " + release_of(build);
}

std::string build_name(const FrameworkBuild& build) {
  return build.variant.empty() ? release_name(build) : release_name(build) + " " + build.variant;
}

std::string python_range(const std::vector<std::string>& pythons) {
  std::vector<Version> sorted;
  for (const auto& python : pythons) sorted.emplace_back(python);
  std::sort(sorted.begin(), sorted.end());
  bool gap = sorted.size() < 3;
  for (size_t i = 1; i < sorted.size(); ++i)
    gap = gap || sorted[i].major_number() != sorted[i - 1].major_number() ||
          sorted[i].minor_number() != sorted[i - 1].minor_number() + 1;
  return gap ? base::join(pythons, ", ") : sorted.front().text() + " to " + sorted.back().text();
}

/// Wheels of the default index carry no local part.
model::PlannedPackage package_of(const FrameworkBuild& build, const Wish& wish) {
  const std::string& asked = build.requirement;
  const std::string version = version_for(build, wish);
  return {.name = asked.empty() ? build.framework : asked.substr(0, asked.find_first_of("=<>~! ")),
          .version = build.default_index ? version.substr(0, version.find('+')) : version,
          .variant = build.variant,
          .index = build.default_index ? "" : build.index,
          .index_use = use_of(build.index_kind)};
}

}  // namespace gpuenv::resolve
