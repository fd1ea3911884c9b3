// What data/findings/<id>.toml must say.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "catalog/tables.h"

namespace gpuenv::catalog {

/// The first mistake in the tables of a finding, as rules.h words it: role and severity, both languages with
/// the same texts, the same {placeholders} in both, sources and the date of the last look at them.
std::optional<std::string> mistake_in_finding(const std::vector<SourceTable>& tables, std::string_view path);

/// The first mistake in what the findings explain, over the tables of all files: a finding that does not
/// exist, or a circle. Findings in a circle would each be a symptom of the next, and no cause would be left.
/// `folder` is how messages call the folder.
std::optional<std::string> mistake_in_explains(const std::vector<SourceTable>& tables,
                                               std::string_view folder);

/// What a finding of another folder lacks, or asks for in vain, beside the same finding of the tables in the
/// program, whose steps and placeholders are those that its check gives.
std::optional<std::string> mistake_beside(const FindingRow& row, const FindingRow& built_in);

}  // namespace gpuenv::catalog
