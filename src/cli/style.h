// How text results look here: language, colors, width.
#pragma once

#include "cli/command.h"
#include "report/options.h"

namespace gpuenv::cli {

/// The look that the options, the terminal and the environment ask for (NO_COLOR: no-color.org).
report::TextOptions text_options(const Context& context, const Arguments& arguments);

}  // namespace gpuenv::cli
