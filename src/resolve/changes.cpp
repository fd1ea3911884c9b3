// Which single change of a wish that nothing fits would help.
#include <algorithm>
#include <optional>

#include "resolve/choose.h"
#include "resolve/refuse.h"

namespace gpuenv::resolve {
namespace {

using base::Version;
using model::Wish;

std::vector<const Candidate*> fitting(std::span<const Candidate> candidates, const Ground& ground,
                                      const Wish& wish) {
  std::vector<const Candidate*> fits;
  for (const auto& candidate : candidates)
    if (!refuse_among(candidates, candidate, ground, wish)) fits.push_back(&candidate);
  return fits;
}

std::optional<Change> driver_change(std::span<const Candidate> candidates, Ground ground, Wish wish) {
  if (!wish.driver.valid()) return std::nullopt;
  wish.driver = ground.driver_cuda = Version();
  Version lowest;
  for (const auto* fit : fitting(candidates, ground, wish)) {
    const Version driver = needed_driver(*fit, wish);
    if (driver.valid() && (!lowest.valid() || driver < lowest)) lowest = driver;
  }
  return lowest.valid() ? std::optional(Change{Change::Kind::driver, lowest.text(), ""}) : std::nullopt;
}

std::optional<Change> python_change(std::span<const Candidate> candidates, const Ground& ground, Wish wish) {
  if (!wish.python.valid()) return std::nullopt;
  wish.python = Version();
  std::vector<Version> pythons;
  for (const auto* fit : fitting(candidates, ground, wish))
    for (const auto& python : fit->build.pythons) pythons.emplace_back(python);
  if (pythons.empty()) return std::nullopt;
  const auto [low, high] = std::minmax_element(pythons.begin(), pythons.end());
  return Change{Change::Kind::python, low->text(), high->text()};
}

std::optional<Change> version_change(std::span<const Candidate> candidates, const Ground& ground, Wish wish) {
  if (!wish.version.valid()) return std::nullopt;
  wish.version = Version();
  const model::Plan plan = choose(candidates, ground, wish);
  return plan.found() ? std::optional(Change{Change::Kind::version, plan.packages.front().version, ""})
                      : std::nullopt;
}

std::optional<Change> linux_change(std::span<const Candidate> elsewhere, const Ground& ground, Wish wish) {
  wish.os = base::word(base::OsFamily::linux);
  if (fitting(elsewhere, ground, wish).empty()) return std::nullopt;
  return Change{Change::Kind::linux, "", ""};
}

}  // namespace

std::vector<Change> changes_that_help(std::span<const Candidate> candidates,
                                      std::span<const Candidate> elsewhere, const Ground& ground,
                                      const Wish& wish) {
  if (!fitting(candidates, ground, wish).empty()) return {};
  std::vector<Change> changes;
  for (auto& change : {driver_change(candidates, ground, wish), python_change(candidates, ground, wish),
                       version_change(candidates, ground, wish), linux_change(elsewhere, ground, wish)})
    if (change) changes.push_back(*change);
  return changes;
}

}  // namespace gpuenv::resolve
