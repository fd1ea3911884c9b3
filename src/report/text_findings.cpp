// The findings in the text report: cause, why, evidence, fix, and what it explains.
#include "report/text_parts.h"
#include "report/width.h"

namespace gpuenv::report {
namespace {

using model::Role;
using model::Severity;

std::string sign_of(const Page& page, const model::Finding& finding) {
  if (finding.role == Role::note) return page.paint(Color::dim, "·");
  if (finding.severity == Severity::error) return page.paint(Color::red, "✗");
  return page.paint(Color::yellow, "!");
}

/// Lines behind one label.
void write_lines(Page& page, const char* label, const std::vector<std::string>& lines) {
  for (const auto& line : lines) {
    page.labelled(label, line);
    label = "";
  }
}

void write_fix(Page& page, const OutlinedFinding& one) {
  const char* label = page.say(Word::fix);
  for (size_t i = 0; i < one.fix.size(); ++i) {
    page.labelled(label, one.fix[i].text, one.fix.size() > 1 ? std::to_string(i + 1) + ". " : "");
    for (const auto& command : one.fix[i].commands) page.command(command);
    label = "";
  }
}

void write_cause(Page& page, const OutlinedFinding& one) {
  page.blank();
  page.paragraph(sign_of(page, *one.finding) + " ", one.title, Color::bold);
  if (!one.why.empty()) page.paragraph("  ", one.why);
  page.blank();
  write_lines(page, page.say(Word::concerns), concerned(one, page.language()));
  write_lines(page, page.say(Word::evidence), one.evidence);
  write_lines(page, page.say(Word::certainty), one.certainty);
  write_fix(page, one);
  write_lines(page, page.say(Word::explains), one.explains);
  page.labelled(page.say(Word::details), "gpuenv --about " + one.finding->id);
}

void write_note(Page& page, const OutlinedFinding& one) {
  page.paragraph(sign_of(page, *one.finding) + " ", one.title);
  if (!one.why.empty()) page.paragraph("  ", one.why, Color::dim);
  write_lines(page, page.say(Word::concerns), concerned(one, page.language()));
  if (page.verbose()) write_lines(page, page.say(Word::evidence), one.evidence);
  write_fix(page, one);
}

/// A line each, under their environments.
void write_in_short(Page& page, const Outline& outline) {
  for (const auto& [place, findings] : by_place(outline.elsewhere)) {
    page.line("  " + page.paint(Color::bold, printable(place)));
    for (const OutlinedFinding* one : findings)
      page.paragraph("    " + sign_of(page, *one->finding) + " ", one->title);
  }
  page.blank();
  page.paragraph("  ", page.say(Word::elsewhere_more), Color::dim);
}

}  // namespace

void write_findings(Page& page, const Outline& outline) {
  page.label_column({page.say(Word::evidence), page.say(Word::fix), page.say(Word::explains),
                     page.say(Word::certainty), page.say(Word::details), page.say(Word::concerns)});
  for (const auto& one : outline.here) write_cause(page, one);
  if (!outline.elsewhere.empty()) page.heading(page.say(Word::elsewhere));
  if (outline.elsewhere.size() > told_in_full && !page.verbose())
    write_in_short(page, outline);
  else
    for (const auto& one : outline.elsewhere) write_cause(page, one);
  if (!outline.notes.empty()) page.heading(page.say(Word::notes));
  for (const auto& one : outline.notes) write_note(page, one);
}

}  // namespace gpuenv::report
