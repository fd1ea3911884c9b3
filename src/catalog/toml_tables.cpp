// TOML into tables; the only file of this room that knows toml++.
#include "catalog/toml_tables.h"

#include <fmt/format.h>

// toml++ 3.3 asserts what broken input can break ("[=") although it handles it, and with NDEBUG even promises
// it to the compiler: no asserts, and no promises.
#undef NDEBUG
#define TOML_ASSERT(expr) static_cast<void>(0)
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace gpuenv::catalog {
namespace {

using base::Result;

int line_of(const toml::node& node) {
  return static_cast<int>(node.source().begin.line);
}

struct Scalar {
  std::string text;
  Written written;
};

/// The text of a single value, or nothing for a table, a list or a date.
std::optional<Scalar> scalar(const toml::node& node) {
  if (const auto* text = node.as_string()) return Scalar{text->get(), Written::text};
  if (const auto* number = node.as_integer()) return Scalar{std::to_string(number->get()), Written::integer};
  if (const auto* number = node.as_floating_point())
    return Scalar{fmt::format("{}", number->get()), Written::real};
  if (const auto* flag = node.as_boolean()) return Scalar{flag->get() ? "true" : "false", Written::boolean};
  return std::nullopt;
}

/// Adds a value to a field; false for one that a field cannot hold.
bool append(SourceField& field, const toml::node& node) {
  std::optional<Scalar> value = scalar(node);
  if (!value) return false;
  const bool alike = field.items.empty() || field.written == value->written;
  field.written = alike ? value->written : Written::mixed;
  field.items.push_back(std::move(value->text));
  return true;
}

class Reader {
 public:
  Reader(std::string_view path, std::string_view stem) : path_(path), stem_(stem) {}

  Result<std::vector<SourceTable>> read(const toml::table& root) {
    SourceRow outside{{}, 1};
    for (const auto& [key, node] : root) {
      const Result<void> done = top(std::string(key.str()), node, outside);
      if (!done) return std::unexpected(done.error());
    }
    if (!outside.fields.empty()) tables_.push_back({table_name(""), false, {std::move(outside)}});
    return std::move(tables_);
  }

 private:
  std::string table_name(std::string_view kind) const { return fmt::format("{}:{}", stem_, kind); }

  std::unexpected<base::Error> wrong(const toml::node& node, std::string_view key) const {
    return base::bad_input(fmt::format(
        "{}:{}: {} is neither text, number, true or false, nor a list of these", path_, line_of(node), key));
  }

  Result<void> top(const std::string& key, const toml::node& node, SourceRow& outside) {
    const auto* rows = node.as_array();
    if (rows && !rows->empty() && rows->is_homogeneous(toml::node_type::table))
      return array_of_tables(key, *rows);
    if (const auto* table = node.as_table()) {
      SourceRow row{{}, line_of(node)};
      const Result<void> done = fill(row, *table, "");
      tables_.push_back({table_name(key), false, {std::move(row)}});
      return done;
    }
    return add(outside, key, node);
  }

  Result<void> array_of_tables(const std::string& key, const toml::array& rows) {
    SourceTable table{table_name(key), true, {}};
    for (const auto& node : rows) {
      SourceRow row{{}, line_of(node)};
      const Result<void> done = fill(row, *node.as_table(), "");
      if (!done) return done;
      table.rows.push_back(std::move(row));
    }
    tables_.push_back(std::move(table));
    return {};
  }

  Result<void> fill(SourceRow& row, const toml::table& table, const std::string& prefix) {
    for (const auto& [key, node] : table) {
      const std::string name = prefix + std::string(key.str());
      const auto* nested = node.as_table();
      const Result<void> done = nested ? fill(row, *nested, name + ".") : add(row, name, node);
      if (!done) return done;
    }
    return {};
  }

  Result<void> add(SourceRow& row, const std::string& key, const toml::node& node) {
    SourceField field{key, {}, node.is_array(), line_of(node)};
    if (const auto* list = node.as_array()) {
      for (const auto& item : *list)
        if (!append(field, item)) return wrong(node, key);
    } else if (!append(field, node)) {
      return wrong(node, key);
    }
    row.fields.push_back(std::move(field));
    return {};
  }

  std::string_view path_, stem_;
  std::vector<SourceTable> tables_;
};

}  // namespace

Result<std::vector<SourceTable>> tables_of_toml(std::string_view text, std::string_view path,
                                                std::string_view stem) {
  const toml::parse_result parsed = toml::parse(text, path);
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    return base::bad_input(
        fmt::format("{}:{}: not valid TOML: {}", path, error.source().begin.line, error.description()));
  }
  return Reader(path, stem).read(parsed.table());
}

}  // namespace gpuenv::catalog
