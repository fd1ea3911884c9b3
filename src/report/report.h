// A finished examination, and the ways to write it. Sentences come from data/findings/ in the chosen
// language.
#pragma once

#include <string>

#include "catalog/catalog.h"
#include "model/examination.h"
#include "report/options.h"

namespace gpuenv::report {

std::string text(const model::Examination& examination, const catalog::Catalog& catalog,
                 const TextOptions& options);

/// gpuenv/report/1 (docs/report.schema.json), with a newline at the end.
std::string json(const model::Examination& examination, const catalog::Catalog& catalog, Language language);

/// A block to paste into an issue.
std::string markdown(const model::Examination& examination, const catalog::Catalog& catalog,
                     Language language);

/// One self-contained page in every language; it opens in `language`.
std::string html(const model::Examination& examination, const catalog::Catalog& catalog, Language language);

}  // namespace gpuenv::report
