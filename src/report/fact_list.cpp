// Flattens Facts; see fact_list.h.
#include "report/fact_list.h"

#include <algorithm>

#include "report/fact_lines.h"

namespace gpuenv::report {

std::vector<FactLine> fact_lines(const model::Facts& facts) {
  std::vector<FactLine> lines;
  Lines machine(lines, {});
  add_os(facts.os, machine);
  machine.add("gpus", facts.cards.nvidia);
  const auto& xids = facts.cards.xids;
  // Asked only where a card is on the bus of Linux itself, and on many systems only root gets an answer.
  if (xids.known() || xids.why().why == base::Why::denied) machine.add("gpus.xids", xids);
  machine.add_if_known("gpus.switched_off", facts.cards.switched_off);
  add_driver(facts.driver, machine);
  add_driver_setup(facts.driver.setup, machine);
  machine.add("toolkits", facts.toolkits);
  add_surroundings(facts, machine);
  if (facts.libraries.known() && !facts.libraries->empty()) machine.add("libraries", facts.libraries);
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
    const auto there = std::find_if(list.begin(), list.end(), [&](const UnknownFact& other) {
      return other.fact == one.fact && other.applies_to == one.applies_to;
    });
    if (there == list.end()) return list.push_back(std::move(one));
    for (auto& id : one.leaves_open)
      if (std::find(there->leaves_open.begin(), there->leaves_open.end(), id) == there->leaves_open.end())
        there->leaves_open.push_back(std::move(id));
  };
  for (const auto& open : judgement.open)
    add({open.fact, open.reason, open.applies_to, true, open.leaves_open});
  for (const auto& line : fact_lines(facts))
    if (line.value.undecided()) add({line.fact, reason(line.value.why()), line.applies_to, false, {}});
  return list;
}

std::string reason(const base::Unknown& unknown) {
  return unknown.detail.empty() ? base::word(unknown.why) : unknown.detail;
}

}  // namespace gpuenv::report
