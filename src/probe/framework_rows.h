// What the catalog says about frameworks, decoded once for all environments.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "catalog/catalog.h"

namespace gpuenv::probe {

class FrameworkRows {
 public:
  explicit FrameworkRows(const catalog::Catalog& catalog);

  const std::vector<catalog::Framework>& all() const { return rows_; }
  /// Whether a distribution (by its normal name) tells something about a framework.
  bool concerns(std::string_view distribution) const { return names_.contains(distribution); }
  /// Packages built against a framework.
  const std::vector<catalog::Companion>& companions(const std::string& framework);
  /// Builds of a framework, newest first.
  const std::vector<catalog::FrameworkBuild>& builds(const std::string& framework);

 private:
  const catalog::Catalog& catalog_;
  std::vector<catalog::Framework> rows_;
  std::set<std::string, std::less<>> names_;
  std::map<std::string, std::vector<catalog::FrameworkBuild>> builds_;
  std::map<std::string, std::vector<catalog::Companion>> companions_;
};

}  // namespace gpuenv::probe
