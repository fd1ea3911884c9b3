// Documentation of findings as text; see documentation.h.
#include "report/documentation.h"

#include <algorithm>

#include "report/page.h"
#include "report/sentences.h"
#include "report/width.h"

namespace gpuenv::report {
namespace {

using catalog::FindingRow;

const catalog::FindingText& texts_of(const FindingRow& row, Language language) {
  return language == Language::chinese ? row.zh : row.en;
}

Word role_word(const std::string& role) {
  return role == "note" ? Word::note : role == "symptom" ? Word::symptom : Word::cause;
}

Word severity_word(const std::string& severity) {
  return severity == "info" ? Word::info : severity == "warning" ? Word::warning : Word::error;
}

Color severity_color(const std::string& severity) {
  return severity == "info" ? Color::dim : severity == "warning" ? Color::yellow : Color::red;
}

/// The sentences of steps, those that stand in the row more than once only once.
std::vector<std::string> distinct_fixes(const catalog::FindingText& texts) {
  std::vector<std::string> list;
  for (const auto& [key, text] : texts.fix)
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
  return list;
}

std::vector<FindingRow> rows_of(const catalog::Catalog& catalog) {
  std::vector<FindingRow> rows;
  for (const auto& id : catalog.finding_ids())
    if (auto row = catalog.finding(id)) rows.push_back(std::move(*row));
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return rows;
}

void write_list(Page& page, const char* label, const std::vector<std::string>& list) {
  for (const auto& one : list) {
    page.labelled(label, readable(one));
    label = "";
  }
}

}  // namespace

std::string check_list(const catalog::Catalog& catalog, const TextOptions& options) {
  Page page(options);
  const auto rows = rows_of(catalog);
  int id_width = 0, word_width = 0;
  for (const auto& row : rows) {
    id_width = std::max(id_width, display_width(row.id) + 2);
    word_width = std::max(word_width, display_width(page.say(severity_word(row.severity))) + 2);
  }
  for (const auto& row : rows) {
    const std::string severity =
        page.paint(severity_color(row.severity), page.say(severity_word(row.severity)));
    page.paragraph(padded(row.id, id_width) + padded(severity, word_width),
                   readable(texts_of(row, options.language).title));
  }
  page.blank();
  page.paragraph("", page.say(Word::placeholders), Color::dim);
  return page.take();
}

std::string about(const std::string& id, const catalog::Catalog& catalog, const TextOptions& options) {
  const auto row = catalog.finding(id);
  if (!row) return "";
  Page page(options);
  const auto& texts = texts_of(*row, options.language);
  page.line(page.paint(Color::bold, id) + "  " +
            page.paint(severity_color(row->severity), page.say(severity_word(row->severity))) +
            page.paint(Color::dim, std::string(page.say(Word::comma)) + page.say(role_word(row->role))));
  page.blank();
  page.paragraph("  ", readable(texts.title), Color::bold);
  page.paragraph("  ", readable(texts.why));
  page.blank();
  page.label_column({page.say(Word::possible_fixes), page.say(Word::accounts_for), page.say(Word::sources),
                     page.say(Word::checked)});
  write_list(page, page.say(Word::possible_fixes), distinct_fixes(texts));
  write_list(page, page.say(Word::accounts_for), row->explains);
  write_list(page, page.say(Word::sources), row->sources);
  if (!row->checked.empty()) page.labelled(page.say(Word::checked), row->checked);
  page.blank();
  page.paragraph("  ", page.say(Word::placeholders), Color::dim);
  return page.take();
}

}  // namespace gpuenv::report
