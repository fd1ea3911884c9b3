// Which of two builds that both fit is the better one, and in which point.
#pragma once

#include "resolve/choose.h"

namespace gpuenv::resolve {

/// What counts when builds are compared, the weightiest first.
struct Rank {
  /// How the cards are served: all by compiled code, some by PTX only, or nobody listed its architectures.
  enum class Code { native, ptx, unknown };
  Code code = Code::native;
  bool confirmed = true;  ///< its row, Pythons and driver floor are known and confirmed
  bool mature = true;     ///< not an x.y.0 of the last three months
  base::Version version;
  bool default_index = false;  ///< what an installer takes when no index is named
  bool full_driver = true;     ///< the driver serves its CUDA without minor-version compatibility
  base::Version cuda;
};

Rank rank_of(const Candidate& candidate, const Ground& ground, const model::Wish& wish);

/// The first point in which two ranks differ.
struct Difference {
  bool better = false;  ///< a is the better one
  const char* reason =
      "";  ///< ptx, unconfirmed, young, older, variant: what is worse about the other; "" = equal
};

Difference compare(const Rank& a, const Rank& b);

/// True for an x.y.0 that came out less than 90 days before the date of the knowledge. Dates are "2026-10-14"
/// or "2026-10" (taken as the middle of the month); without a date a release counts as old.
bool young(const catalog::FrameworkBuild& build, std::string_view today);

}  // namespace gpuenv::resolve
