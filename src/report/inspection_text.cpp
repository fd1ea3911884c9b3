// The text of an inspection: for each file its architectures, and what they mean for each card.
#include <fmt/format.h>

#include <map>

#include "base/text.h"
#include "report/inspection.h"
#include "report/page.h"
#include "report/sentences.h"
#include "report/width.h"

namespace gpuenv::report {
namespace {

using Kind = model::DeviceCodeRow::Kind;
using model::InspectedFile;

std::string size_text(std::uint64_t bytes) {
  const double mib = static_cast<double>(bytes) / (1 << 20);
  return mib >= 1024 ? fmt::format("{:.1f} GiB", mib / 1024)
         : mib >= 1  ? fmt::format("{:.1f} MiB", mib)
                     : fmt::format("{} KiB", (bytes + 1023) / 1024);
}

/// "sm_80 ×92  sm_90a ×1376", or for PTX "sm_90 (ISA 8.3) ×3"; counts of one architecture are added up.
std::vector<std::string> architectures(const InspectedFile& file, Kind kind, bool stub) {
  std::map<std::pair<base::Sm, std::string>, std::uint64_t> counts;
  for (const auto& row : file.code)
    if (row.kind == kind && row.stub == stub && (stub || model::counts(file, row)))
      counts[{row.sm, row.isa}] += row.count;
  std::vector<std::string> words;
  for (const auto& [what, count] : counts)
    words.push_back(what.first.name() + (what.second.empty() ? "" : " (ISA " + what.second + ")") +
                    fmt::format(" ×{}", count));
  return words;
}

void write_code(Page& page, const InspectedFile& file) {
  const std::tuple<Word, Kind, bool> lines[] = {{Word::kernels, Kind::cubin, false},
                                                {Word::ptx, Kind::ptx, false},
                                                {Word::lto, Kind::lto, false},
                                                {Word::stubs, Kind::cubin, true}};
  for (const auto& [label, kind, stub] : lines) {
    const auto words = architectures(file, kind, stub);
    if (!words.empty() && (!stub || page.verbose())) page.labelled(page.say(label), base::join(words, "  "));
  }
  if (model::for_later_link(file)) page.paragraph("  ", page.say(Word::for_later_link), Color::dim);
  if (file.code.empty() && file.error.empty())
    page.labelled(page.say(Word::kernels), page.say(Word::no_device_code));
}

/// Where code lies that compilers do not put there, in detail.
void write_places(Page& page, const InspectedFile& file) {
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> places;
  for (const auto& row : file.code) {
    places[row.where].first += row.count;
    places[row.where].second += row.bytes;
  }
  for (const auto& [where, sum] : places)
    page.labelled(where, fmt::format("{} · {}", sum.first, size_text(sum.second)));
}

void write_cards(Page& page, const InspectedFile& file, const std::vector<model::InspectedCard>& cards) {
  if (file.code.empty()) return;
  for (const auto& card : cards) {
    const auto how = model::serves(file, card.sm);
    const Color color = how == base::Serves::native ? Color::green
                        : how == base::Serves::ptx  ? Color::yellow
                                                    : Color::red;
    const Word word = how == base::Serves::native ? Word::runs_native
                      : how == base::Serves::ptx  ? Word::runs_by_ptx
                                                  : Word::does_not_run;
    page.line("  " + page.paint(color, how == base::Serves::none ? "✗" : "✓") + " " + printable(card.name) +
              ": " + page.paint(color, page.say(word)));
  }
}

void write_file(Page& page, const InspectedFile& file, const std::vector<model::InspectedCard>& cards) {
  page.blank();
  std::string about = file.format;
  for (const auto& part : {file.machine, size_text(file.size)}) about += (about.empty() ? "" : " · ") + part;
  const std::string name = file.member.empty() ? file.path : file.path + " → " + file.member;
  page.line(page.paint(Color::bold, printable(name)) + "  " + page.paint(Color::dim, about));
  write_code(page, file);
  if (page.verbose()) write_places(page, file);
  if (page.verbose() && !file.needed.empty())
    page.labelled(page.say(Word::needs), base::join(file.needed, ", "));
  if (!file.error.empty()) page.paragraph(page.paint(Color::yellow, "?") + " ", file.error);
  write_cards(page, file, cards);
}

/// A library that is missing takes hundreds of symbols along: a few tell enough.
void write_failures(Page& page, const model::LoadResult& load) {
  constexpr size_t symbols_told = 5;
  size_t symbols = 0;
  for (const auto& failure : load.failures) {
    const bool symbol = failure.kind == model::LoadFailure::Kind::symbol_missing;
    if (symbol && ++symbols > symbols_told && !page.verbose()) continue;
    page.paragraph(page.paint(Color::red, "✗") + " ",
                   fmt::format("{}: {}{}{}", model::word(failure.kind), failure.what,
                               failure.version.empty() ? "" : " " + failure.version,
                               failure.needed_by.empty() ? "" : " ← " + failure.needed_by));
  }
  if (symbols > symbols_told && !page.verbose())
    page.paragraph("  ",
                   fill(page.say(Word::more_symbols), {{"count", std::to_string(symbols - symbols_told)}}),
                   Color::dim);
}

void write_load(Page& page, const model::LoadResult& load) {
  page.heading(page.say(Word::would_load));
  for (const auto& step : load.steps) {
    if (step.rule == model::LoadRule::already_loaded) continue;
    page.line("  " + printable(step.name) + " → " +
              (step.file.empty() ? page.paint(Color::red, "?") : printable(step.file)) + "  " +
              page.paint(Color::dim, std::string(model::word(step.rule)) +
                                         (step.rule_of.empty() ? "" : " " + printable(step.rule_of))));
    for (const auto& other : step.instead_of)
      page.paragraph("      ", std::string(page.say(Word::instead_of)) + " " + other, Color::dim);
  }
  write_failures(page, load);
}

}  // namespace

std::string text(const model::Inspection& inspection, const TextOptions& options) {
  Page page(options);
  page.label_column({page.say(Word::kernels), page.say(Word::ptx), page.say(Word::lto), page.say(Word::stubs),
                     page.say(Word::needs), "relocatable"});
  for (const auto& file : inspection.files) write_file(page, file, inspection.cards);
  if (inspection.files.empty() && inspection.without_code == 0)
    page.paragraph("", page.say(Word::no_libraries), Color::dim);
  if (inspection.without_code > 0) {
    page.blank();
    page.paragraph(
        "", fill(page.say(Word::without_device_code), {{"count", std::to_string(inspection.without_code)}}),
        Color::dim);
  }
  for (const auto& words : inspection.left_out)
    page.paragraph("", std::string(page.say(Word::left_out)) + ": " + words, Color::dim);
  for (const auto& load : inspection.loads) write_load(page, load);
  std::string text = page.take();
  return text.starts_with('\n') ? text.substr(1) : text;
}

}  // namespace gpuenv::report
