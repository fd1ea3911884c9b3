// gpuenv doctor: examines a machine, names what is wrong and how to fix it.
#include <fmt/format.h>

#include "app/doctor.h"
#include "cli/command.h"
#include "cli/documentation.h"
#include "cli/progress.h"
#include "cli/shared_options.h"
#include "cli/sources.h"
#include "cli/style.h"
#include "machine/recorded/recorded.h"
#include "report/report.h"

namespace gpuenv::cli {
namespace {

using base::Result;

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
     {"compares the size of every installed file with what its package promises, not only of the libraries "
      "that matter",
      "将每个已安装文件的大小与其软件包的清单核对，而不仅仅是关键的库"}},
    {"machine",
     0,
     Kind::value,
     {"DIR", "目录"},
     {"examines a recorded machine (see gpuenv record) instead of this one, which is “live”",
      "检查记录下来的机器（见 gpuenv record），而不是本机（本机为 live）"}},
    data_option,
    {"format",
     0,
     Kind::value,
     {"FORMAT", "格式"},
     {"writes the report as text, json, html (one page in both languages) or markdown (to paste into an "
      "issue)",
      "以 text、json、html（含两种语言的单个页面）或 markdown（用于粘贴到 issue）格式输出报告"},
     "text|json|html|markdown"},
    no_cache_option,
    {"redact",
     0,
     Kind::flag,
     {},
     {"replaces user names, host names, GPU UUIDs and secrets in the report; html and markdown do so by "
      "themselves",
      "替换报告中的用户名、主机名、GPU UUID 和密钥；html 和 markdown 默认如此"}},
    {"no-redact", 0, Kind::flag, {}, {"leaves them in", "保留它们"}},
    {"output",
     'o',
     Kind::value,
     {"FILE", "文件"},
     {"writes the report to a file; “-” is standard output", "将报告写入文件；“-”为标准输出"}},
    list_checks_option,
    about_option,
    help_option,
};

constexpr const char* examples[] = {
    "gpuenv doctor",
    "gpuenv doctor --env .venv --lang zh",
    "gpuenv doctor --json -o report.json",
};

constexpr Text contradiction{"{} and {} contradict each other.", "{} 与 {} 相互矛盾。"};

/// Options that are right alone and wrong together.
Result<void> expect_no_contradiction(const Arguments& arguments, const Context& context) {
  const auto wrong = [&](const char* one, const std::string& other) {
    return base::usage_error(fmt::format(fmt::runtime(context.say(contradiction)), one, other));
  };
  const std::string format = arguments.value("format");
  if (arguments.has("json") && !format.empty() && format != "json")
    return wrong("--json", "--format " + format);
  if (arguments.has("list-checks") && arguments.has("about")) return wrong("--list-checks", "--about");
  if (arguments.has("redact") && arguments.has("no-redact")) return wrong("--redact", "--no-redact");
  return {};
}

int status_of(model::Verdict verdict) {
  return verdict == model::Verdict::healthy    ? status_good
         : verdict == model::Verdict::problems ? status_problems
                                               : status_unknown;
}

/// What goes to other people is redacted unless asked otherwise; what stays here names things as they are, so
/// that its commands can be used.
bool wants_redaction(const Arguments& arguments, const std::string& format) {
  if (arguments.has("no-redact")) return false;
  return arguments.has("redact") || format == "html" || format == "markdown";
}

std::string formatted(const model::Examination& examination, const catalog::Catalog& catalog,
                      const std::string& format, const Arguments& arguments, const Context& context) {
  if (format == "json") return report::json(examination, catalog, context.language);
  if (format == "html") return report::html(examination, catalog, context.language);
  if (format == "markdown") return report::markdown(examination, catalog, context.language);
  return report::text(examination, catalog, text_options(context, arguments));
}

std::string written(machine::Machine& machine, const model::Examination& examination,
                    const catalog::Catalog& catalog, const Arguments& arguments, const Context& context) {
  std::string format = arguments.value("format");
  if (arguments.has("json")) format = "json";
  std::string text = formatted(examination, catalog, format, arguments, context);
  if (!wants_redaction(arguments, format)) return text;
  const auto system = machine.system();
  return machine::recorded::scrub_report(text, system.known() ? system->home : "", machine.traits().paths);
}

/// Examines; on a terminal a line says what takes long.
model::Examination watched(machine::Machine& machine, const catalog::Catalog& catalog,
                           const app::DoctorOptions& options, const Context& context) {
  const auto progress = watch(context, machine);
  return app::doctor(progress ? progress->machine() : machine, catalog, options);
}

int examine(const Arguments& arguments, const catalog::Catalog& catalog, Context& context) {
  const auto opened = open_machine(context, arguments);
  if (!opened) return report_error(context, opened.error());
  const auto environments = named_environments(context, *opened->machine, arguments);
  if (!environments) return report_error(context, environments.error());
  app::DoctorOptions doctor;
  doctor.probe.environments = environments->empty() ? opened->environments : *environments;
  doctor.probe.deep = arguments.has("deep");
  doctor.all_environments = arguments.has("all");
  const model::Examination examination = watched(*opened->machine, catalog, doctor, context);
  return deliver(context, arguments.value("output"),
                 written(*opened->machine, examination, catalog, arguments, context),
                 status_of(examination.judgement.verdict));
}

int run(const Arguments& arguments, Context& context) {
  const auto sound = expect_no_contradiction(arguments, context);
  if (!sound) return report_error(context, sound.error());
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
