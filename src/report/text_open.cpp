// What the text report says about open questions: which fact is missing, why, and what would tell.
#include "report/text_parts.h"

namespace gpuenv::report {

void write_open(Page& page, const Outline& outline) {
  if (outline.questions.empty()) return;
  page.heading(page.say(Word::open_questions));
  page.label_column({page.say(Word::found_out_by)});
  for (const auto& question : outline.questions) {
    page.paragraph(page.paint(Color::yellow, "?") + " ", question.text);
    for (const auto& place : question.where) page.paragraph("  ", place, Color::dim);
    if (!question.told_by.empty()) page.labelled(page.say(Word::found_out_by), question.told_by);
  }
}

}  // namespace gpuenv::report
