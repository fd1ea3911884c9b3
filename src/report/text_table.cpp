// The compact table of the text report: system, driver, cards, environments and frameworks.
#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "report/fact_list.h"
#include "report/sentences.h"
#include "report/text_parts.h"
#include "report/width.h"

namespace gpuenv::report {
namespace {

using base::Known;
using model::PartVerdict;

constexpr const char* separator = " · ";

template <class T>
T at_or(const std::vector<T>& list, size_t place, const T& otherwise) {
  return place < list.size() ? list[place] : otherwise;
}

/// A value, or "?" with nothing said about why: the open questions and -v do that.
std::string or_unknown(const Known<std::string>& value) {
  return value.known() ? printable(*value) : value.absent() ? "-" : "?";
}

std::string version_text(const Known<base::Version>& version) {
  return version.known() ? printable(version->public_text()) : version.absent() ? "-" : "?";
}

std::string verdict_text(const Page& page, PartVerdict verdict) {
  const Word word = verdict == PartVerdict::usable     ? Word::usable
                    : verdict == PartVerdict::problems ? Word::has_problem
                                                       : Word::not_known;
  const Color color = verdict == PartVerdict::usable     ? Color::green
                      : verdict == PartVerdict::problems ? Color::red
                                                         : Color::yellow;
  return mark(page, verdict) + " " + page.paint(color, page.say(word));
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

std::string memory_text(const Page& page, const Known<long long>& mib) {
  if (!mib.known()) return page.say(Word::memory_unknown);
  if (*mib < 4096) return fmt::format("{:.1f} GiB", static_cast<double>(*mib) / 1024);
  return fmt::format("{} GiB", (*mib + 512) / 1024);
}

std::string system_text(const Page& page, const model::Os& os) {
  std::vector<std::string> parts{or_unknown(os.name)};
  if (os.kernel.known()) parts.push_back(fill(page.say(Word::kernel), {{"version", printable(*os.kernel)}}));
  parts.push_back(or_unknown(os.architecture));
  if (os.wsl.known() && *os.wsl) parts.emplace_back("WSL2");
  if (os.container.known())
    parts.push_back(fill(page.say(Word::in_container), {{"kind", printable(*os.container)}}));
  std::string text;
  for (const auto& part : parts) text += (text.empty() ? "" : separator) + part;
  return text;
}

std::string driver_text(const Page& page, const model::Driver& driver) {
  const bool none = driver.kernel_module.absent() && driver.user_library.absent();
  if (none) return page.say(Word::no_driver);
  std::string text = version_text(driver.version());
  const bool differ = driver.kernel_module.known() && driver.user_library.known() &&
                      *driver.kernel_module != *driver.user_library;
  if (differ) text = version_text(driver.kernel_module) + " / " + text;
  if (driver.kind.known()) text += separator + printable(*driver.kind);
  if (driver.cuda.known())
    text += separator + fill(page.say(Word::cuda_up_to), {{"cuda", version_text(driver.cuda)}});
  return text;
}

std::string toolkit_text(const Page& page, const Known<std::vector<model::Toolkit>>& toolkits) {
  if (!toolkits.known()) return toolkits.absent() ? page.say(Word::no_toolkit) : "?";
  if (toolkits->empty()) return page.say(Word::no_toolkit);
  std::string text;
  for (const auto& toolkit : *toolkits) {
    text += (text.empty() ? "" : separator) + printable(toolkit.version.text() + " " + toolkit.path);
    if (toolkit.active && toolkits->size() > 1) text += " (nvcc)";
  }
  return text;
}

/// The row of a card; the number is the one that nvidia-smi shows.
void add_card(const Page& page, const Material& material, size_t place, Table& table) {
  const auto& gpu = (*material.examination.facts.cards.nvidia)[place];
  const std::string index = std::to_string(gpu.index.value_or(static_cast<int>(place)));
  const std::string sm = gpu.compute_capability.known() ? gpu.compute_capability->name() : "sm_?";
  const auto verdict = at_or(material.examination.judgement.gpus, place, PartVerdict::unknown);
  table.row({page.paint(Color::dim, fill(page.say(Word::card), {{"index", index}})), printable(gpu.label()),
             sm, memory_text(page, gpu.memory_mib)},
            verdict_text(page, verdict));
}

void write_cards(Page& page, const Material& material) {
  const auto& cards = material.examination.facts.cards;
  const std::string label = page.paint(Color::dim, page.say(Word::cards));
  Table table(page.label_width());
  if (cards.nvidia.undecided())
    table.row({label, verdict_text(page, PartVerdict::unknown)}, "");
  else if (cards.nvidia.absent() || cards.nvidia->empty())
    table.row({label, page.say(Word::no_card)}, "");
  else
    for (size_t i = 0; i < cards.nvidia->size(); ++i) add_card(page, material, i, table);
  table.write(page, "  ");
  for (const auto& other : cards.others)
    page.labelled(page.say(Word::other_card), other.vendor + " " + other.name);
}

std::string build_text(const Page& page, const model::Framework& framework) {
  if (!framework.build.known()) return "?";
  const auto& build = *framework.build;
  if (build.kind == model::Build::Kind::cpu) return page.say(Word::cpu_build);
  if (!build.variant.empty()) return printable(build.variant);
  return build.cuda.valid() ? "CUDA " + printable(build.cuda.text()) : "?";
}

PartVerdict part_of(model::Verdict verdict) {
  return verdict == model::Verdict::healthy    ? PartVerdict::usable
         : verdict == model::Verdict::problems ? PartVerdict::problems
                                               : PartVerdict::unknown;
}

std::string environment_text(const Page& page, const model::Environment& environment) {
  const Word selection = environment.selection == model::Selection::active  ? Word::active
                         : environment.selection == model::Selection::named ? Word::named
                                                                            : Word::found;
  std::string rest = "Python " + version_text(environment.python);
  if (!environment.kind.empty()) rest += separator + printable(environment.kind);
  if (!environment.keeper.empty()) rest += separator + printable(environment.keeper);
  rest += std::string(separator) + page.say(selection);
  if (environment.bits.known() && *environment.bits != 64)
    rest += fmt::format("{}{} bit", separator, *environment.bits);
  return page.paint(Color::bold, printable(environment.path)) + "  " + page.paint(Color::dim, rest);
}

void write_frameworks(Page& page, const Material& material, size_t place) {
  const auto& environment = material.examination.facts.environments[place];
  const auto& judged = material.examination.judgement.frameworks;
  const auto verdicts = at_or(judged, place, std::vector<PartVerdict>{});
  Table table;
  for (size_t i = 0; i < environment.frameworks.size(); ++i) {
    const auto& framework = environment.frameworks[i];
    table.row({framework_title(material.catalog, framework.name), version_text(framework.version),
               build_text(page, framework)},
              verdict_text(page, at_or(verdicts, i, PartVerdict::unknown)));
  }
  table.write(page, "    ");
  if (environment.frameworks.empty())
    page.line("    " + (environment.distributions.undecided()
                            ? verdict_text(page, PartVerdict::unknown)
                            : page.paint(Color::dim, page.say(Word::no_framework))));
}

/// True when a finding or an open question is about this environment itself.
bool is_talked_about(const model::Judgement& judgement, const std::string& path) {
  const auto here = [&](const auto& one) { return one.applies_to.environment == path; };
  return std::any_of(judgement.findings.begin(), judgement.findings.end(), here) ||
         std::any_of(judgement.open.begin(), judgement.open.end(), here);
}

void write_minor(Page& page, const std::vector<std::string>& paths) {
  if (paths.empty()) return;
  const model::Parameters parameters{{"count", std::to_string(paths.size())},
                                     {"paths", base::join(paths, page.say(Word::comma))}};
  page.paragraph("  ", fill(page.say(Word::without_framework), parameters), Color::dim);
}

void write_environments(Page& page, const Material& material) {
  const auto& [facts, judgement] = std::tie(material.examination.facts, material.examination.judgement);
  if (facts.environments.empty()) return page.paragraph("  ", page.say(Word::no_environment), Color::dim);
  std::vector<std::string> minor;
  for (size_t i = 0; i < facts.environments.size(); ++i) {
    const auto& environment = facts.environments[i];
    // Without framework a verdict is that of the machine and says nothing about the environment.
    const bool plain = environment.frameworks.empty() && !is_talked_about(judgement, environment.path);
    if (plain && environment.selection == model::Selection::found && !page.verbose()) {
      minor.push_back(environment.path);
      continue;
    }
    const auto verdict = part_of(at_or(judgement.environments, i, model::Verdict::unknown));
    const std::string sign = plain ? page.paint(Color::dim, "·") : mark(page, verdict);
    page.line("  " + sign + " " + environment_text(page, environment));
    write_frameworks(page, material, i);
  }
  write_minor(page, minor);
}

}  // namespace

std::string framework_title(const catalog::Catalog& catalog, const std::string& name) {
  const auto row = catalog.framework(name);
  return row && !row->title.empty() ? row->title : printable(name);
}

void write_table(Page& page, const Material& material) {
  const auto& facts = material.examination.facts;
  const bool live = facts.source.kind == "live";
  page.heading(live ? page.say(Word::machine)
                    : fill(page.say(Word::recorded_machine), {{"name", printable(facts.source.name)}}));
  page.label_column(
      {page.say(Word::system), page.say(Word::driver), page.say(Word::toolkit), page.say(Word::other_card)});
  page.labelled(page.say(Word::system), system_text(page, facts.os));
  page.labelled(page.say(Word::driver), driver_text(page, facts.driver));
  page.labelled(page.say(Word::toolkit), toolkit_text(page, facts.toolkits));
  write_cards(page, material);
  page.heading(page.say(Word::environments));
  write_environments(page, material);
  for (const auto& left_out : facts.left_out)
    page.paragraph("  ", std::string(page.say(Word::left_out)) + ": " + left_out, Color::dim);
}

}  // namespace gpuenv::report
