// What the driver lacks for the CUDA of a build.
#pragma once

#include <optional>
#include <string>

#include "check/support.h"

namespace gpuenv::check {

/// What a driver has to be for a CUDA, in words and as the version that the first such driver has.
struct DriverNeed {
  std::string cuda;
  std::string text;
  base::Version driver;
};

/// Nothing where the driver is new enough, or where that cannot be told.
std::optional<DriverNeed> driver_need(const Input& input, const model::Framework& framework);

}  // namespace gpuenv::check
