// The text of an inspection: for each file its architectures, and what they mean for each card.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "report/inspection.h"
#include "report/load_report.h"
#include "report/page.h"
#include "report/sentences.h"
#include "report/width.h"

namespace gpuenv::report {
namespace {

using Kind = model::DeviceCodeRow::Kind;
using model::CardAnswer;
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

/// Entries of kinds that this program does not know.
void write_other_code(Page& page, const InspectedFile& file) {
  std::map<std::pair<std::uint16_t, base::Sm>, std::uint64_t> counts;
  for (const auto& row : file.code)
    if (row.kind == Kind::other) counts[{row.kind_number, row.sm}] += row.count;
  std::vector<std::string> words;
  for (const auto& [what, count] : counts)
    words.push_back(fill(page.say(Word::kind_of_code),
                         {{"number", std::to_string(what.first)}, {"arch", what.second.name()}}) +
                    fmt::format(" ×{}", count));
  if (!words.empty()) page.labelled(page.say(Word::other_code), base::join(words, "  "));
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
  write_other_code(page, file);
  if (model::for_later_link(file)) page.paragraph("  ", page.say(Word::for_later_link), Color::dim);
  if (file.code.empty() && file.error.empty())
    page.labelled(page.say(Word::kernels), page.say(Word::no_device_code));
  if (!file.code.empty() && std::ranges::all_of(file.code, [](const auto& row) { return row.stub; }))
    page.labelled(page.say(Word::kernels), page.say(Word::only_stubs));
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

/// "kernels in 34 of 121 containers, nothing for it in 87 of 121".
std::string parts(const Page& page, const model::Coverage& covered) {
  const std::pair<Word, std::uint64_t> list[] = {
      {Word::part_native, covered.native}, {Word::part_ptx, covered.ptx}, {Word::part_none, covered.none}};
  std::vector<std::string> words;
  for (const auto& [word, count] : list)
    if (count > 0)
      words.push_back(fill(page.say(word),
                           {{"count", std::to_string(count)}, {"total", std::to_string(covered.total())}}));
  return base::join(words, page.say(Word::comma));
}

/// What a file is on a card: a sign with its color, and words.
struct Told {
  const char* sign;
  Color color;
  std::string words;
};

Told told(const Page& page, const InspectedFile& file, const base::Sm& card) {
  switch (model::answer(file, card)) {
    case CardAnswer::native:
      return {"✓", Color::green, page.say(Word::runs_native)};
    case CardAnswer::in_part:
      return {"~", Color::yellow,
              std::string(page.say(Word::runs_in_part)) + ": " + parts(page, model::coverage(file, card))};
    case CardAnswer::mixed:
      return {"✓", Color::yellow,
              std::string(page.say(Word::runs_mixed)) + ": " + parts(page, model::coverage(file, card))};
    case CardAnswer::ptx:
      return {"✓", Color::yellow, page.say(Word::runs_by_ptx)};
    case CardAnswer::none:
      return {"✗", Color::red, page.say(Word::does_not_run)};
    case CardAnswer::unknown:
      return {"?", Color::yellow, page.say(Word::card_unknown)};
    case CardAnswer::no_code:
      break;
  }
  return {"", Color::plain, ""};
}

void write_cards(Page& page, const InspectedFile& file, const std::vector<model::InspectedCard>& cards) {
  for (const auto& card : cards) {
    const Told line = told(page, file, card.sm);
    if (line.words.empty()) continue;
    page.paragraph("  " + page.paint(line.color, line.sign) + " ", card.name + ": " + line.words);
  }
}

/// A wheel's path stands once, over its members.
void write_file(Page& page, const InspectedFile& file, const std::vector<model::InspectedCard>& cards,
                bool first_of_wheel) {
  page.blank();
  if (first_of_wheel) page.line(page.paint(Color::bold, printable(file.path)));
  std::string about = file.format;
  for (const auto& part : {file.machine, size_text(file.size)})
    if (!part.empty()) about += (about.empty() ? "" : " · ") + part;
  const std::string& name = file.member.empty() ? file.path : file.member;
  page.line(page.paint(Color::bold, printable(name)) + "  " + page.paint(Color::dim, about));
  write_code(page, file);
  if (page.verbose()) write_places(page, file);
  if (page.verbose() && !file.needed.empty())
    page.labelled(page.say(Word::needs), base::join(file.needed, ", "));
  if (!file.error.empty()) page.paragraph(page.paint(Color::yellow, "?") + " ", file.error);
  write_cards(page, file, cards);
}

void write_files(Page& page, const model::Inspection& inspection) {
  const std::string* wheel = nullptr;
  for (const auto& file : inspection.files) {
    const bool first = !file.member.empty() && (wheel == nullptr || *wheel != file.path);
    write_file(page, file, inspection.cards, first);
    wheel = file.member.empty() ? nullptr : &file.path;
  }
}

std::string summary_words(const Page& page, const model::CardSummary& summary) {
  constexpr std::size_t names_told = 5;
  std::vector<std::string> names = summary.failing;
  if (names.size() > names_told && !page.verbose()) {
    names.resize(names_told);
    names.emplace_back("…");
  }
  const std::pair<Word, std::uint64_t> list[] = {{Word::count_native, summary.native},
                                                 {Word::count_in_part, summary.in_part},
                                                 {Word::count_ptx, summary.ptx},
                                                 {Word::count_unknown, summary.unknown},
                                                 {Word::count_none, summary.none}};
  std::vector<std::string> words;
  for (const auto& [word, count] : list)
    if (count > 0)
      words.push_back(fill(page.say(word), {{"count", std::to_string(count)},
                                            {"names", base::join(names, page.say(Word::comma))}}));
  return base::join(words, page.say(Word::comma));
}

/// What holds for all files together, after many of them.
void write_summary(Page& page, const model::Inspection& inspection) {
  const auto with_code =
      std::ranges::count_if(inspection.files, [](const InspectedFile& file) { return !file.code.empty(); });
  if (with_code > 1) {
    page.blank();
    page.line(
        page.paint(Color::bold, fill(page.say(Word::all_libraries), {{"count", std::to_string(with_code)}})));
  }
  bool in_part = false;
  for (const auto& card : inspection.cards) {
    const auto summary = model::summary(inspection, card.sm);
    in_part = in_part || summary.in_part > 0;
    const Told sign = summary.none > 0                    ? Told{"✗", Color::red, ""}
                      : summary.in_part > 0               ? Told{"~", Color::yellow, ""}
                      : summary.native + summary.ptx == 0 ? Told{"?", Color::yellow, ""}
                                                          : Told{"✓", Color::green, ""};
    const std::string words = summary_words(page, summary);
    if (with_code > 1 && !words.empty())
      page.paragraph("  " + page.paint(sign.color, sign.sign) + " ", card.name + ": " + words);
  }
  if (!in_part) return;
  page.blank();
  page.paragraph("", page.say(Word::about_containers), Color::dim);
}

}  // namespace

std::string text(const model::Inspection& inspection, const TextOptions& options) {
  Page page(options);
  page.label_column({page.say(Word::kernels), page.say(Word::ptx), page.say(Word::lto), page.say(Word::stubs),
                     page.say(Word::needs), page.say(Word::other_code), "relocatable"});
  write_files(page, inspection);
  write_summary(page, inspection);
  const bool asked = !inspection.loads.empty() || !inspection.frameworks.empty();
  if (inspection.files.empty() && inspection.without_code == 0 && !asked)
    page.paragraph("", page.say(Word::no_libraries), Color::dim);
  if (inspection.without_code > 0) {
    page.blank();
    page.paragraph(
        "", fill(page.say(Word::without_device_code), {{"count", std::to_string(inspection.without_code)}}),
        Color::dim);
  }
  for (const auto& words : inspection.left_out)
    page.paragraph("", std::string(page.say(Word::left_out)) + ": " + words, Color::dim);
  for (const auto& load : inspection.loads) write_load(page, load, inspection.load_view);
  for (const auto& load : inspection.frameworks) write_framework_load(page, load);
  std::string text = page.take();
  return text.starts_with('\n') ? text.substr(1) : text;
}

}  // namespace gpuenv::report
