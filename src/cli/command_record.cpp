// gpuenv record: writes this machine as a folder that replays anywhere, secrets removed.
#include <fmt/format.h>

#include "app/doctor.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "cli/shared_options.h"
#include "cli/sources.h"
#include "machine/recorded/recorded.h"
#include "report/phrase_book.h"

namespace gpuenv::cli {
namespace {

constexpr Option options[] = {
    {"output",
     'o',
     Kind::value,
     {"DIR", "目录"},
     {"the folder to write; it must be new or empty", "要写入的文件夹；必须是新建的或空的"}},
    env_option,
    lang_option,
    data_option,
    no_cache_option,
    help_option,
};

constexpr const char* examples[] = {
    "gpuenv record -o my-machine",
    "gpuenv doctor --machine my-machine",
};

constexpr Text no_output{"record needs a folder to write to: gpuenv record -o DIR.",
                         "record 需要一个目标文件夹：gpuenv record -o 目录。"};
constexpr Text not_empty{"-o {}: the folder is not empty; choose another one.",
                         "-o {}：文件夹不是空的，请换一个。"};
constexpr Text cannot_look{"-o {}: cannot be looked at ({}).", "-o {}：无法访问（{}）。"};
constexpr Text is_a_file{"-o {}: that is a file, a folder is wanted.", "-o {}：这是文件，需要的是文件夹。"};
constexpr Text done{"Recorded to {}: {} answers. Play it back anywhere with: gpuenv doctor --machine {}\n",
                    "已记录到 {}：{} 条。可在任何机器上重放：gpuenv doctor --machine {}\n"};
constexpr Text replaced{"Replaced before writing: {}\n", "写入前已替换：{}\n"};

template <class... Values>
std::string say(const Context& context, const Text& text, const Values&... values) {
  return fmt::format(fmt::runtime(text.in(context.language)), values...);
}

/// Whether a recording may be written to this folder: nothing that is there may be mixed with it.
base::Result<void> expect_free(const Context& context, const std::string& folder) {
  auto& live = context.host.machine();
  const std::string path = live.join(live.system()->working_directory, folder);
  const auto status = live.status(path);
  if (status.absent()) return {};
  if (status.known() && status->kind != machine::FileKind::directory)
    return base::usage_error(say(context, is_a_file, folder));
  const auto there = live.list(path);
  if (!there.known())
    return base::io_error(
        say(context, cannot_look, folder, report::phrase(there.why().detail, context.language)));
  if (!there->empty()) return base::usage_error(say(context, not_empty, folder));
  return {};
}

/// Asks everything that doctor asks, and keeps the answers.
machine::recorded::Recording recording_of(machine::Machine& live, const catalog::Catalog& catalog,
                                          std::vector<std::string> environments, const Context& context) {
  const auto progress = watch(context, live);
  const auto recorder = machine::recorded::record(progress ? progress->machine() : live);
  app::DoctorOptions options;
  options.probe.environments = environments;
  app::doctor(*recorder, catalog, options);
  auto recording = recorder->take();
  recording.environments = std::move(environments);
  return machine::recorded::scrub(recording);
}

int run(const Arguments& arguments, Context& context) {
  const std::string folder = arguments.value("output");
  if (folder.empty()) return report_error(context, {base::Error::Kind::usage, context.say(no_output)});
  const auto catalog = open_catalog(context, arguments);
  if (!catalog) return report_error(context, catalog.error());
  auto& live = context.host.machine();
  auto environments = named_environments(context, live, arguments);
  if (!environments) return report_error(context, environments.error());
  const auto free = expect_free(context, folder);
  if (!free) return report_error(context, free.error());
  const auto recording = recording_of(live, *catalog, std::move(*environments), context);
  const std::string file = base::join_path(live.traits().paths, folder, "machine.json");
  const auto written = context.host.write_file(file, machine::recorded::write_recording(recording), true);
  if (!written) return report_error(context, {base::Error::Kind::io, written.error().message});
  std::string text = say(context, done, folder, machine::recorded::answers(recording).size(), folder);
  if (!recording.scrubbed.empty())
    text += say(context, replaced, report::phrase(recording.scrubbed, context.language));
  return deliver(context, "", text, status_good);
}

}  // namespace

const Command command_record{
    "record",
    {"Writes this machine as a folder that replays anywhere; names, tokens and serial numbers are replaced.",
     "将这台机器记录为可在任何地方重放的文件夹；用户名、令牌和序列号会被替换。"},
    options,
    examples,
    run};

}  // namespace gpuenv::cli
