// Values of the columns that several tables share.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/os.h"
#include "base/sm.h"
#include "base/version.h"
#include "catalog/blob.h"

namespace gpuenv::catalog {

/// "linux" and "windows"; other for other text.
base::OsFamily os_named(std::string_view name);

/// The numbers of a list of compute capabilities; what is no number is left out.
std::vector<base::Sm> sms(const std::vector<std::string_view>& texts);

/// Ids of the rows of limits.toml, in the order of Limit.
inline constexpr std::string_view limit_ids[] = {"wsl.windows-build", "disk.almost-full"};

/// True when the row as a whole, or one of the named fields, could not be confirmed.
bool unconfirmed(const BlobRow& row, const std::vector<std::string_view>& fields);

}  // namespace gpuenv::catalog
