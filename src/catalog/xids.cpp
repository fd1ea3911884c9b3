// Error codes of the driver in the kernel log (data/xids.toml).
#include "base/text.h"
#include "catalog/catalog.h"
#include "catalog/decode.h"

namespace gpuenv::catalog {

std::optional<XidCode> Catalog::xid(int code) const {
  const Blob blob(this->blob());
  for (const BlobRow& row : blob.rows("xids:xid"))
    if (base::small_number(row.text("code")) == code)
      return XidCode{code, std::string(row.text("meaning")), std::string(row.text("kind"))};
  return std::nullopt;
}

}  // namespace gpuenv::catalog
