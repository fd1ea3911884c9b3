// Driver branches and the lowest driver for a CUDA (data/drivers.toml, data/toolkits.toml).
#include <algorithm>

#include "base/text.h"
#include "catalog/catalog.h"
#include "catalog/decode.h"

namespace gpuenv::catalog {
namespace {

DriverBranch branch_from(const BlobRow& row) {
  DriverBranch branch;
  branch.name = row.text("name");
  branch.major = base::small_number(row.text("major"));
  branch.cuda = Version(row.text("cuda_max"));
  branch.end_of_life = row.text("eol");
  branch.unconfirmed = unconfirmed(row, {"cuda_max"});
  return branch;
}

/// True when a span like "418-419, 425-426" holds the number.
bool in_series(std::string_view series, int number) {
  for (const std::string_view range : base::split(series, ',')) {
    const auto ends = base::split(base::trim(range), '-');
    if (!ends.empty() && number >= base::number(ends.front()) && number <= base::number(ends.back()))
      return true;
  }
  return false;
}

/// True when a version writes its major only: "12".
bool major_only(const Version& version) {
  return version.text().find('.') == std::string::npos;
}

/// Minor-version compatibility began with CUDA 11: before it every series has its own floor.
constexpr int first_compatible_major = 11;

}  // namespace

std::vector<DriverBranch> Catalog::driver_branches() const {
  const Blob blob(this->blob());
  std::vector<DriverBranch> result;
  for (const BlobRow& row : blob.rows("drivers:branch")) result.push_back(branch_from(row));
  return result;
}

std::optional<DriverBranch> Catalog::branch_of(const Version& driver, OsFamily os) const {
  const Blob blob(this->blob());
  for (const BlobRow& row : blob.rows("drivers:branch")) {
    const bool here = os == OsFamily::windows ? in_series(row.text("windows_series"), driver.major_number())
                                              : base::number(row.text("major")) == driver.major_number();
    if (here) return branch_from(row);
  }
  return std::nullopt;
}

std::optional<DriverFloor> Catalog::driver_floor(const Version& cuda) const {
  const Blob blob(this->blob());
  if (!cuda.valid()) return std::nullopt;
  if (cuda.major_number() >= first_compatible_major) {
    for (const BlobRow& row : blob.rows("toolkits:mvc_rule"))
      if (base::number(row.text("cuda_major")) == cuda.major_number())
        return DriverFloor{std::string(row.text("cuda_major")), Version(row.text("min_driver_linux")),
                           Version(row.text("min_driver_windows"))};
    return std::nullopt;
  }
  // The lowest of the series: which of its updates a build was made with is not known.
  std::optional<DriverFloor> floor;
  if (major_only(cuda)) return floor;
  for (const BlobRow& row : blob.rows("toolkits:toolkit")) {
    if (!cuda.begins_with(Version(row.text("series")))) continue;
    const DriverFloor own{std::string(row.text("series")), Version(row.text("mvc_min_linux")),
                          Version(row.text("mvc_min_windows"))};
    if (!floor) floor = own;
    floor->linux_driver = std::min(floor->linux_driver, own.linux_driver);
    floor->windows_driver = std::min(floor->windows_driver, own.windows_driver);
  }
  return floor;
}

bool Catalog::knows_toolkit(const Version& cuda) const {
  const Blob blob(this->blob());
  if (!cuda.valid()) return false;
  const std::vector<BlobRow> rows = blob.rows("toolkits:toolkit");
  return std::any_of(rows.begin(), rows.end(), [&](const BlobRow& row) {
    const Version series(row.text("series"));
    return major_only(cuda) ? series.major_number() == cuda.major_number() : cuda.begins_with(series);
  });
}

}  // namespace gpuenv::catalog
