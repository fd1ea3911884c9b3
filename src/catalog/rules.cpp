// Checks of the rows of data/ before they are packed; what they mean is in data/README.md.
#include "catalog/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>

#include "base/sm.h"
#include "base/text.h"
#include "base/version.h"

namespace gpuenv::catalog {
namespace {

/// A form of text, and the words for it in a message: "... is not <words>".
struct Form {
  bool (*fits)(std::string_view);
  std::string_view words;
  Written written = Written::text;
  std::string_view otherwise = "not in quotes";  ///< what a value is that was not written so
};

bool is_number(std::string_view text) {
  return base::number(text) >= 0;
}

/// Digits and dots, then perhaps letters: 550.54.15, 3.0.0b2.
bool is_version(std::string_view text) {
  return base::Version(text).valid() && text.find(' ') == std::string_view::npos;
}

bool is_sm(std::string_view text) {
  return text.find('.') != std::string_view::npos && base::parse_sm(text).has_value();
}

/// 2026-12-02, or less of it: 2026-12, 2026, and a span of months 2026-07..2026-09.
bool is_date(std::string_view text) {
  const size_t span = text.find("..");
  if (span != std::string_view::npos) return is_date(text.substr(0, span)) && is_date(text.substr(span + 2));
  const auto parts = base::split(text, '-');
  if (parts.empty() || parts.size() > 3 || parts[0].size() != 4 || !is_number(parts[0])) return false;
  const auto two = [](std::string_view part, int most) {
    return part.size() == 2 && base::number(part) >= 1 && base::number(part) <= most;
  };
  return (parts.size() < 2 || two(parts[1], 12)) && (parts.size() < 3 || two(parts[2], 31));
}

/// "551-554", "418-419, 425-426", "620".
bool is_series(std::string_view text) {
  const auto ranges = base::split(text, ',');
  return !ranges.empty() && std::all_of(ranges.begin(), ranges.end(), [](std::string_view range) {
    const auto ends = base::split(base::trim(range), '-');
    return (ends.size() == 1 || ends.size() == 2) && std::all_of(ends.begin(), ends.end(), is_number);
  });
}

bool is_pci_id(std::string_view text) {
  return text.size() == 4 && base::number(text, 16) >= 0;
}

bool is_any(std::string_view text) {
  return !text.empty();
}

template <const auto& list>
bool is_one_of(std::string_view text) {
  return std::find(std::begin(list), std::end(list), text) != std::end(list);
}
constexpr std::string_view flags[] = {"true", "false"};
constexpr std::string_view systems[] = {"linux", "windows"};
constexpr std::string_view machines[] = {"x86_64", "aarch64"};
constexpr std::string_view index_kinds[] = {"index", "extra", "links"};
constexpr std::string_view managers[] = {"apt", "dnf", "pacman", "zypper"};
constexpr std::string_view xid_kinds[] = {"bus",     "stopped",   "memory", "nvlink",
                                          "program", "follow-up", "driver"};
constexpr std::string_view file_fields[] = {"version", "cuda",         "archs",  "is_cuda",
                                            "package", "cuda_library", "kernels"};
constexpr std::string_view load_ways[] = {"module", "path", "soname"};
constexpr std::string_view load_times[] = {"import", "gpu", "call"};
constexpr std::string_view takes[] = {"first"};
constexpr std::string_view file_ways[] = {"assignment", "entry", "exists"};

constexpr Form text_form{is_any, "a text with something in it"};
constexpr Form number_form{is_number, "a whole number", Written::integer, "not written as a whole number"};
constexpr Form flag_form{is_one_of<flags>, "true or false", Written::boolean, "not written as true or false"};
constexpr Form version_form{is_version, "a version like 12.4"};
constexpr Form sm_form{is_sm, "a number like 8.9"};
constexpr Form date_form{is_date, "a date like 2026-12-02"};
constexpr Form day_form{is_day, "a date like 2026-12-02"};
constexpr Form series_form{is_series, "a span of numbers like 551-554"};
constexpr Form pci_form{is_pci_id, "a device id of four hex digits like 2684"};
constexpr Form system_form{is_one_of<systems>, "linux or windows"};
constexpr Form machine_form{is_one_of<machines>, "x86_64 or aarch64"};
constexpr Form index_form{is_one_of<index_kinds>, "index, extra or links"};
constexpr Form manager_form{is_one_of<managers>, "apt, dnf, pacman or zypper"};
constexpr Form xid_kind_form{is_one_of<xid_kinds>,
                             "bus, stopped, memory, nvlink, program, follow-up or driver"};
constexpr Form field_form{is_one_of<file_fields>,
                          "version, cuda, archs, is_cuda, package, cuda_library or kernels"};
constexpr Form way_form{is_one_of<file_ways>, "assignment, entry or exists"};

constexpr Form load_form{is_one_of<load_ways>, "module, path or soname"};
constexpr Form when_form{is_one_of<load_times>, "import, gpu or call"};
constexpr Form take_form{is_one_of<takes>, "first"};

enum class Shape { text, list, text_or_list };
enum class Need { must, may, may_be_empty };

/// One field of a kind of rows.
struct Rule {
  std::string_view key;
  Shape shape;
  const Form& form;
  Need need;
};

constexpr Rule gpu_rules[] = {
    {"name", Shape::text, text_form, Need::must},
    {"compute_capability", Shape::text, sm_form, Need::must},
    {"arch", Shape::text, text_form, Need::must},
    {"form", Shape::text, text_form, Need::must},
    {"chips", Shape::list, text_form, Need::may},
    {"pci_device_ids", Shape::list, pci_form, Need::may},
    {"pci_device_ids_by_subsystem", Shape::list, pci_form, Need::may},
};
constexpr Rule branch_rules[] = {
    {"name", Shape::text, text_form, Need::must},
    {"major", Shape::text, number_form, Need::must},
    {"cuda_max", Shape::text, version_form, Need::must},
    {"windows_series", Shape::text, series_form, Need::must},
    {"eol", Shape::text, date_form, Need::may_be_empty},
};
constexpr Rule arch_rules[] = {
    {"arch", Shape::text, text_form, Need::must},
    {"compute_capabilities", Shape::list, sm_form, Need::must},
    {"last_cuda_toolkit", Shape::text, version_form, Need::may_be_empty},
    {"last_driver_branch", Shape::text, text_form, Need::may_be_empty},
    {"first_driver_branch", Shape::text, text_form, Need::may_be_empty},
    {"kernel_modules", Shape::text, text_form, Need::may_be_empty},
    {"first_cudnn", Shape::text, number_form, Need::may},
};
constexpr Rule toolkit_rules[] = {
    {"version", Shape::text, version_form, Need::must},
    {"series", Shape::text, version_form, Need::must},
    {"mvc_min_linux", Shape::text, version_form, Need::must},
    {"mvc_min_windows", Shape::text, version_form, Need::must},
    {"gcc_min", Shape::text, number_form, Need::may},
    {"gcc_max", Shape::text, number_form, Need::may},
};
constexpr Rule mvc_rules[] = {
    {"cuda_major", Shape::text, number_form, Need::must},
    {"min_driver_linux", Shape::text, version_form, Need::must},
    {"min_driver_windows", Shape::text, version_form, Need::must},
};
constexpr Rule gpu_package_rules[] = {
    {"name", Shape::text, text_form, Need::must},
    {"file_linux", Shape::text, text_form, Need::may},
    {"file_windows", Shape::text, text_form, Need::may},
};
constexpr Rule cuda_package_rules[] = {
    {"name", Shape::text, text_form, Need::must},
    {"cuda_major", Shape::text, number_form, Need::must},
    {"first", Shape::text, version_form, Need::may},
    {"last", Shape::text, version_form, Need::may},
    {"toolkit_extra", Shape::text, version_form, Need::may},
};
constexpr Rule limit_rules[] = {
    {"id", Shape::text, text_form, Need::must},
    {"value", Shape::text, number_form, Need::must},
};
constexpr Rule xid_rules[] = {
    {"code", Shape::text, number_form, Need::must},    {"name", Shape::text, text_form, Need::must},
    {"kind", Shape::text, xid_kind_form, Need::must},  {"meaning", Shape::text, text_form, Need::must},
    {"meaning_zh", Shape::text, text_form, Need::may},
};
constexpr Rule phrase_rules[] = {
    {"en", Shape::text, text_form, Need::must},
    {"zh", Shape::text, text_form, Need::must},
};
constexpr Rule memory_rules[] = {
    {"from_mib", Shape::text, number_form, Need::must},
    {"en", Shape::text, text_form, Need::must},
    {"zh", Shape::text, text_form, Need::must},
};
constexpr Rule framework_rules[] = {
    {"name", Shape::text, text_form, Need::must},
    {"title", Shape::text, text_form, Need::must},
    {"import_name", Shape::text, text_form, Need::must},
    {"distributions", Shape::list, text_form, Need::must},
    {"cpu_distributions", Shape::list, text_form, Need::may},
    {"gpu_distributions", Shape::list, text_form, Need::may},
    {"requirement", Shape::text, text_form, Need::must},
    {"cpu_requirement", Shape::text, text_form, Need::must},
    {"libraries_along_from", Shape::text, version_form, Need::may},
    {"conda_packages", Shape::list, text_form, Need::may},
    {"windows_gpu", Shape::text, text_form, Need::may_be_empty},
    {"cpu_index", Shape::text, text_form, Need::may_be_empty},
    {"strict_wheels", Shape::list, text_form, Need::may_be_empty},
    {"pinned", Shape::list, text_form, Need::may_be_empty},
    {"opens", Shape::list, text_form, Need::may},
    {"wheels_from", Shape::text, version_form, Need::may},
    {"blind_releases", Shape::list, text_form, Need::may_be_empty},
    {"optional_wheels", Shape::list, text_form, Need::may_be_empty},
    {"numpy2_linux", Shape::text, version_form, Need::may},
    {"numpy2_windows", Shape::text, version_form, Need::may},
    {"source", Shape::text_or_list, text_form, Need::must},
};
constexpr Rule file_rules[] = {
    {"path", Shape::text, text_form, Need::must}, {"field", Shape::text, field_form, Need::must},
    {"how", Shape::text, way_form, Need::must},   {"key", Shape::text, text_form, Need::may},
    {"os", Shape::list, system_form, Need::may},
};
constexpr Rule release_rules[] = {
    {"version", Shape::text, version_form, Need::must},
    {"requirement", Shape::text, text_form, Need::may},
    {"index", Shape::text, text_form, Need::may_be_empty},
    {"pypi_default_linux", Shape::text, text_form, Need::may_be_empty},
    {"pypi_default_windows", Shape::text, text_form, Need::may_be_empty},
    {"unconfirmed_variants", Shape::list, text_form, Need::may},
    {"date", Shape::text, date_form, Need::may},
    {"index_kind", Shape::text, index_form, Need::may},
    {"variants_linux", Shape::list, text_form, Need::may},
    {"variants_windows", Shape::list, text_form, Need::may},
    {"python_linux", Shape::list, version_form, Need::may},
    {"python_windows", Shape::list, version_form, Need::may},
    {"python_min", Shape::text, version_form, Need::may},
    {"python_max", Shape::text, version_form, Need::may},
};
constexpr Rule build_rules[] = {
    {"release", Shape::text, version_form, Need::must},
    {"variant", Shape::text, text_form, Need::must},
    {"cuda", Shape::text, version_form, Need::must},
    {"os", Shape::list, system_form, Need::must},
    {"requirement", Shape::text, text_form, Need::may},
    {"index", Shape::text, text_form, Need::may_be_empty},
    {"default_index", Shape::text, flag_form, Need::may},
    {"cudnn", Shape::text, text_form, Need::may_be_empty},
    {"cudnn_linux", Shape::text, text_form, Need::may_be_empty},
    {"cudnn_windows", Shape::text, text_form, Need::may_be_empty},
    {"machine", Shape::text, machine_form, Need::may},
    {"date", Shape::text, date_form, Need::may},
    {"index_kind", Shape::text, index_form, Need::may},
    {"python", Shape::list, version_form, Need::may},
    {"python_linux", Shape::list, version_form, Need::may},
    {"python_windows", Shape::list, version_form, Need::may},
    {"sm", Shape::list, sm_form, Need::may},
    {"sm_linux", Shape::list, sm_form, Need::may},
    {"sm_windows", Shape::list, sm_form, Need::may},
    {"ptx", Shape::text_or_list, sm_form, Need::may_be_empty},
    {"ptx_linux", Shape::text_or_list, sm_form, Need::may_be_empty},
    {"ptx_windows", Shape::text_or_list, sm_form, Need::may_be_empty},
    {"sm_min", Shape::text, sm_form, Need::may},
    {"ptx_fails", Shape::list, sm_form, Need::may},
    {"ptx_unproven", Shape::list, sm_form, Need::may},
    {"sm_linalg", Shape::list, sm_form, Need::may},
    {"sm_linalg_linux", Shape::list, sm_form, Need::may},
    {"sm_linalg_windows", Shape::list, sm_form, Need::may},
};
constexpr Rule family_rules[] = {
    {"name", Shape::text, text_form, Need::must},
    {"ids", Shape::list, text_form, Need::must},
    {"versions", Shape::list, number_form, Need::may},
    {"manager", Shape::text, manager_form, Need::must},
    {"prepare", Shape::text, text_form, Need::may_be_empty},
    {"install", Shape::text, text_form, Need::must},
    {"branch", Shape::text, number_form, Need::may},
    {"vendor_prepare", Shape::text, text_form, Need::may},
    {"vendor_install", Shape::text, text_form, Need::may},
    {"headers", Shape::text, text_form, Need::must},
    {"kernels", Shape::list, text_form, Need::may},
    {"rebuild", Shape::text, text_form, Need::must},
    {"initramfs", Shape::text, text_form, Need::must},
    {"key", Shape::text, text_form, Need::may_be_empty},
    {"compat", Shape::text, text_form, Need::may_be_empty},
};
constexpr Rule legacy_rules[] = {
    {"family", Shape::text, text_form, Need::must},
    {"branch", Shape::text, text_form, Need::must},
    {"versions", Shape::list, number_form, Need::may},
    {"command", Shape::text, text_form, Need::must},
};
constexpr Rule companion_rules[] = {
    {"name", Shape::text, text_form, Need::must},       {"version_file", Shape::text, text_form, Need::may},
    {"version_key", Shape::text, text_form, Need::may}, {"loose_from", Shape::text, version_form, Need::may},
    {"pairs", Shape::list, text_form, Need::may},       {"soft", Shape::text, flag_form, Need::may},
    {"same_build", Shape::text, flag_form, Need::may},  {"kernels", Shape::list, text_form, Need::may},
};
constexpr Rule shadowed_rules[] = {
    {"library", Shape::text, text_form, Need::must},
    {"below", Shape::text, version_form, Need::may},
};
constexpr Rule cudnn_rules[] = {
    {"from", Shape::text, version_form, Need::must},
    {"cc_min", Shape::text, sm_form, Need::must},
};
constexpr Rule user_rules[] = {
    {"name", Shape::text, text_form, Need::must},
    {"title", Shape::text, text_form, Need::must},
    {"from", Shape::text, version_form, Need::must},
    {"below", Shape::text, version_form, Need::may},
    {"cuda_major", Shape::text, number_form, Need::must},
    {"cudnn_major", Shape::text, number_form, Need::must},
    {"newest", Shape::text, version_form, Need::may},
    {"python_min", Shape::text, version_form, Need::may},
};
constexpr Rule load_rules[] = {
    {"how", Shape::text, load_form, Need::must},          {"names", Shape::list, text_form, Need::must},
    {"from", Shape::text, version_form, Need::may},       {"below", Shape::text, version_form, Need::may},
    {"when", Shape::text, when_form, Need::may},          {"call", Shape::text, text_form, Need::may},
    {"caller", Shape::text, text_form, Need::may},        {"take", Shape::text, take_form, Need::may},
    {"if_mapped", Shape::text, text_form, Need::may},     {"required", Shape::text, flag_form, Need::may},
    {"after_failure", Shape::text, flag_form, Need::may}, {"global", Shape::text, flag_form, Need::may},
    {"lazy", Shape::text, flag_form, Need::may},
};
constexpr Rule package_rules[] = {
    {"name", Shape::text, text_form, Need::must},
    {"cuda_major", Shape::text, number_form, Need::may},
    {"libraries", Shape::list, text_form, Need::must},
};
constexpr Rule meta_rules[] = {{"collected", Shape::text, day_form, Need::must}};
constexpr Rule any_row_rules[] = {
    {"source", Shape::text_or_list, text_form, Need::must},
    {"unconfirmed", Shape::text, flag_form, Need::may},
    {"unconfirmed_fields", Shape::list, text_form, Need::may},
    {"measured_fields", Shape::list, text_form, Need::may},
};

struct Kind {
  std::string_view name;  ///< of the table: "gpu"
  std::span<const Rule> rules;
  std::vector<std::string_view> identity;  ///< fields that together are different in every row
};

const std::vector<Kind>& all_kinds() {
  static const std::vector<Kind> kinds{
      {"gpu", gpu_rules, {"name", "form", "compute_capability", "chips"}},
      {"branch", branch_rules, {"name"}},
      {"arch_support", arch_rules, {"arch", "compute_capabilities"}},
      {"toolkit", toolkit_rules, {"version"}},
      {"mvc_rule", mvc_rules, {"cuda_major"}},
      {"cuda_package", cuda_package_rules, {"name"}},
      {"gpu_package", gpu_package_rules, {"name"}},
      {"family", family_rules, {"name", "versions"}},
      {"legacy", legacy_rules, {"family", "branch", "versions"}},
      {"limit", limit_rules, {"id"}},
      {"xid", xid_rules, {"code"}},
      {"phrase", phrase_rules, {"en"}},
      {"memory", memory_rules, {"from_mib"}},
      {"framework", framework_rules, {}},
      {"file", file_rules, {"path", "field", "key", "os"}},
      {"release", release_rules, {"version"}},
      {"build", build_rules, {"release", "variant", "machine"}},
      {"companion", companion_rules, {"name"}},
      {"shadowed", shadowed_rules, {"library"}},
      {"load", load_rules, {"how", "names", "from", "below", "when", "after_failure", "caller", "if_mapped"}},
      {"package", package_rules, {"name"}},
      {"cudnn", cudnn_rules, {"from"}},
      {"library_user", user_rules, {"name", "from"}},
      {"meta", meta_rules, {}},
  };
  return kinds;
}

const Kind* kind_named(std::string_view name) {
  for (const Kind& kind : all_kinds())
    if (kind.name == name) return &kind;
  return nullptr;
}

/// A row in words: "gpu[8] 'GeForce GT 730'", counted from 1.
std::string row_words(const SourceTable& table, size_t place) {
  const SourceRow& row = table.rows[place];
  if (table.kind().empty()) return "keys before the first table";
  if (!table.array) return fmt::format("table [{}]", table.kind());
  std::string label;
  for (const char* key : {"name", "version", "release", "path", "arch", "cuda_major", "id", "subject"})
    if (label.empty()) label = row.text(key);
  if (const std::string_view variant = row.text("variant"); !variant.empty())
    label += ' ' + std::string(variant);
  const std::string words = fmt::format("row {}[{}]", table.kind(), place + 1);
  return label.empty() ? words : fmt::format("{} '{}'", words, label);
}

/// What is wrong with one field, or nothing.
std::optional<std::string> wrong_value(const SourceField& field, const Rule& rule) {
  if (field.is_list && rule.shape == Shape::text)
    return fmt::format("{} is a list, one value is wanted", rule.key);
  if (!field.is_list && rule.shape == Shape::list)
    return fmt::format("{} is one value, a list is wanted", rule.key);
  if (field.items.empty() && rule.need == Need::must) return fmt::format("{} is an empty list", rule.key);
  for (const std::string& item : field.items) {
    if (item.empty() && rule.need == Need::may_be_empty) continue;
    if (!rule.form.fits(item)) return fmt::format("{} '{}' is not {}", rule.key, item, rule.form.words);
  }
  if (field.written != rule.form.written && !field.items.empty())
    return fmt::format("{} is {}", rule.key, rule.form.otherwise);
  return std::nullopt;
}

struct Mistake {
  int line;
  std::string text;
};

/// A key that has no meaning here and looks like one that has and is missing: a slip of the pen that would
/// take a fact away in silence. Other keys are remarks, which rows may have.
std::optional<Mistake> misspelt_key(const SourceRow& row, std::span<const Rule> rules) {
  for (const SourceField& field : row.fields) {
    if (std::any_of(rules.begin(), rules.end(), [&](const Rule& rule) { return rule.key == field.key; }))
      continue;
    const int tolerated = field.key.size() < 5 ? 1 : 2;
    for (const Rule& rule : rules)
      if (!row.find(rule.key) && base::edit_distance(field.key, rule.key) <= tolerated)
        return Mistake{field.line, fmt::format("{} is not known here; {} is", field.key, rule.key)};
  }
  return std::nullopt;
}

std::optional<Mistake> wrong_row(const SourceRow& row, std::span<const Rule> rules) {
  for (const Rule& rule : rules) {
    const SourceField* field = row.find(rule.key);
    if (!field && rule.need == Need::must) return Mistake{row.line, fmt::format("{} is missing", rule.key)};
    if (!field) continue;
    if (auto wrong = wrong_value(*field, rule)) return Mistake{field->line, std::move(*wrong)};
  }
  return std::nullopt;
}

/// The fields that make a row this row, as one text.
std::string identity_of(const SourceRow& row, const Kind& kind) {
  std::string identity;
  for (const std::string_view key : kind.identity) {
    const SourceField* field = row.find(key);
    identity += field ? base::join(field->items, ",") : "";
    identity += '\n';
  }
  return identity;
}

std::optional<Mistake> wrong_in_table(const SourceTable& table, size_t place, std::set<std::string>& seen) {
  const SourceRow& row = table.rows[place];
  const Kind* kind = kind_named(table.kind());
  if (kind) {
    if (auto wrong = misspelt_key(row, kind->rules)) return wrong;
    if (auto wrong = wrong_row(row, kind->rules)) return wrong;
  }
  if (table.array) {
    if (auto wrong = misspelt_key(row, any_row_rules)) return wrong;
    if (auto wrong = wrong_row(row, any_row_rules)) return wrong;
  }
  if (kind && !kind->identity.empty() && !seen.insert(identity_of(row, *kind)).second)
    return Mistake{row.line, "stands a second time"};
  if (table.kind() == "file" && row.text("how") != "exists" && row.text("key").empty())
    return Mistake{row.line, "key is missing"};
  return std::nullopt;
}

}  // namespace

std::vector<std::string_view> keys_with_rules() {
  std::vector<std::string_view> keys;
  for (const Rule& rule : any_row_rules) keys.push_back(rule.key);
  for (const Kind& kind : all_kinds())
    for (const Rule& rule : kind.rules) keys.push_back(rule.key);
  return keys;
}

bool is_day(std::string_view text) {
  return text.size() == 10 && is_date(text);
}

std::optional<std::string> mistake_in(const std::vector<SourceTable>& tables, std::string_view path) {
  for (const SourceTable& table : tables) {
    std::set<std::string> seen;
    for (size_t i = 0; i < table.rows.size(); ++i)
      if (const auto wrong = wrong_in_table(table, i, seen))
        return fmt::format("{}:{}: {}: {}", path, wrong->line, row_words(table, i), wrong->text);
  }
  return std::nullopt;
}

}  // namespace gpuenv::catalog
