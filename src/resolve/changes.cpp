// Which single change of a wish that nothing fits would help.
#include <fmt/format.h>

#include <algorithm>

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

std::string driver_change(std::span<const Candidate> candidates, Ground ground, Wish wish) {
  if (!wish.driver.valid()) return "";
  wish.driver = ground.driver_cuda = Version();
  Version lowest;
  for (const auto* fit : fitting(candidates, ground, wish)) {
    const Version driver = needed_driver(*fit, wish);
    if (driver.valid() && (!lowest.valid() || driver < lowest)) lowest = driver;
  }
  return lowest.valid() ? "driver>=" + lowest.text() : "";
}

std::string python_change(std::span<const Candidate> candidates, const Ground& ground, Wish wish) {
  if (!wish.python.valid()) return "";
  wish.python = Version();
  std::vector<Version> pythons;
  for (const auto* fit : fitting(candidates, ground, wish))
    for (const auto& python : fit->build.pythons) pythons.emplace_back(python);
  if (pythons.empty()) return "";
  const auto [low, high] = std::minmax_element(pythons.begin(), pythons.end());
  return *low == *high ? "python==" + low->text() : fmt::format("python>={},<={}", low->text(), high->text());
}

std::string version_change(std::span<const Candidate> candidates, const Ground& ground, Wish wish) {
  if (!wish.version.valid()) return "";
  wish.version = Version();
  const model::Plan plan = choose(candidates, ground, wish);
  return plan.found() ? "version==" + plan.packages.front().version : "";
}

std::string os_change(std::span<const Candidate> elsewhere, const Ground& ground, Wish wish) {
  wish.os = base::word(base::OsFamily::linux);
  return fitting(elsewhere, ground, wish).empty() ? "" : "os==" + wish.os;
}

}  // namespace

std::vector<std::string> changes_that_help(std::span<const Candidate> candidates,
                                           std::span<const Candidate> elsewhere, const Ground& ground,
                                           const Wish& wish) {
  if (!fitting(candidates, ground, wish).empty()) return {};
  std::vector<std::string> changes{
      driver_change(candidates, ground, wish), python_change(candidates, ground, wish),
      version_change(candidates, ground, wish), os_change(elsewhere, ground, wish)};
  std::erase(changes, "");
  return changes;
}

}  // namespace gpuenv::resolve
