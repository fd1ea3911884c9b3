// What a file or a framework loads, as text.
#include <fmt/format.h>

#include <map>
#include <set>

#include "base/text.h"
#include "report/load_report.h"
#include "report/sentences.h"
#include "report/width.h"

namespace gpuenv::report {
namespace {

using model::LibraryInUse;
using model::LoadFailure;
using model::LoadProblem;
using model::LoadResult;

std::string words_of(const LoadFailure& failure) {
  return fmt::format("{}: {}{}{}{}", model::word(failure.kind), failure.what,
                     failure.version.empty() ? "" : " " + failure.version,
                     failure.needed_by.empty() ? "" : " ← " + failure.needed_by,
                     failure.reason.empty() ? "" : " (" + failure.reason + ")");
}

/// A library that is missing takes hundreds of symbols along: a few tell enough.
void write_failures(Page& page, const LoadResult& load) {
  constexpr size_t symbols_told = 5;
  size_t symbols = 0;
  for (const auto& failure : load.failures) {
    const bool symbol = failure.kind == LoadFailure::Kind::symbol_missing;
    if (symbol && ++symbols > symbols_told && !page.verbose()) continue;
    page.paragraph(page.paint(Color::red, "✗") + " ", words_of(failure));
  }
  if (symbols > symbols_told && !page.verbose())
    page.paragraph("  ",
                   fill(page.say(Word::more_symbols), {{"count", std::to_string(symbols - symbols_told)}}),
                   Color::dim);
}

std::string rule_words(model::LoadRule rule, const std::string& of) {
  return std::string(model::word(rule)) + (of.empty() ? "" : " " + printable(of));
}

void write_trace(Page& page, const LoadResult& load) {
  for (const auto& step : load.steps) {
    if (step.rule == model::LoadRule::already_loaded) continue;
    page.line("  " + printable(step.name) + " → " +
              (step.file.empty() ? page.paint(Color::red, "?") : printable(step.file)) + "  " +
              page.paint(Color::dim, rule_words(step.rule, step.rule_of)));
    for (const auto& other : step.instead_of)
      page.paragraph("      ", std::string(page.say(Word::instead_of)) + " " + other, Color::dim);
  }
}

/// Each file with what it needs, once; where it comes again, its needs are not repeated.
class Tree {
 public:
  Tree(Page& page, const LoadResult& load) : page_(page) {
    for (const auto& step : load.steps) needs_[step.needed_by].push_back(&step);
  }

  void write(const std::string& file, const std::string& lead) {
    if (!seen_.insert(file).second) return;
    const auto& needs = needs_[file];
    for (size_t i = 0; i < needs.size(); ++i) {
      const bool last = i + 1 == needs.size();
      const model::LoadStep& step = *needs[i];
      const bool again = seen_.contains(step.file);
      page_.line("  " + lead + (last ? "└ " : "├ ") + printable(step.name) + "  " +
                 (step.file.empty() ? page_.paint(Color::red, page_.say(Word::not_found))
                                    : page_.paint(Color::dim, printable(step.file) + (again ? " …" : ""))));
      if (!step.file.empty()) write(step.file, lead + (last ? "  " : "│ "));
    }
  }

 private:
  Page& page_;
  std::map<std::string, std::vector<const model::LoadStep*>> needs_;
  std::set<std::string> seen_;
};

void write_bindings(Page& page, const LoadResult& load) {
  std::map<std::string, std::vector<const model::SymbolBinding*>> by_file;
  for (const auto& binding : load.bindings)
    if (page.verbose() || !binding.version.empty()) by_file[binding.file].push_back(&binding);
  for (const auto& [file, bindings] : by_file) {
    std::map<std::string, int> versions;
    for (const auto* each : bindings) ++versions[each->version.empty() ? "-" : each->version];
    std::vector<std::string> words;
    for (const auto& [version, count] : versions) words.push_back(fmt::format("{} ×{}", version, count));
    page.line("  " + printable(file));
    page.paragraph("      ", base::join(words, "  "), Color::dim);
    if (page.verbose())
      for (const auto* each : bindings)
        page.line("      " + printable(each->name) +
                  (each->version.empty() ? "" : "@" + printable(each->version)));
  }
}

void write_problem(Page& page, const LoadProblem& problem) {
  std::string words = words_of(problem.failure);
  if (problem.stage == model::LoadStage::gpu) words += std::string(" · ") + page.say(Word::at_first_gpu_use);
  if (problem.unconfirmed) words += std::string(" · ") + page.say(Word::load_not_seen);
  page.paragraph(page.paint(problem.fatal ? Color::red : Color::yellow, problem.fatal ? "✗" : "!") + " ",
                 words);
  if (!problem.failure.file.empty() && problem.failure.file != problem.failure.what)
    page.paragraph("  ", problem.failure.file, Color::dim);
  for (const auto& file : problem.lies_at)
    page.paragraph("  ", fill(page.say(Word::lies_unsearched), {{"file", file}}));
  const std::pair<const char*, Word> remedies[] = {{"install", Word::remedy_install},
                                                   {"reinstall", Word::remedy_reinstall},
                                                   {"driver", Word::remedy_driver},
                                                   {"call", Word::remedy_call},
                                                   {"library_path", Word::remedy_library_path}};
  for (const auto& [name, word] : remedies)
    if (problem.remedy == name) page.paragraph("  ", fill(page.say(word), {{"package", problem.package}}));
  if (!problem.command.empty()) page.command(problem.command);
}

/// Worth a line without -v: libraries of NVIDIA's, and those of which there are several.
bool tells_much(const LibraryInUse& library) {
  return library.of_cuda || (!library.passed_over.empty() && library.in_environment) ||
         library.object.rule == model::LoadRule::library_path;
}

void write_library(Page& page, const LibraryInUse& library) {
  std::vector<std::string> about;
  if (!library.brought_by.empty())
    about.push_back(library.brought_by);
  else if (!library.version.empty())
    about.push_back(library.version);
  if (!library.in_environment) about.emplace_back(page.say(Word::outside_environment));
  about.push_back(rule_words(library.object.rule, library.object.rule_of));
  if (library.stage == model::LoadStage::gpu) about.emplace_back(page.say(Word::at_first_gpu_use));
  page.line("  " + printable(library.object.file) + "  " +
            page.paint(Color::dim, printable(base::join(about, " · "))));
  for (size_t i = 0; i < library.passed_over.size(); ++i) {
    const std::string& of = library.passed_over_of[i];
    page.paragraph("      ",
                   std::string(page.say(Word::instead_of)) + " " + library.passed_over[i] +
                       (of.empty() ? "" : " (" + of + ")"),
                   Color::dim);
  }
}

}  // namespace

void write_load(Page& page, const LoadResult& load, const model::LoadView& view) {
  page.heading(std::string(page.say(Word::would_load)) + (load.of.empty() ? "" : ": " + printable(load.of)));
  if (view.tree) Tree(page, load).write(load.objects.empty() ? load.of : load.objects.front().file, "");
  if (view.trace) write_trace(page, load);
  if (view.symbols) write_bindings(page, load);
  write_failures(page, load);
}

void write_framework_load(Page& page, const model::FrameworkLoad& load) {
  page.heading(fill(
      page.say(Word::framework_loads),
      {{"framework", load.title}, {"version", load.version}, {"environment", printable(load.environment)}}));
  if (!load.unknown.empty()) page.paragraph(page.paint(Color::yellow, "?") + " ", load.unknown);
  size_t more = 0;
  for (const auto& library : load.libraries) {
    if (page.verbose() || tells_much(library))
      write_library(page, library);
    else
      ++more;
  }
  if (more > 0)
    page.paragraph("  ", fill(page.say(Word::more_libraries), {{"count", std::to_string(more)}}), Color::dim);
  for (const auto& problem : load.problems)
    if (problem.fatal || page.verbose()) write_problem(page, problem);
}

}  // namespace gpuenv::report
