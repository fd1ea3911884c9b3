// The text report: the verdict first, then causes, notes, open questions, and the machine as a table.
#include <algorithm>

#include "base/text.h"
#include "report/report.h"
#include "report/sentences.h"
#include "report/text_parts.h"

namespace gpuenv::report {
namespace {

using model::Role;
using model::Severity;
using model::Verdict;

/// How many findings there are of each kind that the verdict line speaks of.
struct Counts {
  size_t problems = 0;
  size_t warnings = 0;
  size_t elsewhere = 0;
};

Counts count(const model::Examination& examination) {
  Counts counts;
  for (const auto& finding : examination.judgement.findings) {
    if (finding.role != Role::cause || finding.severity == Severity::info) continue;
    const bool other = elsewhere(examination.facts, finding.applies_to);
    if (finding.severity == Severity::warning)
      ++counts.warnings;
    else
      ++(other ? counts.elsewhere : counts.problems);
  }
  return counts;
}

std::string number_of(const Page& page, size_t count, Word one, Word many) {
  return fill(page.say(count == 1 ? one : many), {{"count", std::to_string(count)}});
}

/// "PyTorch 2.8.0" when the framework of this place is proven usable by what was read, else "".
std::string usable_name(const Material& material, size_t environment, size_t place) {
  const auto& verdicts = material.examination.judgement.frameworks;
  const auto& framework = material.examination.facts.environments[environment].frameworks[place];
  const bool judged = environment < verdicts.size() && place < verdicts[environment].size();
  if (!judged || verdicts[environment][place] != model::PartVerdict::usable) return "";
  if (!framework.build.known() || framework.build->kind != model::Build::Kind::cuda) return "";
  const std::string title = framework_title(material.catalog, framework.name);
  return framework.version.known() ? title + " " + framework.version->public_text() : title;
}

/// The frameworks of the environments that decide and can use a card, each once.
std::vector<std::string> usable_frameworks(const Material& material) {
  std::vector<std::string> names;
  const auto& gpus = material.examination.judgement.gpus;
  if (std::find(gpus.begin(), gpus.end(), model::PartVerdict::usable) == gpus.end()) return names;
  const auto& environments = material.examination.facts.environments;
  for (size_t i = 0; i < environments.size(); ++i) {
    if (environments[i].selection == model::Selection::found) continue;
    for (size_t j = 0; j < environments[i].frameworks.size(); ++j) {
      const std::string name = usable_name(material, i, j);
      if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

std::string verdict_sentence(const Page& page, const Material& material, const Counts& counts) {
  switch (material.examination.judgement.verdict) {
    case Verdict::problems: {
      // With --all a problem elsewhere alone decides, and then it is the one to speak of.
      const size_t problems = counts.problems > 0 ? counts.problems : counts.elsewhere;
      return number_of(page, problems, Word::problem, Word::problems);
    }
    case Verdict::unknown:
      return page.say(Word::cannot_tell);
    case Verdict::healthy:
      break;
  }
  const auto names = usable_frameworks(material);
  if (names.empty()) return page.say(Word::healthy);
  return fill(page.say(Word::healthy_frameworks), {{"frameworks", base::join(names, page.say(Word::comma))}});
}

void write_verdict(Page& page, const Material& material) {
  const Verdict verdict = material.examination.judgement.verdict;
  const Counts counts = count(material.examination);
  std::string text = verdict_sentence(page, material, counts);
  const char* comma = page.say(Word::comma);
  if (counts.warnings > 0)
    text += comma + number_of(page, counts.warnings, Word::also_warning, Word::also_warnings);
  if (counts.elsewhere > 0 && (verdict != Verdict::problems || counts.problems > 0))
    text += comma + number_of(page, counts.elsewhere, Word::elsewhere_problem, Word::elsewhere_problems);
  const auto [sign, color] = verdict == Verdict::healthy    ? std::pair("✓ ", Color::green)
                             : verdict == Verdict::problems ? std::pair("✗ ", Color::red)
                                                            : std::pair("? ", Color::yellow);
  page.paragraph(page.paint(color, sign), text, Color::bold);
}

}  // namespace

std::string text(const model::Examination& examination, const catalog::Catalog& catalog,
                 const TextOptions& options) {
  Page page(options);
  const Material material{examination, catalog};
  write_verdict(page, material);
  write_findings(page, material);
  write_open(page, material);
  write_table(page, material);
  if (options.verbose) write_facts(page, material);
  return page.take();
}

}  // namespace gpuenv::report
