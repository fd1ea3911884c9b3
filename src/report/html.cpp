// The report as one HTML page that needs nothing else: no network, no script. It holds every language; a
// switch that works by style alone shows one of them, and printing prints that one.
#include <fmt/format.h>

#include "report/outline.h"
#include "report/report.h"
#include "report/width.h"

namespace gpuenv::report {
namespace {

constexpr const char* style = R"(
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --good: #1a7f37; --bad: #cf222e; --warn: #9a6700; }
@media (prefers-color-scheme: dark) { :root { --good: #3fb950; --bad: #ff7b72; --warn: #d29922; } }
body { font: 16px/1.5 system-ui, "Noto Sans CJK SC", "Microsoft YaHei", sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; border-bottom: 1px solid var(--line); }
article { border-left: .3rem solid var(--line); padding: .2rem 1rem; margin: 1rem 0; break-inside: avoid; }
article.error { border-color: var(--bad); } article.warning { border-color: var(--warn); }
article h3 { margin: .3rem 0; font-size: 1.05rem; } code, pre { font-family: ui-monospace, Consolas, monospace; font-size: .9em; overflow-wrap: anywhere; }
pre { background: var(--soft); padding: .6rem; white-space: pre-wrap; margin: .4rem 0; } ul, ol { margin: .3rem 0; padding-left: 1.4rem; }
table { border-collapse: collapse; } td, th { text-align: left; padding: .2rem .8rem .2rem 0; vertical-align: top; }
.usable, .healthy { color: var(--good); } .cpu-only { opacity: .7; } .problems { color: var(--bad); } .unknown { color: var(--warn); } .dim { opacity: .7; }
main { display: none; } #show-en:checked ~ main.en, #show-zh:checked ~ main.zh { display: block; }
@media print { input, label { display: none; } body { max-width: none; padding: 0; font-size: 11pt; } }
)";

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

std::string list_of(const char* label, const std::vector<std::string>& lines, bool code) {
  if (lines.empty()) return "";
  std::string items;
  for (const auto& line : lines)
    items += code ? fmt::format("<li><code>{}</code></li>", escaped(line))
                  : fmt::format("<li>{}</li>", escaped(line));
  return fmt::format("<p><b>{}</b></p><ul>{}</ul>\n", label, items);
}

std::string fix_of(const OutlinedFinding& one, Language language) {
  if (one.fix.empty()) return "";
  std::string items;
  for (const auto& advice : one.fix) {
    std::string commands;
    for (const auto& command : advice.commands) commands += escaped(command) + "\n";
    items += "<li>" + escaped(advice.text);
    if (!commands.empty()) items += "<pre>" + commands + "</pre>";
    items += "</li>";
  }
  return fmt::format("<p><b>{}</b></p><ol>{}</ol>\n", say(Word::fix, language), items);
}

std::string article(const OutlinedFinding& one, Language language) {
  const bool note = one.finding->role == model::Role::note;
  std::string text =
      fmt::format("<article class=\"{}\">\n<h3>{}</h3>\n<p>{}</p>\n",
                  note ? "note" : model::word(one.finding->severity), escaped(one.title), escaped(one.why));
  text += list_of(say(Word::concerns, language), concerned(one, language), true);
  if (!note) text += list_of(say(Word::evidence, language), one.evidence, true);
  text += list_of(say(Word::certainty, language), one.certainty, false);
  text += fix_of(one, language);
  text += list_of(say(Word::explains, language), one.explains, false);
  return text + fmt::format("<p class=\"dim\"><code>gpuenv --about {}</code></p>\n</article>\n",
                            escaped(one.finding->id));
}

std::string articles(const char* heading, const std::vector<OutlinedFinding>& list, Language language) {
  if (list.empty()) return "";
  std::string text = *heading == '\0' ? "" : fmt::format("<h2>{}</h2>\n", heading);
  for (const auto& one : list) text += article(one, language);
  return text;
}

std::string questions(const Outline& told, Language language) {
  if (told.questions.empty()) return "";
  std::string text = fmt::format("<h2>{}</h2>\n<ul>", say(Word::open_questions, language));
  for (const auto& question : told.questions) {
    text += fmt::format("<li><code>{}</code>", escaped(question.text));
    for (const auto& place : question.where)
      text += fmt::format("<br><code class=\"dim\">{}</code>", escaped(place));
    if (!question.told_by.empty()) text += "<br>" + escaped(question.told_by);
    text += "</li>";
  }
  return text + "</ul>\n";
}

std::string verdict(model::PartVerdict verdict, Language language) {
  return fmt::format("<span class=\"{}\">{} {}</span>", model::word(verdict), sign(verdict),
                     word_of(verdict, language));
}

std::string row(std::string_view label, const std::string& value) {
  return fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", escaped(label), value);
}

std::string machine(const Outline& told, Language language) {
  std::string text = fmt::format("<h2>{}</h2>\n<table>\n", escaped(told.machine_title));
  for (const auto& [label, value] : told.machine) text += row(label, escaped(value));
  if (told.cards.empty())
    text +=
        row(say(Word::cards, language), say(told.cards_unknown ? Word::not_known : Word::no_card, language));
  for (const auto& card : told.cards)
    text += row(card.number, fmt::format("{} {} {} {}", escaped(card.name), card.sm, card.memory,
                                         verdict(card.verdict, language)));
  for (const auto& [label, value] : told.other_cards) text += row(label, escaped(value));
  return text + "</table>\n";
}

std::string environments(const Outline& told, Language language) {
  std::string text = fmt::format("<h2>{}</h2>\n", say(Word::environments, language));
  for (const auto& environment : told.environments) {
    text += fmt::format("<p>{} <code>{}</code> <span class=\"dim\">{}</span></p>\n",
                        environment.plain ? "·" : verdict(environment.verdict, language),
                        escaped(environment.path), escaped(environment.about));
    std::string rows;
    for (const auto& framework : environment.frameworks)
      rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", escaped(framework.name),
                          escaped(framework.version), escaped(framework.build),
                          verdict(framework.verdict, language));
    if (!rows.empty()) text += "<table>" + rows + "</table>\n";
  }
  if (!told.without_framework.empty())
    text += fmt::format("<p class=\"dim\">{}</p>\n", escaped(told.without_framework));
  for (const auto& line : told.left_out) text += fmt::format("<p class=\"dim\">{}</p>\n", escaped(line));
  return text;
}

std::string in_language(const Material& material, Language language) {
  const Outline told = outline(material, language, false);
  return fmt::format("<main class=\"{0}\" lang=\"{0}\">\n<h1 class=\"{1}\">{2} {3}</h1>\n",
                     language == Language::chinese ? "zh" : "en", model::word(told.verdict),
                     sign(told.verdict), escaped(told.sentence)) +
         articles("", told.here, language) +
         articles(say(Word::elsewhere, language), told.elsewhere, language) +
         articles(say(Word::notes, language), told.notes, language) + questions(told, language) +
         machine(told, language) + environments(told, language) + "</main>\n";
}

}  // namespace

std::string html(const model::Examination& examination, const catalog::Catalog& catalog, Language language) {
  const Material material{examination, catalog};
  const bool chinese = language == Language::chinese;
  return fmt::format(
             "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
             "content=\"width=device-width, initial-scale=1\">\n<title>gpuenv "
             "{}</title>\n<style>{}</style>\n</head>\n<body>\n",
             chinese ? "zh" : "en", examination.command, style) +
         fmt::format(
             "<input type=\"radio\" name=\"language\" id=\"show-en\"{}><label "
             "for=\"show-en\">English</label>\n"
             "<input type=\"radio\" name=\"language\" id=\"show-zh\"{}><label for=\"show-zh\">中文</label>\n",
             chinese ? "" : " checked", chinese ? " checked" : "") +
         in_language(material, Language::english) + in_language(material, Language::chinese) +
         fmt::format("<footer class=\"dim\">gpuenv {} · {}</footer>\n</body>\n</html>\n",
                     examination.tool_version, catalog.date());
}

}  // namespace gpuenv::report
