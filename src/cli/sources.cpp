// Opens what a command examines; see sources.h.
#include "cli/sources.h"

#include <fmt/format.h>

#include "base/text.h"
#include "catalog/finding_rules.h"
#include "check/check.h"
#include "machine/recorded/recorded.h"
#include "report/phrase_book.h"

namespace gpuenv::cli {
namespace {

using base::Result;
using machine::FileKind;

constexpr Text no_such_folder{"{} {}: there is no such folder.", "{} {}：没有这个文件夹。"};
constexpr Text not_a_folder{"{} {}: that is a file, a folder is wanted.",
                            "{} {}：这是文件，需要的是文件夹。"};
constexpr Text no_interpreter{
    "{} {}: that is a file and no Python interpreter; an environment's folder or its interpreter is wanted.",
    "{} {}：这是文件，且不是 Python 解释器；需要的是环境的文件夹或其解释器。"};
constexpr Text incomplete_data{"{}/{} is missing; the checks need it.", "缺少 {}/{}，检查需要它。"};
constexpr Text cannot_look{"{} {}: cannot be looked at ({}).", "{} {}：无法访问（{}）。"};

std::string absolute(machine::Machine& machine, const std::string& path) {
  const auto system = machine.system();
  const auto& style = machine.traits().paths;
  return base::normal_path(style, system.known() ? machine.join(system->working_directory, path) : path);
}

/// Whether a path names a folder of a machine. A question without answer passes when `open_passes`: whoever
/// reads the folder later says what is unknown; a Python interpreter then stands for its environment.
Result<void> expect_folder(const Context& context, machine::Machine& machine, const char* option,
                           const std::string& path, bool open_passes) {
  const auto say = [&](const Text& text, const auto&... more) {
    return fmt::format(fmt::runtime(text.in(context.language)), option, path, more...);
  };
  const auto status = machine.status(absolute(machine, path));
  if (status.absent()) return base::usage_error(say(no_such_folder));
  if (!status.known() && open_passes) return {};
  if (!status.known())
    return base::io_error(say(cannot_look, report::phrase(status.why().detail, context.language)));
  const std::string name = base::lower(base::file_name(machine.traits().paths, path));
  const bool environment = open_passes;
  const bool interpreter = environment && (name.starts_with("python") || name.starts_with("pypy"));
  if (status->kind != FileKind::directory && !interpreter)
    return base::usage_error(say(environment ? no_interpreter : not_a_folder));
  return {};
}

/// The first thing that the checks need and these tables lack: a framework that we know, the texts of a
/// finding. With less, faults would be passed over in silence.
Result<void> expect_complete(const Context& context, const catalog::Catalog& catalog,
                             const std::string& folder) {
  const auto missing = [&](const std::string& file) {
    return base::bad_input(fmt::format(fmt::runtime(incomplete_data.in(context.language)), folder, file));
  };
  const auto built_in = catalog::Catalog::embedded();
  for (const auto& name : built_in.framework_names())
    if (!catalog.framework(name)) return missing("frameworks/" + name + ".toml");
  for (const auto* check : check::all_checks())
    for (const char* id : check->gives) {
      const auto row = catalog.finding(id);
      if (!row) return missing(fmt::format("findings/{}.toml", id));
      if (const auto mistake = catalog::mistake_beside(*row, *built_in.finding(id)))
        return base::bad_input(fmt::format("{}/findings/{}.toml: {}", folder, id, *mistake));
    }
  return {};
}

}  // namespace

Result<catalog::Catalog> open_catalog(const Context& context, const Arguments& arguments) {
  const std::string path = arguments.value("data");
  if (path.empty()) return catalog::Catalog::embedded();
  const auto folder = expect_folder(context, context.host.machine(), "--data", path, false);
  if (!folder) return std::unexpected(folder.error());
  auto catalog = catalog::Catalog::from_folder(context.host.folder(path));
  if (!catalog) return catalog;
  const auto complete = expect_complete(context, *catalog, path);
  if (!complete) return std::unexpected(complete.error());
  return catalog;
}

Result<OpenMachine> open_machine(const Context& context, const Arguments& arguments) {
  OpenMachine result;
  const std::string path = arguments.value("machine");
  if (path.empty() || path == "live") {
    result.machine = &context.host.machine();
    return result;
  }
  const auto folder = expect_folder(context, context.host.machine(), "--machine", path, false);
  if (!folder) return std::unexpected(folder.error());
  auto recording = machine::recorded::load(context.host.folder(path).read, path);
  if (!recording) return std::unexpected(recording.error());
  result.environments = recording->environments;
  result.recorded = machine::recorded::play(std::move(*recording));
  result.machine = result.recorded.get();
  return result;
}

Result<std::vector<std::string>> named_environments(const Context& context, machine::Machine& machine,
                                                    const Arguments& arguments) {
  std::vector<std::string> paths;
  for (const auto& path : arguments.values("env")) {
    const auto folder = expect_folder(context, machine, "--env", path, true);
    if (!folder) return std::unexpected(folder.error());
    paths.push_back(absolute(machine, path));
  }
  return paths;
}

}  // namespace gpuenv::cli
