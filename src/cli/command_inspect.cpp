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
    {"load",
     0,
     Kind::flag,
     {},
     {"shows which libraries a process would load for each file named, and why (Linux)",
      "显示每个指定文件会让进程加载哪些库及原因（Linux）"}},
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
};

constexpr Text no_file{"inspect needs a file, a folder or a wheel: gpuenv inspect PATH...",
                       "inspect 需要一个文件、文件夹或 wheel：gpuenv inspect 路径..."};

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
  if (fails || any_card(inspection, &model::CardSummary::none)) return status_problems;
  return open || any_card(inspection, &model::CardSummary::unknown) ? status_unknown : status_good;
}

int run(const Arguments& arguments, Context& context) {
  const auto& paths = arguments.positionals();
  if (paths.empty() || std::find(paths.begin(), paths.end(), "") != paths.end())
    return report_error(context, {base::Error::Kind::usage, context.say(no_file)});
  const auto catalog = open_catalog(context, arguments);
  if (!catalog) return report_error(context, catalog.error());
  auto& live = context.host.machine();
  app::InspectOptions inspect{{}, arguments.values("gpu"), arguments.has("load")};
  const auto system = live.system();
  for (const auto& path : arguments.positionals())
    inspect.paths.push_back(base::normal_path(
        live.traits().paths, live.join(system.known() ? system->working_directory : "", path)));
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
    {"Says which GPU architectures a library, a folder of them or a wheel holds code for, and what it would "
     "load.",
     "指出一个库、一个文件夹或一个 wheel 含有哪些 GPU 架构的代码，以及会加载什么。"},
    options,
    examples,
    run,
    {"PATH...", "路径..."}};

}  // namespace gpuenv::cli
