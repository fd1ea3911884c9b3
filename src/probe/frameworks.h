// Frameworks in an environment, read from their files and distributions; nothing is imported.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/environment.h"
#include "parse/python_literals.h"
#include "probe/environment.h"
#include "probe/framework_rows.h"
#include "probe/site.h"

namespace gpuenv::probe {

std::vector<model::Framework> read_frameworks(Machine& machine, const std::vector<SiteFolder>& folders,
                                              const model::Environment& environment,
                                              const EnvironmentContext& context);

/// What the framework's own files say, by the fields of its catalog rows.
class FrameworkFiles {
 public:
  FrameworkFiles(Machine& machine, const catalog::Framework& row, std::string site);

  /// The catalog knows a file that tells this field on this system.
  bool declares(std::string_view field) const { return file_of(field) != nullptr; }
  /// The value of a field; absent when the file does not say; the origin is file and line.
  Known<parse::PythonValue> value(std::string_view field);
  /// The value of another assignment in the file that tells `field`; absent when there is none.
  Known<parse::PythonValue> beside(std::string_view field, std::string_view key);
  /// For fields that a file tells by being there.
  Known<bool> exists(std::string_view field);
  /// Whether the file that tells a field is certainly not there.
  bool file_missing(std::string_view field);
  std::string path_of(std::string_view field) const;
  /// All places at which the file may lie that tells a field, the likeliest first.
  std::vector<std::string> paths_of(std::string_view field) const;

 private:
  bool is_for(const catalog::FrameworkFile& file, std::string_view field) const;
  const catalog::FrameworkFile* file_of(std::string_view field) const;
  const Known<std::string>& text(const std::string& path);

  Machine& machine_;
  const catalog::Framework& row_;
  std::string site_;
  std::map<std::string, Known<std::string>> texts_;
};

/// A framework in the environment while it is being read.
struct FrameworkView {
  const catalog::Framework& row;
  const model::Environment& environment;
  std::vector<const model::Distribution*> distributions;  ///< those that bring it, in the order of the row
  FrameworkFiles files;
  bool from_conda = false;
};

/// The build: from the version's local part, from what the files say of CUDA, from the package that wrote
/// them, and only then from what is installed.
Known<model::Build> read_build(Machine& machine, FrameworkView& view);

/// Fills cubins and ptx: from the framework's own list, else from its libraries, else from the catalog's row
/// for this build.
void fill_architectures(Machine& machine, model::Framework& framework, FrameworkView& view,
                        const EnvironmentContext& context);

}  // namespace gpuenv::probe
