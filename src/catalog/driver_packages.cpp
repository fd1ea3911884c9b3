// How distributions install the driver (data/driver_packages.toml).
#include <algorithm>

#include "base/text.h"
#include "catalog/catalog.h"
#include "catalog/decode.h"

namespace gpuenv::catalog {
namespace {

std::string_view major_of(std::string_view version) {
  return version.substr(0, version.find('.'));
}

DriverFamily family_from(const BlobRow& row) {
  DriverFamily family;
  family.name = row.text("name");
  family.manager = row.text("manager");
  family.prepare = row.text("prepare");
  family.install = row.text("install");
  family.branch = std::max(base::small_number(row.text("branch")), 0);
  family.vendor_prepare = row.text("vendor_prepare");
  family.vendor_install = row.text("vendor_install");
  family.headers = row.text("headers");
  family.kernels = row.strings("kernels");
  family.rebuild = row.text("rebuild");
  family.initramfs = row.text("initramfs");
  family.key = row.text("key");
  family.compat = row.text("compat");
  return family;
}

/// The best row for one id: one that names the release before one for all releases.
std::optional<DriverFamily> family_with_id(const Blob& blob, std::string_view id, std::string_view version) {
  std::optional<DriverFamily> general;
  for (const BlobRow& row : blob.rows("driver_packages:family")) {
    if (!row.lists("ids", id)) continue;
    const auto versions = row.list("versions");
    if (versions.empty() && !general) general = family_from(row);
    if (std::find(versions.begin(), versions.end(), major_of(version)) != versions.end())
      return family_from(row);
  }
  return general;
}

}  // namespace

std::optional<DriverFamily> Catalog::driver_family(std::string_view id, const std::vector<std::string>& like,
                                                   std::string_view version) const {
  const Blob blob(this->blob());
  if (auto family = family_with_id(blob, id, version)) return family;
  // The version is the derivative's own and says nothing about the release it was made from.
  for (const auto& other : like)
    if (auto family = family_with_id(blob, other, "")) return family;
  return std::nullopt;
}

std::optional<LegacyDriver> Catalog::legacy_driver(std::string_view family, std::string_view branch,
                                                   std::string_view version) const {
  const Blob blob(this->blob());
  for (const BlobRow& row : blob.rows("driver_packages:legacy")) {
    if (row.text("family") != family || row.text("branch") != branch) continue;
    const auto versions = row.list("versions");
    if (!versions.empty() && std::find(versions.begin(), versions.end(), major_of(version)) == versions.end())
      continue;
    return LegacyDriver{std::string(row.text("command")), row.flag("unconfirmed")};
  }
  return std::nullopt;
}

}  // namespace gpuenv::catalog
