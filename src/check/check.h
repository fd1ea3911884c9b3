// A check asks one question: Facts and catalog in, Findings out. It never touches a machine and writes no
// sentences.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "model/facts.h"
#include "model/finding.h"

namespace gpuenv::check {

/// What a check reads.
struct Input {
  const model::Facts& facts;
  const catalog::Catalog& catalog;
};

/// What a check says: findings, and the questions it could not decide. Saying nothing means: does not hold.
struct Answer {
  std::vector<model::Finding> findings;
  std::vector<model::Open> open;

  /// "Cannot tell": names the fact that would decide it and why it is missing.
  template <class T>
  void cannot_tell(std::string fact, const base::Known<T>& missing, model::AppliesTo applies_to = {}) {
    open.push_back({std::move(fact), reason(missing.why()), std::move(applies_to), missing.why().why});
  }
  static std::string reason(const base::Unknown& unknown) {
    return unknown.detail.empty() ? base::word(unknown.why) : unknown.detail;
  }
};

/// A check, defined in src/check/<area>/<question>.cpp as `extern const Check <area>_<question>`; the
/// list is made from file names.
struct Check {
  std::span<const char* const> gives;  ///< ids of the findings it may give; each has a row in data/findings
  void (*run)(const Input&, Answer&);
};

/// All checks, in the order of their file names (generated).
std::span<const Check* const> all_checks();

}  // namespace gpuenv::check
