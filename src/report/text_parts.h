// The parts of the text report; text.cpp puts them together.
#pragma once

#include "catalog/catalog.h"
#include "model/examination.h"
#include "report/page.h"

namespace gpuenv::report {

/// What all parts read.
struct Material {
  const model::Examination& examination;
  const catalog::Catalog& catalog;
};

/// True for a finding about an environment that was merely found: it stands apart from those that decide.
bool elsewhere(const model::Facts& facts, const model::AppliesTo& applies_to);

/// The causes with evidence, fix and the symptoms they explain; notes; findings about other environments.
void write_findings(Page& page, const Material& material);
/// The questions that could not be decided, and what would tell.
void write_open(Page& page, const Material& material);
/// System, driver, cards, environments and frameworks with their verdicts.
void write_table(Page& page, const Material& material);
/// Every fact with its origin.
void write_facts(Page& page, const Material& material);

/// The human name of a framework: "PyTorch".
std::string framework_title(const catalog::Catalog& catalog, const std::string& name);

}  // namespace gpuenv::report
