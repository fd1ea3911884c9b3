// Why no build of a release was taken.
#include <array>

#include "resolve/choose.h"
#include "resolve/refuse.h"

namespace gpuenv::resolve {
namespace {

/// From the reason that is farthest from a fit to the nearest; the first two are about other machines.
constexpr std::array<std::string_view, 7> reasons{"os",   "architecture", "python", "driver",
                                                  "arch", "libraries",    "beside"};

size_t place_of(std::string_view reason) {
  size_t place = 0;
  while (place < reasons.size() && reasons[place] != reason) ++place;
  return place;
}

}  // namespace

/// Of several builds the one that is nearest to fit tells it.
std::string reason_among(std::span<const Candidate> candidates, const Ground& ground, model::Wish wish,
                         const base::Version& release) {
  wish.version = base::Version(release.public_text());
  std::string nearest = "unlisted";
  size_t best = place_of("architecture");
  for (const auto& candidate : candidates) {
    const auto refusal = refuse_among(candidates, candidate, ground, wish);
    if (!refusal) return "ptx";
    const size_t place = place_of(refusal->reason);
    if (place <= best || place == reasons.size()) continue;
    // The version is asked for last, so the reason may hold for another release.
    const auto& has = candidate.build.version;
    if (!has.begins_with(wish.version) && !wish.version.begins_with(has)) continue;
    best = place;
    nearest = refusal->reason;
  }
  return nearest;
}

}  // namespace gpuenv::resolve
