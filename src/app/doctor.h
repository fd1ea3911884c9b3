// The use case behind `doctor`: examine a machine, judge what was found.
#pragma once

#include "catalog/catalog.h"
#include "check/judge.h"
#include "machine/machine.h"
#include "model/examination.h"
#include "probe/probe.h"

namespace gpuenv::app {

struct DoctorOptions {
  probe::Options probe;
  bool all_environments = false;
};

model::Examination doctor(machine::Machine& machine, const catalog::Catalog& catalog,
                          const DoctorOptions& options);

}  // namespace gpuenv::app
