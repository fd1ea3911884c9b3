// The parts of the text report; text.cpp puts them together.
#pragma once

#include "report/outline.h"
#include "report/page.h"

namespace gpuenv::report {

/// The causes with evidence, fix and the symptoms they explain; notes; findings about other environments.
void write_findings(Page& page, const Outline& outline);
/// The questions that could not be decided, and what would tell.
void write_open(Page& page, const Outline& outline);
/// System, driver, cards, environments and frameworks with their verdicts.
void write_table(Page& page, const Outline& outline);
/// Every fact with its origin.
void write_facts(Page& page, const Material& material);

}  // namespace gpuenv::report
