// What a report says, in words of the chosen language but without any form; text, HTML and Markdown write it
// down.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "catalog/catalog.h"
#include "model/examination.h"
#include "report/words.h"

namespace gpuenv::report {

/// Columns of one line of evidence or of one open question: files and variables may hold any text.
inline constexpr int longest_line = 2000;

/// What all parts read.
struct Material {
  const model::Examination& examination;
  const catalog::Catalog& catalog;
};

/// One thing to do, with the commands for it in their order.
struct Advice {
  std::string text;
  std::vector<std::string> commands;
  std::string shell;
  std::vector<std::string> about;  ///< the frameworks that it is for, where the finding is about several
};

/// An environment that a finding is about, and the frameworks in it where the words do not name them.
struct OutlinedPlace {
  std::string environment;
  std::vector<std::string> frameworks;  ///< "PyTorch 2.8.0"
};

/// A finding; those that say the same of several cards, environments or frameworks are told once.
struct OutlinedFinding {
  const model::Finding* finding = nullptr;  ///< the first of them
  std::string title, why;
  std::vector<std::string> cards;  ///< "GPU 0": which ones, where the name alone does not tell
  std::vector<OutlinedPlace> places;
  std::vector<std::string> evidence;
  std::vector<std::string> certainty;  ///< empty for what is certain
  std::vector<Advice> fix;
  std::vector<std::string> explains;  ///< titles of the symptoms
};

/// An open question with everything it is about; the same fact missing for the same reason only once.
struct OutlinedQuestion {
  std::string text;
  std::vector<std::string> where;
  std::string told_by;  ///< what would tell; "" when an earlier question says the same
};

struct OutlinedCard {
  std::string number, name, sm, memory;  ///< "GPU 0", ...
  model::PartVerdict verdict = model::PartVerdict::unknown;
};

struct OutlinedFramework {
  std::string name, version, build;
  model::PartVerdict verdict = model::PartVerdict::unknown;
};

struct OutlinedEnvironment {
  std::string path;
  std::string about;  ///< "Python 3.12.4 · venv · active"
  model::PartVerdict verdict = model::PartVerdict::unknown;
  bool plain = false;      ///< holds no framework and nothing is said about it: the verdict means nothing
  bool undecided = false;  ///< what it holds cannot be told
  std::vector<OutlinedFramework> frameworks;
};

struct Outline {
  model::Verdict verdict = model::Verdict::unknown;
  std::string sentence;  ///< the verdict in words
  std::vector<OutlinedFinding> here, elsewhere, notes;
  std::vector<OutlinedQuestion> questions;
  std::string machine_title;
  std::vector<std::pair<std::string, std::string>> machine;  ///< label and value: system, driver, toolkit
  std::vector<OutlinedCard> cards;
  bool cards_unknown = false;  ///< no cards, because it cannot be told
  std::vector<std::pair<std::string, std::string>> other_cards;
  std::vector<OutlinedEnvironment> environments;
  std::string without_framework;  ///< the sentence about environments that are not listed; "" = none
  std::vector<std::string> left_out;
};

/// `every_environment`: also those that hold no framework.
Outline outline(const Material& material, Language language, bool every_environment);

/// The parts that stand in outline_<part>.cpp.
void outline_findings(Outline& outline, const Material& material, Language language);
void outline_machine(Outline& outline, const Material& material, Language language, bool every_environment);

/// The cards of a finding in a line; its environments in a line each, where there are several or the words do
/// not name the framework.
std::vector<std::string> concerned(const OutlinedFinding& finding, Language language);

/// More findings about environments that were merely found than this stand in a line each, unless -v asks for
/// all.
inline constexpr size_t told_in_full = 3;
/// The findings by the environment they are about, in their order.
std::vector<std::pair<std::string, std::vector<const OutlinedFinding*>>> by_place(
    const std::vector<OutlinedFinding>& findings);

/// "✓", "✗" or "?".
const char* sign(model::PartVerdict verdict);
const char* sign(model::Verdict verdict);
/// "usable", "problem", "cannot tell".
const char* word_of(model::PartVerdict verdict, Language language);

/// "GPU 0": the number that nvidia-smi shows, else the place on the bus.
std::string card_number(const model::Gpu& gpu, size_t place, Language language);

/// The human name of a framework: "PyTorch".
std::string framework_title(const catalog::Catalog& catalog, const std::string& name);

}  // namespace gpuenv::report
