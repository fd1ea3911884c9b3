// The sentences of findings: texts of data/findings, filled with the parameters of a finding.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/placeholders.h"
#include "catalog/catalog.h"
#include "model/finding.h"
#include "report/options.h"

namespace gpuenv::report {

using base::fill;

/// The text with {name} as <name>: for documentation, where no machine fills it in.
std::string readable(std::string_view text);

/// What a reader sees of a finding.
struct Sentences {
  std::string title;
  std::string why;                 ///< "" when the row is missing
  std::vector<std::string> steps;  ///< one for each Finding::fix
};

/// Without a row (an older --data folder) the title is the id with the parameters, never an error.
Sentences sentences(const model::Finding& finding, const catalog::Catalog& catalog, Language language);

}  // namespace gpuenv::report
