// The use case behind `doctor`; see doctor.h.
#include "app/doctor.h"

namespace gpuenv::app {

model::Examination doctor(machine::Machine& machine, const catalog::Catalog& catalog,
                          const DoctorOptions& options) {
  model::Examination examination;
  examination.tool_version = GPUENV_VERSION;
  examination.facts = probe::examine(machine, catalog, options.probe);
  examination.judgement = check::judge({examination.facts, catalog}, {options.all_environments});
  return examination;
}

}  // namespace gpuenv::app
