// The pure core of resolve; see choose.h.
#include "resolve/choose.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "resolve/package.h"
#include "resolve/rank.h"
#include "resolve/refuse.h"

namespace gpuenv::resolve {
namespace {

using base::Version;
using catalog::FrameworkBuild;
using model::Plan;
using model::Wish;

/// The Python of the wish, else the newest that the build was made for.
std::string python_of(const FrameworkBuild& build, const Wish& wish) {
  if (wish.python.valid()) return wish.python.series();
  const auto older = [](const std::string& a, const std::string& b) { return Version(a) < Version(b); };
  const auto newest = std::max_element(build.pythons.begin(), build.pythons.end(), older);
  return newest == build.pythons.end() ? "" : *newest;
}

bool for_another_machine(std::string_view reason) {
  return reason == "os" || reason == "architecture";
}

/// Reasons that hold for a whole release are said once, not for each of its builds.
bool holds_for_release(std::string_view reason) {
  for (const std::string_view single : {"driver", "arch", "libraries", "beside", "variant"})
    if (reason == single) return false;
  return true;
}

std::string why_not(std::string_view reason, const FrameworkBuild& chosen) {
  if (reason == "ptx") return fmt::format("runs by PTX only; {} has compiled code", build_name(chosen));
  if (reason == "unconfirmed") return fmt::format("not confirmed; {} is", build_name(chosen));
  if (reason == "young")
    return fmt::format("first release of a new series; {} is mature", release_name(chosen));
  if (reason == "older") return fmt::format("{} is newer", release_name(chosen));
  return fmt::format("{} fits better", chosen.variant);
}

/// The lines about what was not taken, without repetitions.
class Rejections {
 public:
  void add(const FrameworkBuild& build, std::string reason, std::string detail) {
    std::string name = holds_for_release(reason) ? release_name(build) : build_name(build);
    if (said_.insert(name + '\n' + reason).second)
      lines_.push_back({std::move(name), std::move(reason), std::move(detail)});
  }
  std::vector<model::Rejected> take() { return std::move(lines_); }

 private:
  std::vector<model::Rejected> lines_;
  std::set<std::string> said_;
};

struct Fit {
  const Candidate* candidate;
  Rank rank;
};

/// A release has a row for each system and machine; the rows for others are news only where none is for this
/// one.
std::vector<Fit> fitting(std::span<const Candidate> candidates, const Ground& ground, const Wish& wish,
                         Rejections& rejections) {
  std::vector<Fit> fits;
  std::set<std::string> series_here;
  std::vector<std::pair<const FrameworkBuild*, Refusal>> elsewhere;
  for (const auto& candidate : candidates) {
    auto refusal = refuse_among(candidates, candidate, ground, wish);
    if (refusal && for_another_machine(refusal->reason)) {
      elsewhere.emplace_back(&candidate.build, std::move(*refusal));
      continue;
    }
    series_here.insert(candidate.build.version.text());
    if (refusal)
      rejections.add(candidate.build, refusal->reason, std::move(refusal->detail));
    else
      fits.push_back({&candidate, rank_of(candidate, ground, wish)});
  }
  for (auto& [build, refusal] : elsewhere)
    if (!series_here.contains(build->version.text()))
      rejections.add(*build, refusal.reason, std::move(refusal.detail));
  return fits;
}

/// Whether a build that nobody listed has no compiled code for the cards, as far as the lists of other
/// releases in its variant tell.
bool lists_know_ptx_only(std::span<const Candidate> candidates, const FrameworkBuild& build,
                         const Wish& wish) {
  bool listed = false;
  for (const auto& other : candidates) {
    if (other.build.variant != build.variant || !other.build.cubins) continue;
    if (serves_all(other.build, wish) == base::Serves::native) return false;
    listed = true;
  }
  return listed;
}

/// A plan, and whether its build has compiled code for the cards or may have.
struct Choice {
  Plan plan;
  bool by_ptx = false;
};

Choice best_of(std::span<const Candidate> candidates, const Ground& ground, const Wish& wish) {
  Choice choice;
  choice.plan.wish = wish;
  Rejections rejections;
  const auto fits = fitting(candidates, ground, wish, rejections);
  if (!fits.empty()) {
    const auto best = std::max_element(
        fits.begin(), fits.end(), [](const Fit& a, const Fit& b) { return compare(b.rank, a.rank).better; });
    const FrameworkBuild& chosen = best->candidate->build;
    choice.plan.packages = {package_of(chosen, wish)};
    choice.plan.python = python_of(chosen, wish);
    choice.plan.driver_floor = needed_driver(*best->candidate, wish).text();
    choice.plan.unconfirmed = !best->rank.confirmed || best->rank.code == Rank::Code::unknown;
    choice.by_ptx = best->rank.code == Rank::Code::ptx ||
                    (best->rank.code == Rank::Code::unknown && lists_know_ptx_only(candidates, chosen, wish));
    for (const auto& fit : fits) {
      const std::string reason = compare(best->rank, fit.rank).reason;
      if (!reason.empty()) rejections.add(fit.candidate->build, reason, why_not(reason, chosen));
    }
  }
  choice.plan.rejected = rejections.take();
  return choice;
}

}  // namespace

Plan choose(std::span<const Candidate> candidates, const Ground& ground, const Wish& wish) {
  return best_of(candidates, ground, wish).plan;
}

/// Another release with compiled code is nearer to what the user wants than the same one by PTX.
Plan choose_near(std::span<const Candidate> candidates, const Ground& ground, Wish wish,
                 const Version& installed) {
  Choice nearest;
  if (installed.valid())
    for (const auto& nearby : {installed.public_text(), installed.series()}) {
      wish.version = Version(nearby);
      Choice choice = best_of(candidates, ground, wish);
      if (choice.plan.found() && !choice.by_ptx) return choice.plan;
      if (!nearest.plan.found()) nearest = std::move(choice);
    }
  wish.version = Version();
  Choice choice = best_of(candidates, ground, wish);
  return choice.by_ptx && nearest.plan.found() ? nearest.plan : choice.plan;
}

}  // namespace gpuenv::resolve
