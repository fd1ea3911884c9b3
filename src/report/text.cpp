// The text report: the verdict first, then causes, notes, open questions, and the machine as a table.
#include "report/report.h"
#include "report/text_parts.h"

namespace gpuenv::report {
namespace {

void write_verdict(Page& page, const Outline& outline) {
  const Color color = outline.verdict == model::Verdict::healthy    ? Color::green
                      : outline.verdict == model::Verdict::problems ? Color::red
                                                                    : Color::yellow;
  page.paragraph(page.paint(color, sign(outline.verdict)) + " ", outline.sentence, Color::bold);
}

}  // namespace

std::string text(const model::Examination& examination, const catalog::Catalog& catalog,
                 const TextOptions& options) {
  Page page(options);
  const Material material{examination, catalog};
  const Outline told = outline(material, options.language, options.verbose);
  write_verdict(page, told);
  write_findings(page, told);
  write_open(page, told);
  write_table(page, told);
  if (options.verbose) write_facts(page, material);
  return page.take();
}

}  // namespace gpuenv::report
