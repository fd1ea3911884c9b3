// Walks through what was named, and has each library read.
#include "app/inspect.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <thread>

#include "app/framework_load.h"
#include "app/inspect_cards.h"
#include "app/inspect_file.h"
#include "app/inspect_load.h"
#include "base/text.h"
#include "image/format.h"
#include "image/zip.h"
#include "probe/locate.h"

namespace gpuenv::app {
namespace {

using base::Result;
using machine::FileKind;
using machine::Machine;
using model::InspectedFile;
using model::Inspection;

/// A framework's environment has about 60,000 files.
constexpr std::size_t most_files = 400'000;
constexpr int deepest_folder = 40;
constexpr std::size_t most_open = 64;  ///< files at a time
constexpr std::size_t most_workers = 8;

/// By its name a file that may hold device code.
bool may_hold_code(std::string_view name) {
  const std::string lower = base::lower(name);
  if (lower.ends_with(".so") || lower.contains(".so.")) return true;
  constexpr std::array<std::string_view, 9> endings{".dll", ".pyd", ".exe",    ".a",    ".lib",
                                                    ".o",   ".obj", ".fatbin", ".cubin"};
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return lower.ends_with(ending); });
}

/// What is to be read: a file, or a member of a wheel, whose own bytes stay open as long.
struct Job {
  std::string path, member;
  std::shared_ptr<base::ByteSource> whole;
  std::unique_ptr<base::ByteSource> source;
};

/// Reads files side by side: each waits for the disk most of the time, and large ones keep a processor busy.
std::vector<std::optional<InspectedFile>> read_binaries(std::vector<Job>& jobs) {
  std::vector<std::optional<InspectedFile>> files(jobs.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < jobs.size(); i = next++) {
      if (holds_binary(*jobs[i].source))
        files[i] = inspect_file(*jobs[i].source, jobs[i].path, jobs[i].member);
      jobs[i].source.reset();
    }
  };
  std::vector<std::jthread> helpers;
  const std::size_t workers = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, most_workers);
  while (helpers.size() + 1 < std::min(workers, jobs.size())) helpers.emplace_back(work);
  work();
  helpers.clear();
  return files;
}

class Walk {
 public:
  Walk(Machine& machine, Inspection& result) : machine_(machine), result_(result) {}

  /// Named by the user: always told, whatever it holds.
  void named(const std::string& path) {
    const auto status = machine_.status(path);
    if (status.known() && status->kind == FileKind::directory) {
      folder(path, 0);
      return read();
    }
    auto source = machine_.open_file(path);
    if (!source.known()) return unreadable(path, "", source.why().detail);
    const auto format = image::file_format(**source);
    if (format && *format == image::FileFormat::zip) {
      wheel(path, std::move(*source));
      return read();
    }
    result_.files.push_back(inspect_file(**source, path, ""));
  }

 private:
  void unreadable(const std::string& path, const std::string& member, const std::string& why) {
    InspectedFile file;
    file.path = path;
    file.member = member;
    file.error = why;
    result_.files.push_back(std::move(file));
  }

  /// Reads what has been found. Only what has code, or is damaged, is worth a line among thousands.
  void read() {
    for (auto& file : read_binaries(jobs_)) {
      if (!file) continue;
      if (file->code.empty() && file->error.empty())
        ++result_.without_code;
      else
        result_.files.push_back(*std::move(file));
    }
    jobs_.clear();
  }

  void add(Job job) {
    jobs_.push_back(std::move(job));
    if (jobs_.size() == most_open) read();
  }

  void found(const std::string& path) {
    if (++seen_ > most_files) return;
    auto source = machine_.open_file(path);
    if (!source.known()) return unreadable(path, "", source.why().detail);
    if (path.ends_with(".whl")) return wheel(path, std::move(*source));
    add({path, "", nullptr, std::move(*source)});
  }

  void folder(const std::string& path, int depth) {
    if (depth > deepest_folder) return result_.left_out.push_back(path + ": too deep");
    const auto entries = machine_.list(path);
    if (!entries.known()) return unreadable(path, "", entries.why().detail);
    for (const auto& entry : *entries) {
      const std::string below = machine_.join(path, entry.name);
      // Links lead to what is found anyway, or in circles.
      if (entry.kind == FileKind::directory) folder(below, depth + 1);
      if (entry.kind == FileKind::file && (may_hold_code(entry.name) || entry.name.ends_with(".whl")))
        found(below);
    }
    if (depth == 0 && seen_ > most_files)
      result_.left_out.push_back(fmt::format("{}: {} more files", path, seen_ - most_files));
  }

  void wheel(const std::string& path, std::unique_ptr<base::ByteSource> source) {
    const std::shared_ptr<base::ByteSource> whole = std::move(source);
    const auto members = image::read_zip(*whole);
    if (!members) return unreadable(path, "", members.error().message);
    for (const auto& member : *members) {
      if (!may_hold_code(member.name)) continue;
      auto opened = image::open_zip_member(*whole, member);
      if (opened)
        add({path, member.name, whole, std::move(*opened)});
      else
        unreadable(path, member.name, opened.error().message);
    }
  }

  Machine& machine_;
  Inspection& result_;
  std::vector<Job> jobs_;
  std::size_t seen_ = 0;
};

/// The environments among the paths, which are asked for what their frameworks load.
Result<void> add_frameworks(Machine& machine, const catalog::Catalog& catalog, const InspectOptions& options,
                            Inspection& result) {
  FrameworkLoadOptions wanted{options.environments, options.frameworks};
  for (const auto& path : options.paths)
    if (probe::is_environment(machine, path).value_or(false)) wanted.environments.push_back(path);
  if (wanted.environments.empty() && wanted.frameworks.empty()) return {};
  auto loads = framework_loads(machine, catalog, wanted);
  if (!loads) return std::unexpected(loads.error());
  result.frameworks = *std::move(loads);
  return {};
}

}  // namespace

Result<Inspection> inspect(Machine& machine, const catalog::Catalog& catalog, const InspectOptions& options) {
  Inspection result;
  result.tool_version = GPUENV_VERSION;
  for (const auto& name : options.cards) {
    auto card = card_called(catalog, name);
    if (!card) return std::unexpected(card.error());
    result.cards.push_back(*std::move(card));
  }
  for (const auto& path : options.paths)
    if (machine.status(path).absent()) return base::usage_error(path + ": no such file or folder");
  if (options.cards.empty()) result.cards = cards_here(machine, catalog);
  Walk walk(machine, result);
  result.load_view = options.load;
  const bool load = options.load.trace || options.load.tree || options.load.symbols;
  for (const auto& path : options.paths) {
    walk.named(path);
    if (!load) continue;
    for (auto& each : loads_of(machine, path, options.load.symbols)) result.loads.push_back(std::move(each));
  }
  if (auto added = add_frameworks(machine, catalog, options, result); !added)
    return std::unexpected(added.error());
  return result;
}

}  // namespace gpuenv::app
