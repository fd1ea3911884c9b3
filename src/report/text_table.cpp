// The compact table of the text report: system, driver, cards, environments and frameworks.
#include <algorithm>

#include "report/text_parts.h"
#include "report/width.h"

namespace gpuenv::report {
namespace {

using model::PartVerdict;

std::string verdict_text(const Page& page, PartVerdict verdict) {
  const Color color = verdict == PartVerdict::usable     ? Color::green
                      : verdict == PartVerdict::problems ? Color::red
                      : verdict == PartVerdict::cpu_only ? Color::dim
                                                         : Color::yellow;
  return mark(page, verdict) + " " + page.paint(color, word_of(verdict, page.language()));
}

/// Rows of cells, the columns aligned.
class Table {
 public:
  /// `first` is the least width of the first column, its gap included.
  explicit Table(int first = 0) : widths_{std::max(0, first - 2)} {}

  void row(std::vector<std::string> cells, std::string verdict) {
    for (size_t i = 0; i < cells.size(); ++i) {
      if (i >= widths_.size()) widths_.push_back(0);
      widths_[i] = std::max(widths_[i], display_width(cells[i]));
    }
    rows_.push_back({std::move(cells), std::move(verdict)});
  }
  void write(Page& page, const std::string& indent) const {
    for (const auto& [cells, verdict] : rows_) {
      std::string text = indent;
      for (size_t i = 0; i < cells.size(); ++i) {
        const bool last = verdict.empty() && i + 1 == cells.size();
        text += padded(cells[i], last ? 0 : widths_[i] + 2);
      }
      page.line(text + verdict);
    }
  }

 private:
  std::vector<std::pair<std::vector<std::string>, std::string>> rows_;
  std::vector<int> widths_;
};

void write_cards(Page& page, const Outline& outline) {
  const std::string label = page.paint(Color::dim, page.say(Word::cards));
  Table table(page.label_width());
  if (outline.cards_unknown)
    table.row({label, verdict_text(page, PartVerdict::unknown)}, "");
  else if (outline.cards.empty())
    table.row({label, page.say(Word::no_card)}, "");
  for (const auto& card : outline.cards)
    table.row({page.paint(Color::dim, card.number), printable(card.name), card.sm, card.memory},
              verdict_text(page, card.verdict));
  table.write(page, "  ");
  for (const auto& [name, value] : outline.other_cards) page.labelled(name, value);
}

void write_environment(Page& page, const OutlinedEnvironment& environment) {
  const std::string sign = environment.plain ? page.paint(Color::dim, "·") : mark(page, environment.verdict);
  page.line("  " + sign + " " + page.paint(Color::bold, printable(environment.path)) + "  " +
            page.paint(Color::dim, printable(environment.about)));
  Table table;
  for (const auto& framework : environment.frameworks)
    table.row({printable(framework.name), printable(framework.version), printable(framework.build)},
              verdict_text(page, framework.verdict));
  table.write(page, "    ");
  if (environment.frameworks.empty())
    page.line("    " + (environment.undecided ? verdict_text(page, PartVerdict::unknown)
                                              : page.paint(Color::dim, page.say(Word::no_framework))));
}

}  // namespace

void write_table(Page& page, const Outline& outline) {
  page.heading(printable(outline.machine_title));
  page.label_column(
      {page.say(Word::system), page.say(Word::driver), page.say(Word::toolkit), page.say(Word::other_card)});
  for (const auto& [label, value] : outline.machine) page.labelled(label, value);
  write_cards(page, outline);
  page.heading(page.say(Word::environments));
  if (outline.environments.empty() && outline.without_framework.empty())
    page.paragraph("  ", page.say(Word::no_environment), Color::dim);
  for (const auto& environment : outline.environments) write_environment(page, environment);
  if (!outline.without_framework.empty()) page.paragraph("  ", outline.without_framework, Color::dim);
  for (const auto& left_out : outline.left_out) page.paragraph("  ", left_out, Color::dim);
}

}  // namespace gpuenv::report
