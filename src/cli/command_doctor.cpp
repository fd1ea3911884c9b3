// gpuenv doctor: examines a machine, names what is wrong and how to fix it.
#include "app/doctor.h"
#include "cli/command.h"
#include "cli/documentation.h"
#include "cli/shared_options.h"
#include "cli/sources.h"
#include "cli/style.h"
#include "report/report.h"

namespace gpuenv::cli {
namespace {

constexpr Option options[] = {
    json_option,
    lang_option,
    color_option,
    {"verbose",
     'v',
     Kind::flag,
     {},
     {"shows every fact with its origin, or why it is unknown", "显示每项信息及其来源，或未知的原因"}},
    env_option,
    {"all",
     0,
     Kind::flag,
     {},
     {"lets every environment that was found count for the verdict", "让找到的所有环境都计入结论"}},
    {"deep",
     0,
     Kind::flag,
     {},
     {"compares every installed file with what its package promises, not only the libraries that matter",
      "将每个已安装的文件与其软件包的清单核对，而不仅仅是关键的库"}},
    {"machine",
     0,
     Kind::value,
     {"DIR", "目录"},
     {"examines a recorded machine (see gpuenv record) instead of this one",
      "检查记录下来的机器（见 gpuenv record），而不是本机"}},
    data_option,
    {"output", 'o', Kind::value, {"FILE", "文件"}, {"writes the report to a file", "将报告写入文件"}},
    list_checks_option,
    about_option,
    help_option,
};

constexpr const char* examples[] = {
    "gpuenv doctor",
    "gpuenv doctor --env .venv --lang zh",
    "gpuenv doctor --json -o report.json",
};

int status_of(model::Verdict verdict) {
  return verdict == model::Verdict::healthy    ? status_good
         : verdict == model::Verdict::problems ? status_problems
                                               : status_unknown;
}

std::string written(const model::Examination& examination, const catalog::Catalog& catalog,
                    const Arguments& arguments, const Context& context) {
  if (arguments.has("json")) return report::json(examination, catalog, context.language);
  return report::text(examination, catalog, text_options(context, arguments));
}

int examine(const Arguments& arguments, const catalog::Catalog& catalog, Context& context) {
  const auto opened = open_machine(context, arguments);
  if (!opened) return report_error(context, opened.error());
  auto environments = named_environments(context, *opened->machine, arguments);
  if (!environments) return report_error(context, environments.error());
  app::DoctorOptions doctor;
  doctor.probe.environments = std::move(*environments);
  doctor.probe.deep = arguments.has("deep");
  doctor.all_environments = arguments.has("all");
  const model::Examination examination = app::doctor(*opened->machine, catalog, doctor);
  return deliver(context, arguments.value("output"), written(examination, catalog, arguments, context),
                 status_of(examination.judgement.verdict));
}

int run(const Arguments& arguments, Context& context) {
  const auto catalog = open_catalog(context, arguments);
  if (!catalog) return report_error(context, catalog.error());
  if (wants_documentation(arguments)) return show_documentation(arguments, *catalog, context);
  return examine(arguments, *catalog, context);
}

}  // namespace

const Command command_doctor{
    "doctor",
    {"Examines this machine and the Python environments on it; names root causes and fixes.",
     "检查这台机器及其 Python 环境，指出根本原因和解决办法。"},
    options,
    examples,
    run};

}  // namespace gpuenv::cli
