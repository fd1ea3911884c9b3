// Reads the candidates of a framework out of the catalog and lets choose() decide; see resolve.h.
#include "resolve/resolve.h"

#include <algorithm>
#include <map>

#include "resolve/choose.h"

namespace gpuenv::resolve {
namespace {

using base::OsFamily;
using base::Version;
using catalog::Catalog;
using model::Plan;
using model::Wish;

OsFamily family_of(const std::string& os) {
  return os == "windows" ? OsFamily::windows : OsFamily::linux;
}

/// The oldest branch that serves a CUDA version itself; its major number is the same on Linux and Windows.
Version oldest_driver_serving(const std::vector<catalog::DriverBranch>& branches, const Version& cuda) {
  int lowest = 0;
  for (const auto& branch : branches)
    if (branch.cuda >= cuda && (lowest == 0 || branch.major < lowest)) lowest = branch.major;
  return lowest == 0 ? Version() : Version(std::to_string(lowest));
}

/// The drivers that builds of one CUDA version need.
struct Drivers {
  Version floor;
  Version for_ptx;
};

/// Many builds share few CUDA versions, so each is looked up once.
class DriverLookup {
 public:
  DriverLookup(const Catalog& catalog, OsFamily os)
      : catalog_(catalog), branches_(catalog.driver_branches()), os_(os) {}

  const Drivers& of(const Version& cuda) {
    const auto [entry, fresh] = known_.try_emplace(cuda.text());
    if (fresh) {
      if (const auto floor = catalog_.driver_floor(cuda))
        entry->second.floor = os_ == OsFamily::windows ? floor->windows_driver : floor->linux_driver;
      entry->second.for_ptx = oldest_driver_serving(branches_, cuda);
    }
    return entry->second;
  }

 private:
  const Catalog& catalog_;
  std::vector<catalog::DriverBranch> branches_;
  OsFamily os_;
  std::map<std::string, Drivers> known_;
};

std::vector<Candidate> candidates_for(const Catalog& catalog, const Wish& wish, OsFamily os) {
  DriverLookup drivers(catalog, os);
  std::vector<Candidate> candidates;
  for (auto& build : catalog.builds(wish.framework)) {
    const Drivers& needed = drivers.of(build.cuda);
    candidates.push_back({std::move(build), needed.floor, needed.for_ptx});
  }
  return candidates;
}

Ground ground_for(const Catalog& catalog, const Wish& wish, const Setting& setting) {
  const auto branch = wish.driver.valid() ? catalog.branch_of(wish.driver, family_of(wish.os)) : std::nullopt;
  Ground ground{catalog.date(), branch ? branch->cuda : Version(), {}, setting};
  for (const auto& card : wish.cards) ground.cards.push_back(catalog.card_support(card));
  return ground;
}

/// A CPU build runs everywhere, so only version and index are a question; the installer picks the newest
/// release for its Python when no version is wished.
Plan cpu_plan(const Catalog& catalog, const Wish& wish) {
  Plan plan;
  plan.wish = wish;
  const auto framework = catalog.framework(wish.framework);
  if (!framework || framework->cpu_requirement.empty()) return plan;
  plan.packages = {{framework->cpu_requirement, wish.version.public_text(), "cpu", framework->cpu_index}};
  if (wish.python.valid()) plan.python = wish.python.series();
  return plan;
}

}  // namespace

Wish wish_for(const model::Facts& facts, const model::Environment& environment, std::string framework) {
  Wish wish;
  wish.framework = std::move(framework);
  wish.os = base::word(facts.os.family);
  wish.architecture = facts.os.architecture.value_or(wish.architecture);
  wish.python = environment.python.value_or(Version());
  wish.driver = facts.driver.version().value_or(Version());
  for (const auto* gpu : facts.own_cards())
    if (gpu->compute_capability.known()) wish.cards.push_back(*gpu->compute_capability);
  return wish;
}

Plan resolve(const Catalog& catalog, const Wish& wish, const Setting& setting) {
  if (wish.cpu) return cpu_plan(catalog, wish);
  return choose(candidates_for(catalog, wish, family_of(wish.os)), ground_for(catalog, wish, setting), wish);
}

Plan resolve_near(const Catalog& catalog, Wish wish, const Version& installed, const Setting& setting) {
  const bool published = !installed.valid() || is_published(catalog, wish.framework, installed);
  const Version nearest = published ? installed : Version(installed.series());
  if (wish.cpu) {
    wish.version = Version(nearest.public_text());
    Plan plan = cpu_plan(catalog, wish);
    if (!published && plan.found()) plan.packages.front().version += ".*";
    return plan;
  }
  const auto candidates = candidates_for(catalog, wish, family_of(wish.os));
  const Ground ground = ground_for(catalog, wish, setting);
  return choose_near(candidates, ground, std::move(wish), nearest);
}

std::optional<catalog::FrameworkBuild> planned_build(const Catalog& catalog, const Plan& plan) {
  if (!plan.found()) return std::nullopt;
  const auto& package = plan.packages.front();
  std::optional<catalog::FrameworkBuild> best;
  for (auto& build : catalog.builds(plan.wish.framework)) {
    if (build.variant != package.variant || build.machine != plan.wish.architecture ||
        build.systems.front() != family_of(plan.wish.os) ||
        !Version(package.version).begins_with(build.version))
      continue;
    if (!best || build.version.text().size() > best->version.text().size()) best = std::move(build);
  }
  return best;
}

/// The indexes name their builds in the local part: cu128, cpu, rocm6.4, xpu.
bool is_published(const Catalog& catalog, std::string_view framework, const Version& version) {
  if (version.prerelease()) return false;
  const std::string& local = version.local();
  if (local.empty()) return true;
  for (const std::string_view kind : {"cpu", "rocm", "xpu"})
    if (local.starts_with(kind)) return true;
  const auto builds = catalog.builds(framework);
  return std::any_of(builds.begin(), builds.end(), [&](const auto& build) { return build.variant == local; });
}

std::string reason_against(const Catalog& catalog, const Wish& wish, const Version& release,
                           const Setting& setting) {
  return reason_among(candidates_for(catalog, wish, family_of(wish.os)), ground_for(catalog, wish, setting),
                      wish, release);
}

std::vector<Change> single_changes(const Catalog& catalog, const Wish& wish, const Setting& setting) {
  if (wish.cpu) return {};
  const auto here = candidates_for(catalog, wish, family_of(wish.os));
  std::vector<Candidate> elsewhere;
  if (wish.os == base::word(OsFamily::windows)) elsewhere = candidates_for(catalog, wish, OsFamily::linux);
  return changes_that_help(here, elsewhere, ground_for(catalog, wish, setting), wish);
}

}  // namespace gpuenv::resolve
