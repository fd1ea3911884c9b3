// A finished examination: what app/ hands to report/.
#pragma once

#include <string>

#include "model/facts.h"
#include "model/finding.h"

namespace gpuenv::model {

/// Everything that a report of an examined machine says.
struct Examination {
  std::string command = "doctor";
  std::string tool_version;
  Facts facts;
  Judgement judgement;
};

}  // namespace gpuenv::model
