// Reads the RECORDs; see load_owners.h.
#include "app/load_owners.h"

#include "parse/record.h"
#include "probe/ask.h"
#include "probe/integrity.h"

namespace gpuenv::app {

LoadOwners::LoadOwners(machine::Machine& machine, const model::Environment& environment) {
  if (!environment.distributions.known()) return;
  const auto& style = machine.traits().paths;
  for (const auto& distribution : *environment.distributions) {
    const auto record =
        machine.read_file(machine.join(distribution.path, "RECORD"), probe::most_record_bytes);
    if (!record.known()) continue;
    const std::string site = base::parent_path(style, distribution.path);
    parse::record_lines(*record, record->size() == probe::most_record_bytes, parse::is_native_library,
                        [&](const parse::RecordLine& line) {
                          std::string path = base::normal_path(style, probe::below(machine, site, line.path));
                          by_name_.emplace(base::file_name(style, path), File{path, &distribution});
                          owners_.emplace(std::move(path), &distribution);
                        });
  }
}

const model::Distribution* LoadOwners::owner(const std::string& path) const {
  const auto found = owners_.find(path);
  return found == owners_.end() ? nullptr : found->second;
}

std::vector<LoadOwners::File> LoadOwners::named(const std::string& name) const {
  std::vector<File> files;
  for (auto [at, end] = by_name_.equal_range(name); at != end; ++at) files.push_back(at->second);
  return files;
}

}  // namespace gpuenv::app
