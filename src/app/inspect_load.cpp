// Finds the files, and has each loaded in thought; see inspect_load.h.
#include "app/inspect_load.h"

#include <array>

#include "image/elf_header.h"
#include "loader/linux.h"

namespace gpuenv::app {
namespace {

using machine::FileKind;
using machine::Machine;

constexpr int deepest_folder = 40;
constexpr std::size_t most_files = 20'000;

bool is_elf_file(Machine& machine, const std::string& path) {
  auto source = machine.open_file(path);
  if (!source.known()) return false;
  std::array<char, 64> buffer{};
  const auto beginning = (*source)->read_at(0, buffer);
  return beginning && image::is_elf(*beginning);
}

/// Links are left out: they lead to what is found anyway, or in circles.
void collect(Machine& machine, const std::string& folder, int depth, std::vector<std::string>& files) {
  const auto entries = machine.list(folder);
  if (!entries.known() || depth > deepest_folder) return;
  for (const auto& entry : *entries) {
    const std::string path = machine.join(folder, entry.name);
    if (entry.kind == FileKind::directory) collect(machine, path, depth + 1, files);
    const bool library = entry.name.ends_with(".so") || entry.name.contains(".so.");
    if (entry.kind == FileKind::file && library && files.size() < most_files && is_elf_file(machine, path))
      files.push_back(path);
  }
}

model::LoadResult load(Machine& machine, const std::string& path, bool symbols) {
  loader::LoadRequest request;
  request.program = path;
  request.named_to_loader = true;
  request.record_bindings = symbols;
  for (const char* name : {"LD_LIBRARY_PATH", "LD_PRELOAD"})
    if (const auto value = machine.variable(name); value.known()) request.environment[name] = *value;
  model::LoadResult result = loader::load(machine, request);
  result.of = path;
  std::erase_if(result.bindings, [&](const auto& each) { return each.used_by != path; });
  return result;
}

}  // namespace

std::vector<model::LoadResult> loads_of(Machine& machine, const std::string& path, bool symbols) {
  std::vector<std::string> files;
  const auto status = machine.status(path);
  if (status.known() && status->kind == FileKind::directory)
    collect(machine, path, 0, files);
  else if (is_elf_file(machine, path))
    files.push_back(path);
  std::vector<model::LoadResult> results;
  for (const std::string& file : files) results.push_back(load(machine, file, symbols));
  return results;
}

}  // namespace gpuenv::app
