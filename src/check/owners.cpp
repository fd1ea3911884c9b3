// Distributions and their frameworks; see owners.h.
#include "check/owners.h"

#include <algorithm>

#include "check/support.h"

namespace gpuenv::check {
namespace {

bool holds(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

const model::Framework* framework_of(const Input& input, const model::Environment& environment,
                                     std::string_view distribution) {
  for (const auto& framework : environment.frameworks) {
    const auto row = input.catalog.framework(framework.name);
    if (row && (holds(row->distributions, distribution) || holds(row->gpu_distributions, distribution)))
      return &framework;
  }
  return nullptr;
}

bool share_folder(const Input& input, const model::Distribution& a, const model::Distribution& b) {
  const auto& style = path_style(input.facts);
  return base::parent_path(style, a.path) == base::parent_path(style, b.path);
}

std::string index_of(const Input& input, const model::Environment& environment,
                     const model::Distribution& distribution) {
  const auto* framework = framework_of(input, environment, distribution.name);
  const std::string& local = distribution.version.local();
  if (framework == nullptr || local.empty()) return "";
  if (local == "cpu") return input.catalog.framework(framework->name)->cpu_index;
  for (const auto& build : input.catalog.builds(framework->name))
    if (build.variant == local && distribution.version.begins_with(build.version)) return build.index;
  return "";
}

}  // namespace gpuenv::check
