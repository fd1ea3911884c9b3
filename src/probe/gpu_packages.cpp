// Packages that compute on the GPU by themselves: which are here, and for which CUDA they were built.
#include "probe/environment.h"

namespace gpuenv::probe {
namespace {

using model::Build;

/// The CUDA that the catalog knows for this release: by its name, or by the libraries that it opens.
int cuda_of(const catalog::Catalog& catalog, const model::Distribution& distribution) {
  if (const auto row = catalog.cuda_package(distribution.name)) return row->cuda_major;
  const auto user = catalog.library_user(distribution.name, distribution.version);
  return user ? user->cuda_major : 0;
}

Known<Build> build_of(Machine& machine, const model::Environment& environment,
                      const catalog::Catalog& catalog, const catalog::GpuPackage& row,
                      const model::Distribution& distribution) {
  if (const int cuda = cuda_of(catalog, distribution))
    return {Build{Build::Kind::cuda, "cuda" + std::to_string(cuda), base::Version(std::to_string(cuda))},
            "catalog: " + distribution.name};
  const bool windows = machine.traits().os == base::OsFamily::windows;
  const std::string& file = windows ? row.windows_file : row.linux_file;
  if (file.empty()) return Unknown{Why::unsupported, distribution.name + ": its files do not tell"};
  const auto there = is_there(machine, below(machine, environment.site_packages, file));
  if (!there.known()) return there.no_value<Build>();
  return {Build{*there ? Build::Kind::cuda : Build::Kind::cpu, *there ? "cuda" : "cpu", {}}, there.origin()};
}

}  // namespace

void read_gpu_packages(Machine& machine, const catalog::Catalog& catalog,
                       std::vector<model::Environment>& environments) {
  const auto rows = catalog.gpu_packages();
  for (auto& environment : environments) {
    if (!environment.distributions.known()) continue;
    for (const auto& row : rows)
      if (const auto* distribution = environment.find(row.name))
        environment.gpu_packages.push_back(
            {row.name, distribution->version, build_of(machine, environment, catalog, row, *distribution)});
  }
}

}  // namespace gpuenv::probe
