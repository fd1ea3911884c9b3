// Walks through what was named, and has each library read.
#include "app/inspect.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "app/inspect_file.h"
#include "base/text.h"
#include "image/zip.h"
#include "loader/linux.h"
#include "probe/probe.h"

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

/// By its name a file that may hold device code.
bool may_hold_code(std::string_view name) {
  const std::string lower = base::lower(name);
  if (lower.ends_with(".so") || lower.contains(".so.")) return true;
  constexpr std::array<std::string_view, 9> endings{".dll", ".pyd", ".exe",    ".a",    ".lib",
                                                    ".o",   ".obj", ".fatbin", ".cubin"};
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return lower.ends_with(ending); });
}

class Walk {
 public:
  Walk(Machine& machine, Inspection& result) : machine_(machine), result_(result) {}

  /// Named by the user: always told, whatever it holds.
  void named(const std::string& path) {
    const auto status = machine_.status(path);
    if (status.known() && status->kind == FileKind::directory) return folder(path, 0);
    auto source = machine_.open_file(path);
    if (!source.known()) return unreadable(path, source.why().detail);
    if (is_wheel(**source)) return wheel(path, **source);
    result_.files.push_back(inspect_file(**source, path, ""));
  }

 private:
  static bool is_wheel(base::ByteSource& source) {
    std::array<char, 4> beginning{};
    const auto bytes = source.read_at(0, beginning);
    return bytes && image::is_zip(*bytes);
  }

  void unreadable(const std::string& path, const std::string& why) {
    InspectedFile file;
    file.path = path;
    file.error = why;
    result_.files.push_back(std::move(file));
  }

  /// Only what has code, or is damaged, is worth a line among thousands.
  void keep(InspectedFile file) {
    if (file.code.empty() && file.error.empty())
      ++result_.without_code;
    else
      result_.files.push_back(std::move(file));
  }

  void found(const std::string& path) {
    if (++seen_ > most_files) return;
    auto source = machine_.open_file(path);
    if (!source.known()) return unreadable(path, source.why().detail);
    if (path.ends_with(".whl")) return wheel(path, **source);
    if (holds_binary(**source)) keep(inspect_file(**source, path, ""));
  }

  void folder(const std::string& path, int depth) {
    if (depth > deepest_folder) return result_.left_out.push_back(path + ": too deep");
    const auto entries = machine_.list(path);
    if (!entries.known()) return unreadable(path, entries.why().detail);
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

  void wheel(const std::string& path, base::ByteSource& source) {
    const auto members = image::read_zip(source);
    if (!members) return unreadable(path, members.error().message);
    for (const auto& member : *members) {
      if (!may_hold_code(member.name)) continue;
      const auto opened = image::open_zip_member(source, member);
      if (!opened) {
        unreadable(path, member.name + ": " + opened.error().message);
        result_.files.back().member = member.name;
      } else if (holds_binary(**opened)) {
        keep(inspect_file(**opened, path, member.name));
      }
    }
  }

  Machine& machine_;
  Inspection& result_;
  std::size_t seen_ = 0;
};

model::InspectedCard described(const std::string& name, const base::Sm& sm) {
  return {name + " (" + sm.name() + ")", sm};
}

/// People leave out the maker and the line: "RTX 4090", "A100-SXM4-80GB".
std::optional<catalog::Gpu> card_named(const catalog::Catalog& catalog, const std::string& name) {
  for (const char* line : {"", "GeForce ", "Tesla ", "Quadro "})
    if (auto gpu = catalog.gpu_by_name(line + name)) return gpu;
  return std::nullopt;
}

Result<std::vector<model::InspectedCard>> named_cards(const catalog::Catalog& catalog,
                                                      const std::vector<std::string>& names) {
  std::vector<model::InspectedCard> cards;
  for (const auto& name : names) {
    const auto sm = base::parse_sm(name);
    const auto gpu = sm ? std::nullopt : card_named(catalog, name);
    if (!sm && !gpu)
      return base::usage_error(fmt::format(
          "--gpu {}: no card of that name is known; a compute capability such as 8.9 will do.", name));
    cards.push_back(sm ? model::InspectedCard{sm->name(), *sm}
                       : described(gpu->name, gpu->compute_capability));
  }
  return cards;
}

std::vector<model::InspectedCard> cards_here(Machine& machine, const catalog::Catalog& catalog) {
  std::vector<model::InspectedCard> cards;
  const auto found = probe::examine_cards(machine, catalog);
  for (const auto& gpu : found.nvidia.value_or({}))
    if (gpu.compute_capability.known()) cards.push_back(described(gpu.label(), *gpu.compute_capability));
  return cards;
}

model::LoadResult load(Machine& machine, const std::string& path) {
  loader::LoadRequest request;
  request.program = path;
  request.named_to_loader = true;
  for (const char* name : {"LD_LIBRARY_PATH", "LD_PRELOAD"})
    if (const auto value = machine.variable(name); value.known()) request.environment[name] = *value;
  return loader::load(machine, request);
}

}  // namespace

Result<Inspection> inspect(Machine& machine, const catalog::Catalog& catalog, const InspectOptions& options) {
  Inspection result;
  result.tool_version = GPUENV_VERSION;
  auto cards = named_cards(catalog, options.cards);
  if (!cards) return std::unexpected(cards.error());
  for (const auto& path : options.paths)
    if (machine.status(path).absent()) return base::usage_error(path + ": no such file or folder");
  result.cards = options.cards.empty() ? cards_here(machine, catalog) : *std::move(cards);
  Walk walk(machine, result);
  for (const auto& path : options.paths) {
    walk.named(path);
    if (!options.load || result.files.empty()) continue;
    const InspectedFile& last = result.files.back();
    if (last.path == path && last.member.empty() && last.format == "ELF")
      result.loads.push_back(load(machine, path));
  }
  return result;
}

}  // namespace gpuenv::app
