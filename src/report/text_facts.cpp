// The long form of the text report (-v): every fact with its origin, or the reason why it is unknown.
#include <algorithm>

#include "report/fact_list.h"
#include "report/phrase_book.h"
#include "report/sentences.h"
#include "report/text_parts.h"
#include "report/width.h"

namespace gpuenv::report {
namespace {

/// What a group of facts is about; "" for the whole machine.
std::string about(const model::Facts& facts, const model::AppliesTo& applies_to) {
  if (!applies_to.environment.empty()) return applies_to.environment;
  if (applies_to.gpu < 0) return "";
  const auto& gpu = (*facts.cards.nvidia)[static_cast<size_t>(applies_to.gpu)];
  return gpu.label() + (gpu.pci_address.empty() ? "" : " (" + gpu.pci_address + ")");
}

/// What the memory of a card is enough for, as a sentence; "" for what is no card, or one of unknown memory.
std::string memory_use(const Page& page, const Material& material, const model::AppliesTo& applies_to) {
  if (applies_to.gpu < 0 || !applies_to.environment.empty()) return "";
  const auto& gpu = (*material.examination.facts.cards.nvidia)[static_cast<size_t>(applies_to.gpu)];
  if (!gpu.memory_mib.known()) return "";
  const auto use = material.catalog.memory_use(*gpu.memory_mib);
  if (!use) return "";
  return fill(page.say(Word::memory_use),
              {{"use", page.language() == Language::chinese ? use->zh : use->en}});
}

constexpr int value_width = 26;

/// The value, or why there is none.
std::string shown(const Page& page, const base::Known<std::string>& value) {
  if (value.known()) return printable(*value);
  const char* word = page.say(value.absent() ? Word::none : Word::not_known);
  const std::string& detail = value.why().detail;
  return detail.empty() ? word : std::string(word) + ": " + printable(phrase(detail, page.language()));
}

/// Name, value and origin in three columns; what is too long for its column goes on below.
void write_fact(Page& page, const FactLine& line, int name_width) {
  const std::string lead = "  " + padded(printable(line.fact), name_width);
  const std::string value = shown(page, line.value);
  const std::string origin = printable(line.value.origin());
  const Color color = line.value.undecided() ? Color::yellow : Color::plain;
  const int room = page.width() - display_width(lead) - 2 - display_width(origin);
  if (!origin.empty() && display_width(value) <= room) {
    const std::string column = padded(value, std::min(value_width, room));
    page.line(lead + page.paint(color, column) + "  " + page.paint(Color::dim, origin));
    return;
  }
  page.paragraph(lead, value, color);
  const auto indent = static_cast<size_t>(name_width) + 2;
  if (!origin.empty()) page.paragraph(std::string(indent, ' '), origin, Color::dim);
}

}  // namespace

void write_facts(Page& page, const Material& material) {
  const auto& facts = material.examination.facts;
  const auto lines = fact_lines(facts);
  int name_width = 0;
  for (const auto& line : lines) name_width = std::max(name_width, display_width(line.fact) + 2);
  page.heading(page.say(Word::facts));
  std::string group;
  for (const auto& line : lines) {
    const std::string this_group = about(facts, line.applies_to);
    if (this_group != group) {
      page.blank();
      page.paragraph("  ", this_group, Color::bold);
      const std::string use = memory_use(page, material, line.applies_to);
      if (!use.empty()) page.paragraph("  ", use, Color::dim);
    }
    group = this_group;
    write_fact(page, line, std::max(std::min(name_width, 34), display_width(line.fact) + 2));
  }
}

}  // namespace gpuenv::report
