// Packing of data/; see pack.h. The same code serves the build and `--data DIR`.
#include "catalog/pack.h"

#include <fmt/format.h>

#include <algorithm>

#include "catalog/blob.h"
#include "catalog/decode.h"
#include "catalog/finding_rules.h"
#include "catalog/rules.h"
#include "catalog/toml_tables.h"

namespace gpuenv::catalog {
namespace {

constexpr std::string_view ending = ".toml";

/// The tables that must be there, in the files of their own.
constexpr std::string_view needed[] = {"gpus:gpu",         "drivers:branch",    "drivers:arch_support",
                                       "toolkits:toolkit", "toolkits:mvc_rule", "driver_packages:family",
                                       "limits:limit",     "xids:xid",          "memory:memory",
                                       "steps:en",         "steps:zh"};

Result<std::vector<SourceTable>> tables_of_file(const FolderReader& folder, std::string_view relative) {
  const Result<std::string> text = folder.read(relative);
  if (!text) return std::unexpected(text.error());
  const std::string path = fmt::format("{}/{}", folder.name, relative);
  auto tables = tables_of_toml(*text, path, relative.substr(0, relative.size() - ending.size()));
  if (!tables) return tables;
  auto mistake = relative.starts_with("findings/") ? mistake_in_finding(*tables, path)
                 : relative == "steps.toml"        ? mistake_in_step_texts(*tables, path)
                                                   : mistake_in(*tables, path);
  if (mistake) return base::bad_input(std::move(*mistake));
  return tables;
}

/// The first number that the checks need and that has no row, as a message.
std::optional<std::string> missing_limit(const std::vector<SourceTable>& tables, std::string_view folder) {
  for (const std::string_view id : limit_ids)
    for (const SourceTable& table : tables)
      if (table.name == "limits:limit" &&
          std::none_of(table.rows.begin(), table.rows.end(),
                       [&](const SourceRow& row) { return row.text("id") == id; }))
        return fmt::format("{}/limits.toml: there is no row '{}'; the checks need it", folder, id);
  return std::nullopt;
}

/// gpus.toml and its like, then every TOML file of the sub-folders, in the order of their names.
Result<std::vector<std::string>> files_of(const FolderReader& folder) {
  std::vector<std::string> files{"gpus.toml",    "drivers.toml",  "toolkits.toml", "driver_packages.toml",
                                 "limits.toml",  "xids.toml",     "memory.toml",   "steps.toml",
                                 "phrases.toml", "libraries.toml"};
  for (const std::string_view subfolder : {"frameworks", "findings"}) {
    Result<std::vector<std::string>> names = folder.list(subfolder);
    if (!names) return names;
    std::sort(names->begin(), names->end());
    for (const std::string& name : *names)
      if (name.ends_with(ending)) files.push_back(fmt::format("{}/{}", subfolder, name));
  }
  return files;
}

/// A framework's file must have a [framework] whose name is that of the file, and say what to read of it.
std::optional<std::string> mistake_in_framework(const std::vector<SourceTable>& tables,
                                                std::string_view file) {
  const std::string_view stem = file.substr(0, file.size() - ending.size());
  for (const SourceTable& table : tables)
    if (table.kind() == "framework") {
      const std::string_view name = table.rows[0].text("name");
      const bool read =
          std::any_of(tables.begin(), tables.end(), [](const auto& t) { return t.kind() == "file"; });
      if (!read) return ": there is no [[file]]";
      if (stem.substr(stem.find('/') + 1) == name) return std::nullopt;
      return fmt::format(":{}: table [framework]: name '{}' is not the name of the file", table.rows[0].line,
                         name);
    }
  return ": there is no [framework]";
}

}  // namespace

Result<std::string> pack_folder(const FolderReader& folder) {
  const Result<std::vector<std::string>> files = files_of(folder);
  if (!files) return std::unexpected(files.error());
  std::vector<SourceTable> all;
  for (const std::string& file : *files) {
    Result<std::vector<SourceTable>> tables = tables_of_file(folder, file);
    if (!tables) return std::unexpected(tables.error());
    if (file.starts_with("frameworks/"))
      if (const auto mistake = mistake_in_framework(*tables, file))
        return base::bad_input(fmt::format("{}/{}{}", folder.name, file, *mistake));
    std::move(tables->begin(), tables->end(), std::back_inserter(all));
  }
  for (const std::string_view name : needed)
    if (std::none_of(all.begin(), all.end(), [&](const SourceTable& table) { return table.name == name; }))
      return base::bad_input(fmt::format("{}/{}.toml: there is no [[{}]]", folder.name,
                                         name.substr(0, name.find(':')), name.substr(name.find(':') + 1)));
  if (auto mistake = missing_limit(all, folder.name)) return base::bad_input(std::move(*mistake));
  if (auto mistake = mistake_in_explains(all, folder.name)) return base::bad_input(std::move(*mistake));
  return write_blob(std::move(all));
}

Result<Catalog> Catalog::from_folder(const FolderReader& folder) {
  Result<std::string> blob = pack_folder(folder);
  if (!blob) return std::unexpected(blob.error());
  return from_blob(std::move(*blob));
}

}  // namespace gpuenv::catalog
