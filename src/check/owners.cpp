// Distributions and their frameworks; see owners.h.
#include "check/owners.h"

#include <algorithm>

namespace gpuenv::check {
namespace {

std::string_view parent_of(std::string_view path) {
  const size_t end = path.find_last_of("/\\");
  return end == std::string_view::npos ? "" : path.substr(0, end);
}

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

bool share_folder(const model::Distribution& a, const model::Distribution& b) {
  return parent_of(a.path) == parent_of(b.path);
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
