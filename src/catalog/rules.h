// What a row of data/ must say: the fields that the program reads, and their form.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/tables.h"

namespace gpuenv::catalog {

/// The first mistake in the rows of one file (findings have rules of their own), as a sentence that begins
/// with file, line and row, for example "data/gpus.toml:120: row gpu[8] 'GeForce GT 730': compute_capability
/// '8.x' is not a number like 8.9". `path` is how messages call the file.
std::optional<std::string> mistake_in(const std::vector<SourceTable>& tables, std::string_view path);

/// Every key that a row of some kind may have and that is looked at. One that the program reads and that is
/// not among them could be misspelt in silence.
std::vector<std::string_view> keys_with_rules();

/// Whether a text is a full date in the form of 2026-12-02.
bool is_day(std::string_view text);

}  // namespace gpuenv::catalog
