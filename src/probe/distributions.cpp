// Installed distributions, from the names of their folders and, where it matters, their METADATA.
#include "base/text.h"
#include "parse/distribution_names.h"
#include "probe/site.h"

namespace gpuenv::probe {
namespace {

using base::Version;
using machine::FileKind;
using model::Distribution;

/// Name and version stand in the first lines.
constexpr std::size_t metadata_beginning = 4096;

struct Headers {
  Known<std::string> text;
  std::string path;
};

Headers read_headers(Machine& machine, const std::string& folder, const machine::DirectoryEntry& entry) {
  std::string path = folder;
  if (entry.name.ends_with(".dist-info"))
    path = machine.join(folder, "METADATA");
  else if (entry.kind != FileKind::file)  // older egg-info is a single file
    path = machine.join(folder, "PKG-INFO");
  return {machine.read_file(path, metadata_beginning), path};
}

void fill_from_headers(Machine& machine, const machine::DirectoryEntry& entry, Distribution& distribution,
                       std::vector<std::string>& notes) {
  const Headers headers = read_headers(machine, distribution.path, entry);
  const auto told = headers.text.known() ? parse::metadata_headers(*headers.text) : std::nullopt;
  if (told) {
    distribution.name = parse::normal_name(told->name);
    if (Version(told->version).valid()) distribution.version = Version(told->version);
  }
  if (told && Version(told->version).valid()) return;
  const std::string fault = headers.text.known() ? headers.path + ": has no name and version"
                                                 : reason_at(headers.path, headers.text.why());
  notes.push_back(fault + "; they are taken from the folder's name");
}

void fill_marks(Machine& machine, Distribution& distribution) {
  const std::string requested = machine.join(distribution.path, "REQUESTED");
  distribution.requested = is_there(machine, requested);
  const auto installer = machine.read_file(machine.join(distribution.path, "INSTALLER"), small_file);
  if (installer.known()) distribution.installer = base::valid_utf8(base::trim(installer->substr(0, 64)));
}

}  // namespace

Known<std::vector<Distribution>> read_distributions(Machine& machine, const std::vector<SiteFolder>& folders,
                                                    const FrameworkRows& rows,
                                                    std::vector<std::string>& notes) {
  std::vector<Distribution> list;
  for (const auto& folder : folders) {
    if (!folder.entries.known()) return folder.entries.no_value<std::vector<Distribution>>();
    for (const auto& entry : *folder.entries) {
      const auto named = parse::distribution_folder(entry.name);
      if (!named) continue;
      Distribution distribution;
      distribution.name = parse::normal_name(named->name);
      distribution.version = Version(named->version);
      distribution.path = machine.join(folder.path, entry.name);
      if (rows.concerns(distribution.name) || !distribution.version.valid())
        fill_from_headers(machine, entry, distribution, notes);
      if (rows.concerns(distribution.name)) fill_marks(machine, distribution);
      list.push_back(std::move(distribution));
    }
  }
  return {std::move(list), folders.empty() ? std::string() : folders.front().path};
}

}  // namespace gpuenv::probe
