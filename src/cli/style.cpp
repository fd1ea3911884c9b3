// The look of text results; see style.h.
#include "cli/style.h"

#include <algorithm>

namespace gpuenv::cli {
namespace {

/// Wide enough for a table, narrow enough to read.
constexpr int narrowest = 60, widest = 100;

bool wants_color(const Context& context, const Arguments& arguments, const Screen& screen) {
  const std::string when = arguments.value("color");
  if (when == "always") return true;
  if (when == "never" || !screen.colors || arguments.has("output")) return false;
  return context.host.machine().variable("NO_COLOR").value_or("").empty();
}

}  // namespace

report::TextOptions text_options(const Context& context, const Arguments& arguments) {
  const Screen screen = context.host.screen();
  report::TextOptions options;
  options.language = context.language;
  options.color = wants_color(context, arguments, screen);
  options.verbose = arguments.has("verbose");
  options.width = screen.columns > 0 ? std::clamp(screen.columns, narrowest, widest) : widest;
  return options;
}

}  // namespace gpuenv::cli
