// Rows as they stand in data/, before they are packed: text or lists of text under keys, with their lines for
// messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpuenv::catalog {

/// How a value, or every item of a list, is written: 12.10 without quotes is a `real`, and loses its zero.
enum class Written { text, integer, real, boolean, mixed };

/// A value: one text, or a list of texts. Numbers and booleans are kept as text ("8", "true").
struct SourceField {
  std::string key;  ///< dotted for keys in sub-tables: "fix.install"
  std::vector<std::string> items;
  bool is_list = false;
  int line = 0;
  Written written = Written::text;  ///< of an empty list: text
};

struct SourceRow {
  std::vector<SourceField> fields;
  int line = 0;

  const SourceField* find(std::string_view key) const {
    for (const SourceField& field : fields)
      if (field.key == key) return &field;
    return nullptr;
  }
  /// The text under a key, or "".
  std::string_view text(std::string_view key) const {
    const SourceField* field = find(key);
    return field && !field->is_list ? std::string_view(field->items[0]) : std::string_view();
  }
};

/// All rows of one name in one file: [[gpu]] of gpus.toml is "gpus:gpu"; a [table] has one row; keys outside
/// of all tables are the table "findings/torch.cpu-build:".
struct SourceTable {
  std::string name;
  bool array = false;  ///< [[rows]]
  std::vector<SourceRow> rows;

  /// "gpus" of "gpus:gpu".
  std::string_view file() const { return std::string_view(name).substr(0, name.find(':')); }
  /// "gpu" of "gpus:gpu".
  std::string_view kind() const { return std::string_view(name).substr(name.find(':') + 1); }
};

}  // namespace gpuenv::catalog
