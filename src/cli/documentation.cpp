// Documentation of findings on the command line; see documentation.h.
#include "cli/documentation.h"

#include <fmt/format.h>

#include "cli/style.h"
#include "report/documentation.h"

namespace gpuenv::cli {
namespace {

constexpr Text no_finding{"there is no finding '{}'.", "没有名为“{}”的结论。"};
constexpr Text see_list{" gpuenv --list-checks lists all.", " gpuenv --list-checks 会列出全部。"};

base::Error unknown_id(const std::string& id, const catalog::Catalog& catalog, const Context& context) {
  std::string message = fmt::format(fmt::runtime(no_finding.in(context.language)), id);
  const std::string hint = did_you_mean(id, catalog.finding_ids(), context.language);
  return {base::Error::Kind::usage, message + (hint.empty() ? context.say(see_list) : hint)};
}

}  // namespace

bool wants_documentation(const Arguments& arguments) {
  return arguments.has("list-checks") || arguments.has("about");
}

int show_documentation(const Arguments& arguments, const catalog::Catalog& catalog, const Context& context) {
  const std::string id = arguments.value("about");
  const bool json = arguments.has("json");
  if (!id.empty() && !catalog.finding(id)) return report_error(context, unknown_id(id, catalog, context));
  std::string text;
  if (json)
    text = id.empty() ? report::check_list_json(catalog, context.language, GPUENV_VERSION)
                      : report::about_json(id, catalog, context.language, GPUENV_VERSION);
  else
    text = id.empty() ? report::check_list(catalog, text_options(context, arguments))
                      : report::about(id, catalog, text_options(context, arguments));
  return deliver(context, arguments.value("output"), text, status_good);
}

}  // namespace gpuenv::cli
