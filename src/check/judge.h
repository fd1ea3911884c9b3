// The judge: runs all checks, links causes to the symptoms they explain, ranks, and forms the verdicts.
#pragma once

#include "check/check.h"

namespace gpuenv::check {

struct JudgeOptions {
  bool all_environments = false;  ///< environments that were merely found count for the verdict as well
};

model::Judgement judge(const Input& input, const JudgeOptions& options);

}  // namespace gpuenv::check
