// Pages of text; see page.h.
#include "report/page.h"

#include <algorithm>

#include "report/width.h"

namespace gpuenv::report {
namespace {

constexpr const char* code_of(Color color) {
  switch (color) {
    case Color::bold:
      return "1";
    case Color::dim:
      return "2";
    case Color::red:
      return "1;31";
    case Color::yellow:
      return "1;33";
    case Color::green:
      return "32";
    case Color::cyan:
      return "36";
    case Color::plain:
      break;
  }
  return "";
}

}  // namespace

std::string Page::paint(Color color, std::string_view text) const {
  if (!options_.color || color == Color::plain || text.empty()) return std::string(text);
  return std::string("\x1b[") + code_of(color) + 'm' + std::string(text) + "\x1b[0m";
}

void Page::blank() {
  if (!text_.empty() && !text_.ends_with("\n\n")) text_ += '\n';
}

void Page::paragraph(std::string_view lead, std::string_view text, Color color) {
  const int indent = display_width(lead);
  const auto lines = wrap(printable(text), std::max(20, options_.width - indent));
  for (const auto& one : lines) {
    const bool first = &one == &lines.front();
    line((first ? std::string(lead) : std::string(static_cast<size_t>(indent), ' ')) + paint(color, one));
  }
}

void Page::labelled(std::string_view label, std::string_view text, std::string_view lead) {
  const int indent = 2 + label_width_ + display_width(lead);
  const auto lines = wrap(printable(text), std::max(20, options_.width - indent));
  std::string before = "  " + paint(Color::dim, padded(std::string(label), label_width_)) + std::string(lead);
  for (const auto& one : lines) {
    line(before + one);
    before.assign(static_cast<size_t>(indent), ' ');
  }
}

void Page::command(std::string_view text) {
  blank();
  line("      " + paint(Color::cyan, printable(text)));
  blank();
}

void Page::heading(std::string_view text) {
  blank();
  line(paint(Color::bold, text));
}

void Page::label_column(const std::vector<std::string>& labels) {
  label_width_ = 0;
  for (const auto& label : labels) label_width_ = std::max(label_width_, display_width(label) + 2);
}

std::string mark(const Page& page, model::PartVerdict verdict) {
  if (verdict == model::PartVerdict::usable) return page.paint(Color::green, "✓");
  if (verdict == model::PartVerdict::problems) return page.paint(Color::red, "✗");
  if (verdict == model::PartVerdict::cpu_only) return page.paint(Color::dim, "·");
  return page.paint(Color::yellow, "?");
}

}  // namespace gpuenv::report
