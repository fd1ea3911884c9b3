// Why a build cannot serve a wish.
#pragma once

#include <optional>
#include <string>

#include "base/sm.h"
#include "resolve/choose.h"

namespace gpuenv::resolve {

struct Refusal {
  const char* reason;  ///< os, architecture, python, driver, arch, libraries, beside, version
  std::string detail;  ///< "built for sm_75 and newer; the card is sm_61"
};

/// The first reason that applies, in the order of `reason` above; nothing when the build fits.
std::optional<Refusal> refuse(const Candidate& candidate, const Ground& ground, const model::Wish& wish);

/// As refuse(), and also (arch) when a build whose architectures nobody listed can be judged by the lists of
/// other releases in the same variant, and none of those serves the cards.
std::optional<Refusal> refuse_among(std::span<const Candidate> all, const Candidate& candidate,
                                    const Ground& ground, const model::Wish& wish);

/// Whether a build's CUDA is older than another; "12" stands for any 12.x.
bool made_before(const base::Version& cuda, const base::Version& first);

/// What the toolkits have for a card of the wish; nothing but the card where that is not known.
catalog::CardSupport support_of(const Ground& ground, const base::Sm& card);

/// How a build serves the card that it serves worst; nothing when its architectures are not known.
std::optional<base::Serves> serves_all(const catalog::FrameworkBuild& build, const model::Wish& wish);

/// The oldest driver on which a build serves the cards of a wish; invalid = not known.
base::Version needed_driver(const Candidate& candidate, const model::Wish& wish);

}  // namespace gpuenv::resolve
