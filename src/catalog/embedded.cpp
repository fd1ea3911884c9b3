// The tables that the build packed into the program (cmake/generated.cmake).
#include "catalog/catalog.h"

extern "C" {
extern const char gpuenv_catalog_blob[];
extern const char gpuenv_catalog_blob_end[];
}

namespace gpuenv::catalog {

Catalog Catalog::embedded() {
  return Catalog({},
                 {gpuenv_catalog_blob, static_cast<size_t>(gpuenv_catalog_blob_end - gpuenv_catalog_blob)});
}

}  // namespace gpuenv::catalog
