// Framework rows; see framework_rows.h.
#include "probe/framework_rows.h"

namespace gpuenv::probe {

FrameworkRows::FrameworkRows(const catalog::Catalog& catalog) : catalog_(catalog) {
  for (const auto& name : catalog.framework_names()) {
    auto row = catalog.framework(name);
    if (!row) continue;
    for (const auto* list : {&row->distributions, &row->cpu_distributions, &row->gpu_distributions})
      names_.insert(list->begin(), list->end());
    rows_.push_back(*std::move(row));
  }
}

const std::vector<catalog::FrameworkBuild>& FrameworkRows::builds(const std::string& framework) {
  const auto found = builds_.find(framework);
  if (found != builds_.end()) return found->second;
  return builds_.emplace(framework, catalog_.builds(framework)).first->second;
}

const std::vector<catalog::Companion>& FrameworkRows::companions(const std::string& framework) {
  const auto found = companions_.find(framework);
  if (found != companions_.end()) return found->second;
  return companions_.emplace(framework, catalog_.companions(framework)).first->second;
}

}  // namespace gpuenv::probe
