// The machine in a report: system, driver, cards, environments and frameworks with their verdicts.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/outline.h"
#include "report/phrase_book.h"
#include "report/sentences.h"

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
  return value.known() ? *value : value.absent() ? "-" : "?";
}

std::string version_text(const Known<base::Version>& version) {
  return version.known() ? version->public_text() : version.absent() ? "-" : "?";
}

std::string memory_text(const Known<long long>& mib, Language language) {
  if (!mib.known()) return say(Word::memory_unknown, language);
  if (*mib < 4096) return fmt::format("{:.1f} GiB", static_cast<double>(*mib) / 1024);
  return fmt::format("{} GiB", (*mib + 512) / 1024);
}

std::string system_text(const model::Os& os, Language language) {
  std::vector<std::string> parts{or_unknown(os.name)};
  if (os.kernel.known()) parts.push_back(fill(say(Word::kernel, language), {{"version", *os.kernel}}));
  parts.push_back(or_unknown(os.architecture));
  if (os.wsl.known() && *os.wsl) parts.emplace_back("WSL2");
  if (os.container.known())
    parts.push_back(fill(say(Word::in_container, language), {{"kind", *os.container}}));
  return base::join(parts, separator);
}

std::string driver_text(const model::Driver& driver, Language language) {
  const bool none = driver.kernel_module.absent() && driver.user_library.absent();
  if (none) return say(Word::no_driver, language);
  std::string text = version_text(driver.version());
  const bool differ = driver.kernel_module.known() && driver.user_library.known() &&
                      *driver.kernel_module != *driver.user_library;
  if (differ) text = version_text(driver.kernel_module) + " / " + text;
  if (driver.kind.known()) text += separator + *driver.kind;
  if (driver.cuda.known())
    text += separator + fill(say(Word::cuda_up_to, language), {{"cuda", version_text(driver.cuda)}});
  return text;
}

std::string toolkit_text(const Known<std::vector<model::Toolkit>>& toolkits, Language language) {
  if (toolkits.undecided()) return "?";
  if (!toolkits.known() || toolkits->empty()) return say(Word::no_toolkit, language);
  std::string text;
  for (const auto& toolkit : *toolkits) {
    text += (text.empty() ? "" : separator) + toolkit.version.text() + " " + toolkit.path;
    if (toolkit.active && toolkits->size() > 1) text += " (nvcc)";
  }
  return text;
}

OutlinedCard card_of(const Material& material, size_t place, Language language) {
  const auto& gpu = (*material.examination.facts.cards.nvidia)[place];
  return {card_number(gpu, place, language), gpu.label(),
          gpu.compute_capability.known() ? gpu.compute_capability->name() : "sm_?",
          memory_text(gpu.memory_mib, language),
          at_or(material.examination.judgement.gpus, place, PartVerdict::unknown)};
}

std::string build_text(const model::Framework& framework, Language language) {
  if (!framework.build.known()) return "?";
  const auto& build = *framework.build;
  if (build.kind == model::Build::Kind::cpu) return say(Word::cpu_build, language);
  if (!build.variant.empty()) return build.variant;
  return build.cuda.valid() ? "CUDA " + build.cuda.text() : "?";
}

PartVerdict part_of(model::Verdict verdict) {
  return verdict == model::Verdict::healthy    ? PartVerdict::usable
         : verdict == model::Verdict::problems ? PartVerdict::problems
                                               : PartVerdict::unknown;
}

std::string about(const model::Environment& environment, Language language) {
  const Word selection = environment.selection == model::Selection::active  ? Word::active
                         : environment.selection == model::Selection::named ? Word::named
                                                                            : Word::found;
  std::string text = "Python " + version_text(environment.python);
  if (!environment.kind.empty()) text += separator + environment.kind;
  if (!environment.keeper.empty()) text += separator + environment.keeper;
  text += std::string(separator) + say(selection, language);
  if (environment.bits.known() && *environment.bits != 64)
    text += fmt::format("{}{} bit", separator, *environment.bits);
  return text;
}

/// True when a finding or an open question is about this environment itself.
bool is_talked_about(const model::Judgement& judgement, const std::string& path) {
  const auto here = [&](const auto& one) { return one.applies_to.environment == path; };
  return std::any_of(judgement.findings.begin(), judgement.findings.end(), here) ||
         std::any_of(judgement.open.begin(), judgement.open.end(), here);
}

OutlinedEnvironment environment_of(const Material& material, size_t place, Language language) {
  const auto& [facts, judgement] = std::tie(material.examination.facts, material.examination.judgement);
  const auto& environment = facts.environments[place];
  OutlinedEnvironment one;
  one.path = environment.path;
  one.about = about(environment, language);
  one.verdict = part_of(at_or(judgement.environments, place, model::Verdict::unknown));
  // Without framework a verdict is that of the machine and says nothing about the environment.
  one.plain = environment.frameworks.empty() && !is_talked_about(judgement, environment.path);
  one.undecided = environment.distributions.undecided();
  const auto verdicts = at_or(judgement.frameworks, place, std::vector<PartVerdict>{});
  for (size_t i = 0; i < environment.frameworks.size(); ++i) {
    const auto& framework = environment.frameworks[i];
    one.frameworks.push_back({framework_title(material.catalog, framework.name),
                              version_text(framework.version), build_text(framework, language),
                              at_or(verdicts, i, PartVerdict::unknown)});
  }
  return one;
}

void outline_environments(Outline& outline, const Material& material, Language language, bool every) {
  const auto& environments = material.examination.facts.environments;
  std::vector<std::string> minor;
  for (size_t i = 0; i < environments.size(); ++i) {
    OutlinedEnvironment one = environment_of(material, i, language);
    if (one.plain && environments[i].selection == model::Selection::found && !every)
      minor.push_back(one.path);
    else
      outline.environments.push_back(std::move(one));
  }
  if (!minor.empty())
    outline.without_framework = fill(
        say(Word::without_framework, language),
        {{"count", std::to_string(minor.size())}, {"paths", base::join(minor, say(Word::comma, language))}});
}

}  // namespace

std::string card_number(const model::Gpu& gpu, size_t place, Language language) {
  const std::string index = std::to_string(gpu.index.value_or(static_cast<int>(place)));
  return fill(say(Word::card, language), {{"index", index}});
}

void outline_machine(Outline& outline, const Material& material, Language language, bool every_environment) {
  const auto& facts = material.examination.facts;
  outline.machine_title = facts.source.kind == "live"
                              ? say(Word::machine, language)
                              : fill(say(Word::recorded_machine, language), {{"name", facts.source.name}});
  outline.machine = {{say(Word::system, language), system_text(facts.os, language)},
                     {say(Word::driver, language), driver_text(facts.driver, language)},
                     {say(Word::toolkit, language), toolkit_text(facts.toolkits, language)}};
  outline.cards_unknown = facts.cards.nvidia.undecided();
  for (size_t i = 0; facts.cards.nvidia.known() && i < facts.cards.nvidia->size(); ++i)
    outline.cards.push_back(card_of(material, i, language));
  for (const auto& other : facts.cards.others)
    outline.other_cards.emplace_back(say(Word::other_card, language), other.vendor + " " + other.name);
  outline_environments(outline, material, language, every_environment);
  for (const auto& words : facts.left_out)
    outline.left_out.push_back(std::string(say(Word::left_out, language)) + ": " + phrase(words, language));
}

}  // namespace gpuenv::report
