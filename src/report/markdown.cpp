// The report as Markdown: a block to paste into an issue or a chat. Outside text is escaped, or stands in
// code spans.
#include <fmt/format.h>

#include <algorithm>

#include "report/outline.h"
#include "report/report.h"
#include "report/width.h"

namespace gpuenv::report {
namespace {

/// Text that means nothing but itself.
std::string plain(std::string_view text) {
  constexpr std::string_view special = "\\`*_{}[]<>#|~";
  std::string result;
  for (const char c : printable(text)) {
    if (special.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

/// The longest run of backticks in a text.
size_t longest_ticks(std::string_view text) {
  size_t longest = 0, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

/// A code span, whatever the text holds.
std::string code(std::string_view outside) {
  const std::string text = printable(outside);
  if (text.empty()) return "";
  const size_t ticks = longest_ticks(text);
  const std::string fence(ticks + 1, '`');
  const char* blank = text.front() == '`' || text.back() == '`' ? " " : "";
  return fence + blank + text + blank + fence;
}

/// The same in a cell of a table, where a bar ends the cell even inside code.
std::string cell(std::string_view outside) {
  std::string text = code(outside);
  for (size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
    text.insert(at, "\\");
  return text;
}

std::string code_block(const Advice& advice) {
  std::string fence = "```", text;
  for (const auto& command : advice.commands) {
    fence.resize(std::max(fence.size(), longest_ticks(command) + 1), '`');
    text += "   " + printable(command) + "\n";
  }
  return text.empty() ? "" : fmt::format("   {}{}\n{}   {}\n", fence, advice.shell, text, fence);
}

class Writer {
 public:
  explicit Writer(Language language) : language_(language) {}

  void finding(const OutlinedFinding& one) {
    const bool note = one.finding->role == model::Role::note;
    const char* mark = note ? "·" : one.finding->severity == model::Severity::error ? "✗" : "!";
    text_ +=
        fmt::format("\n**{} {}** ({})\n{}\n", mark, plain(one.title), code(one.finding->id), plain(one.why));
    list(Word::concerns, concerned(one, language_));
    if (!note) list(Word::evidence, one.evidence);
    for (const auto& line : one.certainty) text_ += fmt::format("- {}\n", plain(line));
    if (!one.fix.empty()) text_ += fmt::format("\n{}:\n", say(Word::fix, language_));
    for (size_t i = 0; i < one.fix.size(); ++i)
      text_ += fmt::format("{}. {}\n{}", i + 1, plain(one.fix[i].text), code_block(one.fix[i]));
    for (const auto& title : one.explains)
      text_ += fmt::format("\n{}: {}\n", say(Word::explains, language_), plain(title));
  }

  void findings(Word heading, const std::vector<OutlinedFinding>& list) {
    if (list.empty()) return;
    text_ += fmt::format("\n#### {}\n", say(heading, language_));
    for (const auto& one : list) finding(one);
  }

  /// A line each, under their environments.
  void in_short(const std::vector<OutlinedFinding>& list) {
    text_ += fmt::format("\n#### {}\n\n", say(Word::elsewhere, language_));
    for (const auto& [place, findings] : by_place(list)) {
      text_ += fmt::format("- {}\n", code(place));
      for (const OutlinedFinding* one : findings)
        text_ += fmt::format("  - {} ({})\n", plain(one->title), code(one->finding->id));
    }
  }

  void questions(const std::vector<OutlinedQuestion>& list) {
    if (list.empty()) return;
    text_ += fmt::format("\n#### {}\n", say(Word::open_questions, language_));
    for (const auto& question : list) {
      text_ += fmt::format("- {}\n", code(question.text));
      for (const auto& place : question.where) text_ += fmt::format("  - {}\n", code(place));
      if (!question.told_by.empty()) text_ += fmt::format("  - {}\n", plain(question.told_by));
    }
  }

  void machine(const Outline& told) {
    text_ += fmt::format("\n#### {}\n\n| | |\n|---|---|\n", plain(told.machine_title));
    for (const auto& [label, value] : told.machine) row(label, cell(value));
    if (told.cards.empty())
      row(say(Word::cards, language_), say(told.cards_unknown ? Word::not_known : Word::no_card, language_));
    for (const auto& card : told.cards)
      row(card.number, fmt::format("{} {} {} {} {}", cell(card.name), card.sm, card.memory,
                                   sign(card.verdict), word_of(card.verdict, language_)));
    for (const auto& [label, value] : told.other_cards) row(label, cell(value));
    if (!told.environments.empty()) text_ += fmt::format("\n#### {}\n\n", say(Word::environments, language_));
    for (const auto& environment : told.environments) {
      const char* mark = environment.plain ? "" : sign(environment.verdict);
      text_ += fmt::format("- {}{}{} {}\n", mark, *mark ? " " : "", code(environment.path),
                           plain(environment.about));
      for (const auto& framework : environment.frameworks)
        text_ += fmt::format("  - {} {} {} {} {}\n", plain(framework.name), plain(framework.version),
                             plain(framework.build), sign(framework.verdict),
                             word_of(framework.verdict, language_));
    }
    if (!told.without_framework.empty()) text_ += "\n" + plain(told.without_framework) + "\n";
    for (const auto& line : told.left_out) text_ += "\n" + plain(line) + "\n";
  }

  void line(const std::string& text) { text_ += text; }
  std::string take() { return std::move(text_); }

 private:
  void list(Word label, const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    text_ += fmt::format("\n{}:\n", say(label, language_));
    for (const auto& line : lines) text_ += fmt::format("- {}\n", code(line));
  }
  void row(std::string_view label, const std::string& value) {
    text_ += fmt::format("| {} | {} |\n", label, value);
  }

  Language language_;
  std::string text_;
};

}  // namespace

std::string markdown(const model::Examination& examination, const catalog::Catalog& catalog,
                     Language language) {
  const Outline told = outline({examination, catalog}, language, false);
  Writer writer(language);
  writer.line(fmt::format("### {} {}\n\ngpuenv {} `{}`, {}\n", sign(told.verdict), plain(told.sentence),
                          examination.tool_version, examination.command, catalog.date()));
  for (const auto& one : told.here) writer.finding(one);
  if (told.elsewhere.size() > told_in_full)
    writer.in_short(told.elsewhere);
  else
    writer.findings(Word::elsewhere, told.elsewhere);
  writer.findings(Word::notes, told.notes);
  writer.questions(told.questions);
  writer.machine(told);
  return writer.take();
}

}  // namespace gpuenv::report
