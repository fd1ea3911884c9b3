// The pure core of resolve: candidates and a wish in, a plan out; needs no catalog, only rows.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "model/plan.h"
#include "resolve/resolve.h"
#include "resolve/setting.h"

namespace gpuenv::resolve {

/// A build with the drivers that it needs on the system of the wish.
struct Candidate {
  catalog::FrameworkBuild build;
  base::Version driver_floor;      ///< lowest driver for its compiled code; invalid = not known
  base::Version ptx_driver_floor;  ///< lowest driver that compiles PTX of its toolkit; invalid = not known
};

/// What choosing needs to know besides the candidates.
struct Ground {
  std::string date;                         ///< of the knowledge, "2026-12-02": how young a release is
  base::Version driver_cuda;                ///< highest CUDA of the driver in the wish; invalid = not known
  std::vector<catalog::CardSupport> cards;  ///< of the wish
  Setting setting;
};

/// The best candidate for a wish, with a reason for each of the others.
model::Plan choose(std::span<const Candidate> candidates, const Ground& ground, const model::Wish& wish);

/// As choose(), trying the installed release, then its minor series, then any version.
model::Plan choose_near(std::span<const Candidate> candidates, const Ground& ground, model::Wish wish,
                        const base::Version& installed);

/// See resolve::reason_against (defined in against.cpp).
std::string reason_among(std::span<const Candidate> candidates, const Ground& ground, model::Wish wish,
                         const base::Version& release);

/// See resolve::single_changes (defined in changes.cpp); `elsewhere` are the candidates for Linux when the
/// wish is for Windows, else empty.
std::vector<Change> changes_that_help(std::span<const Candidate> candidates,
                                      std::span<const Candidate> elsewhere, const Ground& ground,
                                      const model::Wish& wish);

}  // namespace gpuenv::resolve
