// Host compilers of toolkits, single numbers, and what memory is enough for (data/toolkits.toml,
// data/limits.toml, data/memory.toml).
#include "base/text.h"
#include "catalog/catalog.h"
#include "catalog/decode.h"

namespace gpuenv::catalog {

std::optional<HostCompilers> Catalog::host_compilers(const Version& toolkit) const {
  const Blob blob(this->blob());
  std::optional<HostCompilers> found;
  if (!toolkit.valid()) return found;
  for (const BlobRow& row : blob.rows("toolkits:toolkit")) {
    if (!toolkit.begins_with(Version(row.text("series"))) || row.text("gcc_max").empty()) continue;
    const HostCompilers here{base::small_number(row.text("gcc_min")),
                             base::small_number(row.text("gcc_max"))};
    // Updates of a series accept what the ones before them did, so the widest range is never too narrow.
    if (!found || here.gcc_max > found->gcc_max) found = here;
  }
  return found;
}

std::optional<long long> Catalog::limit(Limit limit) const {
  const Blob blob(this->blob());
  for (const BlobRow& row : blob.rows("limits:limit"))
    if (row.text("id") == limit_ids[static_cast<size_t>(limit)]) return base::number(row.text("value"));
  return std::nullopt;
}

std::optional<MemoryUse> Catalog::memory_use(long long mib) const {
  const Blob blob(this->blob());
  std::optional<MemoryUse> found;
  long long most = -1;
  for (const BlobRow& row : blob.rows("memory:memory")) {
    const long long from = base::number(row.text("from_mib"));
    if (from > mib || from <= most) continue;
    most = from;
    found = MemoryUse{std::string(row.text("en")), std::string(row.text("zh"))};
  }
  return found;
}

}  // namespace gpuenv::catalog
