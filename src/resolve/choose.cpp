// The pure core of resolve; see choose.h.
#include "resolve/choose.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "resolve/rank.h"
#include "resolve/refuse.h"

namespace gpuenv::resolve {
namespace {

using base::Version;
using catalog::FrameworkBuild;
using model::Plan;
using model::PlannedPackage;
using model::Rejected;
using model::Wish;

size_t places(const Version& version) {
  return base::split(version.public_text(), '.').size();
}

/// What stands behind "==" in a requirement, or "".
std::string pinned(const std::string& requirement) {
  const size_t equals = requirement.find("==");
  return equals == std::string::npos
             ? ""
             : std::string(base::trim(std::string_view(requirement).substr(equals + 2)));
}

/// A wish that is more exact than the row wins; a local part (+cu117) stays, it names the build.
std::string version_for(const FrameworkBuild& build, const Wish& wish) {
  const std::string pin = pinned(build.requirement);
  if (wish.version.valid() && places(wish.version) > places(build.version)) {
    const size_t local = pin.find('+');
    return wish.version.public_text() + (local == std::string::npos ? "" : pin.substr(local));
  }
  if (!pin.empty()) return pin;
  return build.version.text() + (places(build.version) < 3 ? ".*" : "");
}

model::IndexUse use_of(catalog::IndexKind kind) {
  return kind == catalog::IndexKind::links   ? model::IndexUse::links
         : kind == catalog::IndexKind::extra ? model::IndexUse::extra
                                             : model::IndexUse::instead;
}

PlannedPackage package_of(const FrameworkBuild& build, const Wish& wish) {
  const std::string& asked = build.requirement;
  return {.name = asked.empty() ? build.framework : asked.substr(0, asked.find_first_of("=<>~! ")),
          .version = version_for(build, wish),
          .variant = build.variant,
          .index = build.index,
          .index_use = use_of(build.index_kind)};
}

std::string minor_series(const Version& version) {
  return fmt::format("{}.{}", version.major_number(), version.minor_number());
}

/// The Python of the wish, else the newest that the build was made for.
std::string python_of(const FrameworkBuild& build, const Wish& wish) {
  if (wish.python.valid()) return minor_series(wish.python);
  const auto older = [](const std::string& a, const std::string& b) { return Version(a) < Version(b); };
  const auto newest = std::max_element(build.pythons.begin(), build.pythons.end(), older);
  return newest == build.pythons.end() ? "" : *newest;
}

std::string release_name(const FrameworkBuild& build) {
  return build.framework + " " + release_of(build).text();
}

std::string build_name(const FrameworkBuild& build) {
  return build.variant.empty() ? release_name(build) : release_name(build) + " " + build.variant;
}

/// Reasons that hold for a whole release are said once, not for each of its builds.
bool holds_for_release(std::string_view reason) {
  return reason != "driver" && reason != "arch" && reason != "variant";
}

void reject(Plan& plan, const FrameworkBuild& build, std::string reason, std::string detail) {
  Rejected line{holds_for_release(reason) ? release_name(build) : build_name(build), std::move(reason),
                std::move(detail)};
  const auto same = [&](const Rejected& other) {
    return other.candidate == line.candidate && other.reason == line.reason && other.detail == line.detail;
  };
  if (std::none_of(plan.rejected.begin(), plan.rejected.end(), same))
    plan.rejected.push_back(std::move(line));
}

std::string why_not(std::string_view reason, const FrameworkBuild& chosen) {
  if (reason == "ptx") return fmt::format("runs by PTX only; {} has compiled code", build_name(chosen));
  if (reason == "unconfirmed") return fmt::format("not confirmed; {} is", build_name(chosen));
  if (reason == "young")
    return fmt::format("first release of a new series; {} is mature", release_name(chosen));
  if (reason == "older") return fmt::format("{} is newer", release_name(chosen));
  return fmt::format("{} fits better", chosen.variant);
}

struct Fit {
  const Candidate* candidate;
  Rank rank;
};

bool for_another_machine(std::string_view reason) {
  return reason == "os" || reason == "architecture";
}

/// A release has a row for each system and machine; the rows for others are no news where one for this
/// machine exists.
void forget_rows_of_others(Plan& plan, const std::vector<std::string>& releases_here) {
  std::erase_if(plan.rejected, [&](const Rejected& line) {
    return for_another_machine(line.reason) &&
           std::find(releases_here.begin(), releases_here.end(), line.candidate) != releases_here.end();
  });
}

std::vector<Fit> fitting(std::span<const Candidate> candidates, const Ground& ground, const Wish& wish,
                         Plan& plan) {
  std::vector<Fit> fits;
  std::vector<std::string> releases_here;
  for (const auto& candidate : candidates) {
    auto refusal = refuse(candidate, ground, wish);
    if (!refusal || !for_another_machine(refusal->reason))
      releases_here.push_back(release_name(candidate.build));
    if (!refusal)
      fits.push_back({&candidate, rank_of(candidate, ground, wish)});
    else
      reject(plan, candidate.build, refusal->reason, std::move(refusal->detail));
  }
  forget_rows_of_others(plan, releases_here);
  return fits;
}

/// Which of the builds for these cards and this system would do if one field of the wish were free.
std::vector<const Candidate*> fitting_if(std::span<const Candidate> candidates, const Ground& ground,
                                         const Wish& wish) {
  std::vector<const Candidate*> fits;
  for (const auto& candidate : candidates)
    if (!refuse(candidate, ground, wish)) fits.push_back(&candidate);
  return fits;
}

std::string driver_change(std::span<const Candidate> candidates, Ground ground, Wish wish) {
  if (!wish.driver.valid()) return "";
  wish.driver = ground.driver_cuda = Version();
  Version lowest;
  for (const auto* fit : fitting_if(candidates, ground, wish)) {
    const Version driver = needed_driver(*fit, wish);
    if (driver.valid() && (!lowest.valid() || driver < lowest)) lowest = driver;
  }
  return lowest.valid() ? "driver>=" + lowest.text() : "";
}

std::string python_change(std::span<const Candidate> candidates, const Ground& ground, Wish wish) {
  if (!wish.python.valid()) return "";
  wish.python = Version();
  std::vector<Version> pythons;
  for (const auto* fit : fitting_if(candidates, ground, wish))
    for (const auto& python : fit->build.pythons) pythons.emplace_back(python);
  if (pythons.empty()) return "";
  const auto [low, high] = std::minmax_element(pythons.begin(), pythons.end());
  return *low == *high ? "python==" + low->text() : fmt::format("python>={},<={}", low->text(), high->text());
}

std::string version_change(std::span<const Candidate> candidates, const Ground& ground, Wish wish) {
  if (!wish.version.valid()) return "";
  wish.version = Version();
  const Plan plan = choose(candidates, ground, wish);
  return plan.found() ? "version==" + plan.packages.front().version : "";
}

std::string os_change(std::span<const Candidate> elsewhere, const Ground& ground, Wish wish) {
  wish.os = base::word(base::OsFamily::linux);
  return fitting_if(elsewhere, ground, wish).empty() ? "" : "os==" + wish.os;
}

}  // namespace

Version release_of(const FrameworkBuild& build) {
  const std::string pin = pinned(build.requirement);
  return pin.empty() || pin.ends_with('*') ? build.version : Version(Version(pin).public_text());
}

Plan choose(std::span<const Candidate> candidates, const Ground& ground, const Wish& wish) {
  Plan plan;
  plan.wish = wish;
  const auto fits = fitting(candidates, ground, wish, plan);
  if (fits.empty()) return plan;
  const auto best = std::max_element(
      fits.begin(), fits.end(), [](const Fit& a, const Fit& b) { return compare(b.rank, a.rank).better; });
  const FrameworkBuild& chosen = best->candidate->build;
  plan.packages = {package_of(chosen, wish)};
  plan.python = python_of(chosen, wish);
  plan.driver_floor = needed_driver(*best->candidate, wish).text();
  plan.unconfirmed = !best->rank.confirmed;
  for (const auto& fit : fits) {
    const std::string reason = compare(best->rank, fit.rank).reason;
    if (!reason.empty()) reject(plan, fit.candidate->build, reason, why_not(reason, chosen));
  }
  return plan;
}

Plan choose_near(std::span<const Candidate> candidates, const Ground& ground, Wish wish,
                 const Version& installed) {
  if (installed.valid())
    for (const auto& nearby : {installed.public_text(), minor_series(installed)}) {
      wish.version = Version(nearby);
      Plan plan = choose(candidates, ground, wish);
      if (plan.found()) return plan;
    }
  wish.version = Version();
  return choose(candidates, ground, wish);
}

std::vector<std::string> changes_that_help(std::span<const Candidate> candidates,
                                           std::span<const Candidate> elsewhere, const Ground& ground,
                                           const Wish& wish) {
  if (!fitting_if(candidates, ground, wish).empty()) return {};
  std::vector<std::string> changes{
      driver_change(candidates, ground, wish), python_change(candidates, ground, wish),
      version_change(candidates, ground, wish), os_change(elsewhere, ground, wish)};
  std::erase(changes, "");
  return changes;
}

}  // namespace gpuenv::resolve
