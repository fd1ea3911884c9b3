// --list-checks and --about ID, which doctor and the program itself both have.
#pragma once

#include "catalog/catalog.h"
#include "cli/command.h"

namespace gpuenv::cli {

bool wants_documentation(const Arguments& arguments);

/// Prints the list or the page, as text or JSON; an unknown id gets a did-you-mean.
int show_documentation(const Arguments& arguments, const catalog::Catalog& catalog, const Context& context);

}  // namespace gpuenv::cli
