// All facts of a machine as flat lines, for `-v` and for the list of unknown facts.
#pragma once

#include <string>
#include <vector>

#include "model/facts.h"
#include "model/finding.h"

namespace gpuenv::report {

/// A fact with its name ("driver.cuda", "torch.build"), and what it is about.
struct FactLine {
  std::string fact;
  model::AppliesTo applies_to;
  base::Known<std::string> value;  ///< as text; lists with blanks between
};

/// Every fact, in the order of Facts. Facts that the system cannot have (a Windows problem code on Linux) are
/// left out.
std::vector<FactLine> fact_lines(const model::Facts& facts);

/// A question without an answer.
struct UnknownFact {
  std::string fact;
  std::string reason;
  model::AppliesTo applies_to;
  bool decides = false;                  ///< a check needs it and could not answer
  std::vector<std::string> leaves_open;  ///< findings that may or may not hold, as long as it is missing
};

/// The open questions of the judge, then all other facts that are undecided; each once.
std::vector<UnknownFact> unknown_facts(const model::Facts& facts, const model::Judgement& judgement);

/// The reason as words: the detail, else the kind of reason.
std::string reason(const base::Unknown& unknown);

}  // namespace gpuenv::report
