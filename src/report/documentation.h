// The documentation of findings from their rows: the list of all, and the page of one.
#pragma once

#include <string>

#include "catalog/catalog.h"
#include "report/options.h"

namespace gpuenv::report {

/// A line for every finding that gpuenv can give: id, severity, title.
std::string check_list(const catalog::Catalog& catalog, const TextOptions& options);
/// The same as JSON, gpuenv/checks/1: {schema, tool: {version, knowledge}, checks: [{id, role, severity,
/// title}]}.
std::string check_list_json(const catalog::Catalog& catalog, Language language, const std::string& version);

/// Everything a row says: title, why, possible fixes, sources, date of the last check. "" for an id without
/// row.
std::string about(const std::string& id, const catalog::Catalog& catalog, const TextOptions& options);
/// The same as JSON, gpuenv/about/1: the row of the list with why, fix: [text], explains, sources, checked.
std::string about_json(const std::string& id, const catalog::Catalog& catalog, Language language,
                       const std::string& version);

}  // namespace gpuenv::report
