// Checks of a finding's row and of its texts in two languages.
#include "catalog/finding_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/placeholders.h"
#include "catalog/rules.h"

namespace gpuenv::catalog {
namespace {

using Words = std::vector<std::string_view>;

std::set<std::string_view> placeholders(std::string_view text) {
  const auto names = base::placeholders(text);
  return {names.begin(), names.end()};
}

std::set<std::string_view> placeholders_of(const FindingText& text) {
  std::set<std::string_view> names = placeholders(text.title);
  names.merge(placeholders(text.why));
  for (const auto& [step, words] : text.fix) names.merge(placeholders(words));
  return names;
}

class FindingCheck {
 public:
  FindingCheck(const std::vector<SourceTable>& tables, std::string_view path)
      : tables_(tables), path_(path) {}

  std::optional<std::string> mistake() {
    const SourceRow* row = row_of("");
    if (!row) return message(1, "role is missing");
    if (auto wrong = known_keys(*row)) return wrong;
    if (auto wrong = one_of(*row, "role", {"cause", "symptom", "note"})) return wrong;
    if (auto wrong = one_of(*row, "severity", {"error", "warning", "info"})) return wrong;
    if (row->find("lacks") != nullptr)
      if (auto wrong = one_of(*row, "lacks", {"libraries"})) return wrong;
    if (auto wrong = list(*row, "sources", true)) return wrong;
    if (auto wrong = list(*row, "explains", false)) return wrong;
    if (!is_day(row->text("checked"))) return message(row->line, "checked is not a date like 2026-12-02");
    const SourceRow *en = row_of("en"), *zh = row_of("zh");
    for (const SourceRow* texts_of_one : {en, zh})
      for (const char* key : {"title", "why"})
        if (texts_of_one && texts_of_one->text(key).empty())
          return message(texts_of_one->line,
                         fmt::format("[{}] {} is missing", texts_of_one == en ? "en" : "zh", key));
    return texts();
  }

  std::optional<std::string> texts() const {
    const SourceRow* en = row_of("en");
    const SourceRow* zh = row_of("zh");
    if (!en || !zh) return message(1, fmt::format("table [{}] is missing", en ? "zh" : "en"));
    for (const auto& [mine, other, language] : {std::tuple(en, zh, "zh"), std::tuple(zh, en, "en")})
      for (const SourceField& field : mine->fields)
        if (!other->find(field.key))
          return message(other->line, fmt::format("[{}] {} is missing", language, field.key));
    for (const SourceField& field : en->fields)
      if (auto wrong = same_placeholders(field, *zh)) return wrong;
    return std::nullopt;
  }

 private:
  std::string message(int line, std::string_view text) const {
    return fmt::format("{}:{}: {}", path_, line, text);
  }

  const SourceRow* row_of(std::string_view kind) const {
    for (const SourceTable& table : tables_)
      if (table.kind() == kind) return table.rows.data();
    return nullptr;
  }

  /// A finding has few keys, and a misspelt one (`explain`) would change what the judge does.
  std::optional<std::string> known_keys(const SourceRow& row) const {
    static const std::vector<std::string> keys{"role", "severity", "explains", "lacks", "sources", "checked"};
    for (const SourceField& field : row.fields)
      if (std::find(keys.begin(), keys.end(), field.key) == keys.end())
        return message(field.line,
                       fmt::format("{} is no key of a finding ({})", field.key, fmt::join(keys, ", ")));
    return std::nullopt;
  }

  std::optional<std::string> one_of(const SourceRow& row, std::string_view key, const Words& words) const {
    const SourceField* field = row.find(key);
    if (!field) return message(row.line, fmt::format("{} is missing", key));
    if (std::find(words.begin(), words.end(), row.text(key)) != words.end()) return std::nullopt;
    return message(field->line, fmt::format("{} '{}' is not {}", key, row.text(key), fmt::join(words, ", ")));
  }

  std::optional<std::string> list(const SourceRow& row, std::string_view key, bool must) const {
    const SourceField* field = row.find(key);
    if (!field)
      return must ? std::optional(message(row.line, fmt::format("{} is missing", key))) : std::nullopt;
    if (!field->is_list) return message(field->line, fmt::format("{} is one value, a list is wanted", key));
    if (must && field->items.empty()) return message(field->line, fmt::format("{} is an empty list", key));
    return std::nullopt;
  }

  std::optional<std::string> same_placeholders(const SourceField& field, const SourceRow& zh) const {
    if (field.key != "title" && field.key != "why" && !field.key.starts_with("fix."))
      return message(field.line,
                     fmt::format("[en] {} is no text of a finding (title, why, fix.<name>)", field.key));
    const SourceField& translated = *zh.find(field.key);
    for (const SourceField* text : {&field, &translated})
      if (text->is_list || text->written != Written::text)
        return message(text->line, fmt::format("{} is not one text in quotes", field.key));
    for (const SourceField* text : {&field, &translated})
      if (base::has_stray_brace(text->items[0]))
        return message(text->line, fmt::format("{} has a brace that is no {{placeholder}}", field.key));
    const auto en_names = placeholders(field.items[0]), zh_names = placeholders(translated.items[0]);
    if (en_names == zh_names) return std::nullopt;
    return message(translated.line,
                   fmt::format("[zh] {} has the placeholders {{{}}}, [en] has {{{}}}", field.key,
                               fmt::join(zh_names, "} {"), fmt::join(en_names, "} {")));
  }

  const std::vector<SourceTable>& tables_;
  std::string_view path_;
};

constexpr std::string_view findings_folder = "findings/";

/// What each finding explains.
class Explanations {
 public:
  explicit Explanations(const std::vector<SourceTable>& tables) {
    for (const SourceTable& table : tables) {
      if (!table.name.starts_with(findings_folder) || !table.kind().empty()) continue;
      const SourceField* field = table.rows[0].find("explains");
      fields_[std::string(table.file().substr(findings_folder.size()))] = field ? *field : SourceField{};
    }
  }

  std::optional<std::string> mistake(std::string_view folder) const {
    for (const auto& [id, field] : fields_)
      for (const std::string& other : field.items)
        if (!fields_.contains(other))
          return message(folder, id, fmt::format("explains '{}', which is no finding", other));
    for (const auto& [id, field] : fields_) {
      std::set<std::string> seen;
      if (reaches(id, id, seen))
        return message(folder, id, fmt::format("explains leads in a circle back to {}", id));
    }
    return std::nullopt;
  }

 private:
  std::string message(std::string_view folder, const std::string& id, std::string_view text) const {
    return fmt::format("{}/{}{}.toml:{}: {}", folder, findings_folder, id, fields_.at(id).line, text);
  }

  /// Whether what `from` explains leads to `goal`.
  bool reaches(const std::string& from, const std::string& goal, std::set<std::string>& seen) const {
    if (!seen.insert(from).second) return false;
    const auto& next = fields_.at(from).items;
    return std::any_of(next.begin(), next.end(),
                       [&](const std::string& id) { return id == goal || reaches(id, goal, seen); });
  }

  std::map<std::string, SourceField> fields_;
};

}  // namespace

std::optional<std::string> mistake_in_explains(const std::vector<SourceTable>& tables,
                                               std::string_view folder) {
  return Explanations(tables).mistake(folder);
}

std::optional<std::string> mistake_in_finding(const std::vector<SourceTable>& tables, std::string_view path) {
  return FindingCheck(tables, path).mistake();
}

std::optional<std::string> mistake_in_step_texts(const std::vector<SourceTable>& tables,
                                                 std::string_view path) {
  return FindingCheck(tables, path).texts();
}

std::optional<std::string> mistake_beside(const FindingRow& row, const FindingRow& built_in) {
  for (const auto& [mine, known] : {std::pair(&row.en, &built_in.en), std::pair(&row.zh, &built_in.zh)}) {
    for (const auto& [name, text] : known->fix)
      if (!mine->fix.contains(name)) return fmt::format("fix.{} is missing", name);
    for (const auto& [name, text] : mine->fix)
      if (!known->fix.contains(name)) return fmt::format("fix.{} is no step of this finding", name);
    const auto names = placeholders_of(*known);
    for (const std::string_view name : placeholders_of(*mine))
      if (!names.contains(name))
        return fmt::format("{{{}}} is no placeholder of this finding ({})", name, fmt::join(names, ", "));
  }
  return std::nullopt;
}

}  // namespace gpuenv::catalog
