// The pure core of resolve: candidates and a wish in, a plan out; needs no catalog, only rows.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "model/plan.h"

namespace gpuenv::resolve {

/// A build with the drivers that it needs on the system of the wish.
struct Candidate {
  catalog::FrameworkBuild build;
  base::Version driver_floor;      ///< lowest driver for its compiled code; invalid = not known
  base::Version ptx_driver_floor;  ///< lowest driver that compiles PTX of its toolkit; invalid = not known
};

/// The CUDA toolkits that make compiled code for a card; invalid = not known, or no end in sight.
struct CardToolkits {
  base::Sm card;
  base::Version first;  ///< first that knows the card's major number
  base::Version last;
};

/// What choosing needs to know besides the candidates.
struct Ground {
  std::string date;                 ///< of the knowledge, "2026-12-02": how young a release is
  base::Version driver_cuda;        ///< highest CUDA of the driver in the wish; invalid = not known
  std::vector<CardToolkits> cards;  ///< of the wish; they judge builds whose architectures are not known
};

/// The best candidate for a wish, with a reason for each of the others.
model::Plan choose(std::span<const Candidate> candidates, const Ground& ground, const model::Wish& wish);

/// As choose(), trying the installed release, then its minor series, then any version.
model::Plan choose_near(std::span<const Candidate> candidates, const Ground& ground, model::Wish wish,
                        const base::Version& installed);

/// See resolve::single_changes (defined in changes.cpp); `elsewhere` are the candidates for Linux when the
/// wish is for Windows, else empty.
std::vector<std::string> changes_that_help(std::span<const Candidate> candidates,
                                           std::span<const Candidate> elsewhere, const Ground& ground,
                                           const model::Wish& wish);

}  // namespace gpuenv::resolve
