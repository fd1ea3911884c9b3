// gpuenv inspect: what a binary, a folder of binaries or a wheel really contains, and for which cards.
#include <algorithm>

#include "app/inspect.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "cli/shared_options.h"
#include "cli/sources.h"
#include "cli/style.h"
#include "report/inspection.h"

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
     {"shows where code lies, stubs and needed libraries too", "同时显示代码所在位置、空占位和所需的库"}},
    {"gpu",
     0,
     Kind::list,
     {"NAME|CC", "名称|算力"},
     {"answers for this card (“RTX 4090”, “5090”, “v100”, “8.9”) instead of those of this machine; may be "
      "repeated",
      "针对该显卡（如 “RTX 4090”、“5090”、“v100”、“8.9”）而不是本机的显卡给出结论；可重复使用"}},
    env_option,
    {"framework",
     0,
     Kind::list,
     {"NAME", "名称"},
     {"shows what a process that imports this framework loads (torch, tensorflow, paddle, jax, onnxruntime), "
      "in "
      "the environment of --env or the active one; may be repeated",
      "显示导入该框架（torch、tensorflow、paddle、jax、onnxruntime）的进程会加载什么，环境由 --env "
      "指定或取当前环境；可重复使用"}},
    {"load",
     0,
     Kind::flag,
     {},
     {"shows which libraries a process would load for each file, and why (Linux)",
      "显示每个文件会让进程加载哪些库及原因（Linux）"}},
    {"deps", 0, Kind::flag, {}, {"shows them as a tree of who needs whom", "以依赖树显示这些库"}},
    {"symbols",
     0,
     Kind::flag,
     {},
     {"shows which library each symbol with a version comes from, and those that nobody has",
      "显示每个带版本的符号来自哪个库，以及没有任何库提供的符号"}},
    {"output",
     'o',
     Kind::value,
     {"FILE", "文件"},
     {"writes the report to a file; “-” is standard output", "将报告写入文件；“-”为标准输出"}},
    data_option,
    help_option,
};

constexpr const char* examples[] = {
    "gpuenv inspect .venv/lib/python3.12/site-packages/torch/lib",
    "gpuenv inspect xformers-0.0.33-cp39-abi3-manylinux_2_28_x86_64.whl --gpu \"RTX 5090\"",
    "gpuenv inspect --load libtorch_cuda.so",
    "gpuenv inspect --env .venv --framework torch",
};

constexpr Text no_file{
    "inspect needs a file, a folder, a wheel or an environment: gpuenv inspect PATH..., or --env DIR",
    "inspect 需要一个文件、文件夹、wheel 或环境：gpuenv inspect 路径...，或 --env 目录"};

/// True when a card finds a library of which nothing runs on it, or one that cannot be told.
bool any_card(const model::Inspection& inspection, std::uint64_t model::CardSummary::* count) {
  return std::any_of(inspection.cards.begin(), inspection.cards.end(), [&](const model::InspectedCard& card) {
    return model::summary(inspection, card.sm).*count > 0;
  });
}

/// 1 when nothing of a library runs on a card, or a library cannot be loaded; 3 when a file could not be
/// read: then the answer is not whole.
int status_of(const model::Inspection& inspection) {
  const bool open = std::any_of(inspection.files.begin(), inspection.files.end(),
                                [](const auto& file) { return !file.error.empty(); });
  const bool fails =
      std::any_of(inspection.loads.begin(), inspection.loads.end(), [](const model::LoadResult& load) {
        return std::any_of(load.failures.begin(), load.failures.end(),
                           [](const auto& failure) { return failure.fatal(); });
      });
  const bool misses =
      std::any_of(inspection.frameworks.begin(), inspection.frameworks.end(), [](const auto& framework) {
        return std::any_of(framework.problems.begin(), framework.problems.end(),
                           [](const auto& problem) { return problem.fatal && !problem.unconfirmed; });
      });
  if (fails || misses || any_card(inspection, &model::CardSummary::none)) return status_problems;
  return open || any_card(inspection, &model::CardSummary::unknown) ? status_unknown : status_good;
}

int run(const Arguments& arguments, Context& context) {
  const auto& paths = arguments.positionals();
  const bool environment = arguments.has("env") || arguments.has("framework");
  if ((paths.empty() && !environment) || std::find(paths.begin(), paths.end(), "") != paths.end())
    return report_error(context, {base::Error::Kind::usage, context.say(no_file)});
  const auto catalog = open_catalog(context, arguments);
  if (!catalog) return report_error(context, catalog.error());
  auto& live = context.host.machine();
  const auto system = live.system();
  const auto absolute = [&](const std::string& path) {
    return base::normal_path(live.traits().paths,
                             live.join(system.known() ? system->working_directory : "", path));
  };
  app::InspectOptions inspect;
  inspect.cards = arguments.values("gpu");
  inspect.load = {arguments.has("load"), arguments.has("deps"), arguments.has("symbols")};
  inspect.frameworks = arguments.values("framework");
  for (const auto& path : paths) inspect.paths.push_back(absolute(path));
  for (const auto& path : arguments.values("env")) inspect.environments.push_back(absolute(path));
  const auto progress = watch(context, live);
  const auto inspection = app::inspect(progress ? progress->machine() : live, *catalog, inspect);
  if (!inspection) return report_error(context, inspection.error());
  const std::string text = arguments.has("json")
                               ? report::json(*inspection)
                               : report::text(*inspection, text_options(context, arguments));
  return deliver(context, arguments.value("output"), text, status_of(*inspection));
}

}  // namespace

const Command command_inspect{
    "inspect",
    {"Says which GPU architectures a library, a folder, a wheel or an environment holds code for, and what "
     "would "
     "be loaded.",
     "指出一个库、一个文件夹或一个 wheel 含有哪些 GPU 架构的代码，以及会加载什么。"},
    options,
    examples,
    run,
    {"PATH...", "路径..."}};

}  // namespace gpuenv::cli
