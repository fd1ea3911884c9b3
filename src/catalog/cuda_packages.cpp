// Packages that exist once for each CUDA major (data/toolkits.toml, cuda_package).
#include "base/text.h"
#include "catalog/blob.h"
#include "catalog/catalog.h"

namespace gpuenv::catalog {

std::optional<CudaPackage> Catalog::cuda_package(std::string_view name) const {
  const Blob blob(this->blob());
  for (const BlobRow& row : blob.rows("toolkits:cuda_package")) {
    if (row.text("name") != name) continue;
    return CudaPackage{std::string(name), base::small_number(row.text("cuda_major")),
                       Version(row.text("first")), Version(row.text("last")),
                       Version(row.text("toolkit_extra"))};
  }
  return std::nullopt;
}

std::vector<GpuPackage> Catalog::gpu_packages() const {
  const Blob blob(this->blob());
  std::vector<GpuPackage> packages;
  for (const BlobRow& row : blob.rows("toolkits:gpu_package"))
    packages.push_back({std::string(row.text("name")), std::string(row.text("file_linux")),
                        std::string(row.text("file_windows"))});
  return packages;
}

}  // namespace gpuenv::catalog
