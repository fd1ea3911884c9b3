// The parts of an inspection's report that tell what is loaded.
#pragma once

#include "model/inspection.h"
#include "report/json_values.h"
#include "report/page.h"

namespace gpuenv::report {

void write_load(Page& page, const model::LoadResult& load, const model::LoadView& view);
void write_framework_load(Page& page, const model::FrameworkLoad& load);

Json load_json(const model::LoadResult& load);
Json framework_load_json(const model::FrameworkLoad& load);
Json failure_json(const model::LoadFailure& failure);

}  // namespace gpuenv::report
