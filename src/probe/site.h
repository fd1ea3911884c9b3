// The folders from which an environment imports packages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/environment.h"
#include "probe/ask.h"
#include "probe/framework_rows.h"

namespace gpuenv::probe {

struct SiteFolder {
  std::string path;
  Known<std::vector<machine::DirectoryEntry>> entries;
  bool own = true;  ///< the environment's own; not the user's folder or the base's
};

/// The folders in the order in which Python looks into them; absent ones are left out.
std::vector<SiteFolder> site_folders(Machine& machine, const model::Environment& environment);
/// Those of the interpreter that a venv was made from.
std::vector<SiteFolder> base_site_folders(Machine& machine, const std::string& home,
                                          const base::Version& python);

/// The distributions in these folders; unknown when one of them cannot be listed. The name of the folder
/// tells name and version; only for distributions that concern a framework is METADATA read (both agree in
/// all wheels that were measured), because opening a file for each one would cost more than all the rest.
/// `notes` gets a sentence for each METADATA that cannot be used.
Known<std::vector<model::Distribution>> read_distributions(Machine& machine,
                                                           const std::vector<SiteFolder>& folders,
                                                           const FrameworkRows& rows,
                                                           std::vector<std::string>& notes);

/// The first site folder that holds a folder (or file) of this name, or nullptr.
const SiteFolder* site_with(const Machine& machine, const std::vector<SiteFolder>& folders,
                            std::string_view name);

}  // namespace gpuenv::probe
