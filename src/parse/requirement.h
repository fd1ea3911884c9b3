// Requirements of Python distributions (packaging.python.org, dependency specifiers).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/os.h"
#include "base/version.h"
#include "model/environment.h"

namespace gpuenv::parse {

/// What the markers of a requirement are compared with.
struct MarkerContext {
  base::OsFamily os = base::OsFamily::linux;
  std::string architecture = "x86_64";  ///< in Linux' spelling
  base::Version python;  ///< invalid = not known: requirements that ask for it are taken as asked
};

/// One requirement as it stands behind "Requires-Dist:"; nothing when its marker leaves it out for every
/// extra, and for text that is no requirement. An extra of the marker goes into Requirement::extra.
std::optional<model::Requirement> requirement(std::string_view text, const MarkerContext& context);

/// The requirements in the headers of a METADATA file that hold here.
std::vector<model::Requirement> requirements(std::string_view metadata, const MarkerContext& context);

}  // namespace gpuenv::parse
