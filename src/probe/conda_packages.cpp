// What conda itself says that it installed: one record for each package.
#include "parse/conda_record.h"
#include "probe/environment.h"

namespace gpuenv::probe {

Known<std::vector<model::CondaPackage>> read_conda_packages(Machine& machine,
                                                            const model::Environment& environment) {
  using Packages = std::vector<model::CondaPackage>;
  if (environment.kind != "conda")
    return Unknown{Why::absent, environment.path + ": is no conda environment"};
  const std::string folder = machine.join(environment.path, "conda-meta");
  const auto records = machine.list(folder);
  if (!records.known()) return records.no_value<Packages>();
  Packages packages;
  for (const auto& record : *records)
    if (auto package = parse::conda_record(record.name)) packages.push_back(*std::move(package));
  return {std::move(packages), folder};
}

}  // namespace gpuenv::probe
