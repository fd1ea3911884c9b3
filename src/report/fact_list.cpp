// Flattens Facts; see fact_list.h.
#include "report/fact_list.h"

#include <algorithm>

namespace gpuenv::report {
namespace {

using base::Known;
using model::AppliesTo;

std::string as_text(const std::string& value) {
  return value;
}
std::string as_text(bool value) {
  return value ? "yes" : "no";
}
std::string as_text(long long value) {
  return std::to_string(value);
}
std::string as_text(int value) {
  return std::to_string(value);
}
std::string as_text(const base::Version& value) {
  return value.text();
}
std::string as_text(const base::Sm& value) {
  return value.name();
}
std::string as_text(const model::Toolkit& value) {
  return value.version.text() + " (" + value.path + (value.active ? ", active)" : ")");
}
std::string as_text(const model::Build& value) {
  constexpr const char* kinds[] = {"cpu", "cuda", "rocm", "other"};
  std::string text = value.variant.empty() ? kinds[static_cast<size_t>(value.kind)] : value.variant;
  if (value.cuda.valid()) text += " (CUDA " + value.cuda.text() + ")";
  return text;
}

// Too long to write out, or lines of their own: the number stands for them.
std::string as_text(const std::vector<model::Distribution>& list) {
  return std::to_string(list.size());
}
std::string as_text(const std::vector<model::Gpu>& list) {
  return std::to_string(list.size());
}

template <class T>
std::string as_text(const std::vector<T>& list) {
  std::string text;
  for (const auto& item : list) text += (text.empty() ? "" : " ") + as_text(item);
  return text.empty() ? "-" : text;
}

/// Collects lines about one thing.
class Lines {
 public:
  Lines(std::vector<FactLine>& lines, AppliesTo about) : lines_(lines), about_(std::move(about)) {}

  template <class T>
  void add(std::string fact, const Known<T>& value) {
    auto text = value.known() ? Known<std::string>(as_text(*value), value.origin())
                              : value.template no_value<std::string>();
    lines_.push_back({std::move(fact), about_, std::move(text)});
  }

 private:
  std::vector<FactLine>& lines_;
  AppliesTo about_;
};

void add_os(const model::Os& os, Lines lines) {
  lines.add("os.name", os.name);
  lines.add("os.kernel", os.kernel);
  lines.add("os.arch", os.architecture);
  lines.add("os.wsl", os.wsl);
  lines.add("os.container", os.container);
  lines.add("os.laptop", os.laptop);
}

void add_driver(const model::Driver& driver, Lines lines) {
  lines.add("driver.version", driver.version());
  lines.add("driver.kernel_module", driver.kernel_module);
  lines.add("driver.kind", driver.kind);
  lines.add("driver.user_library", driver.user_library);
  lines.add("driver.cuda_library", driver.cuda_library);
  lines.add("driver.cuda", driver.cuda);
  lines.add("driver.nvml", driver.nvml.init);
}

void add_gpu(const model::Gpu& gpu, bool windows, Lines lines) {
  lines.add("gpus.name", gpu.name);
  lines.add("gpus.index", gpu.index);
  lines.add("gpus.uuid", gpu.uuid);
  lines.add("gpus.compute_capability", gpu.compute_capability);
  lines.add("gpus.memory_mib", gpu.memory_mib);
  if (windows)
    lines.add("gpus.problem_code", gpu.problem_code);
  else
    lines.add("gpus.kernel_driver", gpu.kernel_driver);
}

void add_framework(const model::Framework& framework, Lines lines) {
  lines.add(framework.name + ".version", framework.version);
  lines.add(framework.name + ".build", framework.build);
  if (framework.build.known() && framework.build->kind == model::Build::Kind::cpu) return;  // no GPU code
  lines.add(framework.name + ".architectures", framework.cubins);
  lines.add(framework.name + ".ptx", framework.ptx);
}

void add_environment(const model::Environment& environment, std::vector<FactLine>& lines) {
  Lines here(lines, {environment.path, "", -1});
  here.add("environment.python", environment.python);
  here.add("environment.bits", environment.bits);
  here.add("environment.distributions", environment.distributions);
  for (const auto& framework : environment.frameworks)
    add_framework(framework, Lines(lines, {environment.path, framework.name, -1}));
}

}  // namespace

std::vector<FactLine> fact_lines(const model::Facts& facts) {
  std::vector<FactLine> lines;
  Lines machine(lines, {});
  add_os(facts.os, machine);
  machine.add("gpus", facts.cards.nvidia);
  add_driver(facts.driver, machine);
  machine.add("toolkits", facts.toolkits);
  for (const auto& [name, value] : facts.variables) machine.add("variables." + name, value);
  const bool windows = facts.os.family == base::OsFamily::windows;
  for (size_t i = 0; facts.cards.nvidia.known() && i < facts.cards.nvidia->size(); ++i)
    add_gpu((*facts.cards.nvidia)[i], windows, Lines(lines, {"", "", static_cast<int>(i)}));
  for (const auto& environment : facts.environments) add_environment(environment, lines);
  return lines;
}

std::vector<UnknownFact> unknown_facts(const model::Facts& facts, const model::Judgement& judgement) {
  std::vector<UnknownFact> list;
  const auto add = [&](UnknownFact one) {
    const bool there = std::any_of(list.begin(), list.end(), [&](const UnknownFact& other) {
      return other.fact == one.fact && other.applies_to == one.applies_to;
    });
    if (!there) list.push_back(std::move(one));
  };
  for (const auto& open : judgement.open) add({open.fact, open.reason, open.applies_to, true});
  for (const auto& line : fact_lines(facts))
    if (line.value.undecided()) add({line.fact, reason(line.value.why()), line.applies_to, false});
  return list;
}

std::string reason(const base::Unknown& unknown) {
  return unknown.detail.empty() ? base::word(unknown.why) : unknown.detail;
}

}  // namespace gpuenv::report
