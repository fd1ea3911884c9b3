// What a build has to get along with in an environment; see setting.h.
#include "check/setting.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "check/libraries.h"
#include "check/offer.h"
#include "check/visible.h"

namespace gpuenv::check {
namespace {

using base::Version;
using model::Environment;
using model::Framework;
using model::Plan;
using resolve::Setting;

/// The release to stay near to. A CPU package of its own name has patches that the GPU package lacks (there
/// is an onnxruntime 1.20.1 and no onnxruntime-gpu 1.20.1), so of such a one only the series counts.
Version release_here(const Input& input, const Spot& spot) {
  const auto row = input.catalog.framework(spot.framework.name);
  const auto installed = spot.framework.version.value_or(Version());
  if (!installed.valid() || !row) return installed;
  if (is_blind(*row, installed)) return Version(installed.series());
  if (is_gpu_build(spot.framework)) return installed;
  const auto here = [&](const std::string& name) { return spot.environment.find(name) != nullptr; };
  const bool of_cpu_package = spot.environment.distributions.known() &&
                              std::any_of(row->cpu_distributions.begin(), row->cpu_distributions.end(), here);
  return of_cpu_package ? Version(installed.series()) : installed;
}

/// conda keeps its packages in step by itself, and its CUDA lies elsewhere.
bool uses_wheels(const Input& input, const Spot& spot) {
  const int cuda = cuda_major_of(spot.framework);
  if (cuda == 0 || !is_gpu_build(spot.framework) || spot.environment.kind == "conda") return false;
  for (const char* part : {"cudnn", "cublas"})
    if (spot.environment.nvidia_wheel(part, cuda) != nullptr) return true;
  Answer unused;
  const auto demands = demands_of(input, spot, unused);
  return std::any_of(demands.begin(), demands.end(),
                     [&](const Demand& demand) { return demand.wheel.cuda_major == cuda; });
}

/// A CPU build that leaves a usable card unused is replaced as well.
bool is_to_be_replaced(const Input& input, const Spot& spot) {
  if (is_gpu_build(spot.framework)) return uses_wheels(input, spot) && !fits_machine(input, spot);
  return spot.framework.build.known() && asked_for(spot) && gpu_state(input.facts) == GpuState::usable;
}

std::optional<std::vector<resolve::SystemLibraries>> system_libraries(const Input& input, const Spot& spot) {
  const auto& list = input.facts.libraries;
  if (spot.environment.kind == "conda" || !list.known()) return std::nullopt;
  std::vector<resolve::SystemLibraries> pairs;
  for (const auto* cublas : copies_of(list, "cublas"))
    for (const auto* cudnn : copies_of(list, "cudnn"))
      if (cudnn->cuda_major == 0 || cudnn->cuda_major == cublas->cuda_major)
        pairs.push_back({cublas->cuda_major, cudnn->version.value_or(Version()).major_number()});
  return pairs;
}

Request alone(const Input& input, const Spot& spot) {
  Request request{resolve::wish_for(input.facts, spot.environment, spot.framework.name), {}, {}};
  request.wish.cards.clear();
  for (const auto* gpu : shown_cards(input))
    if (gpu->compute_capability.known()) request.wish.cards.push_back(*gpu->compute_capability);
  request.setting.system_libraries = system_libraries(input, spot);
  request.installed = release_here(input, spot);
  return request;
}

std::set<int> cuda_majors_of(const Input& input, const std::string& framework) {
  std::set<int> majors;
  for (const auto& build : input.catalog.builds(framework)) majors.insert(build.cuda.major_number());
  return majors;
}

Plan plan_for(const Input& input, const Spot& spot, std::vector<int> majors) {
  Request request = alone(input, spot);
  request.setting.cuda_majors = std::move(majors);
  return resolve::resolve_near(input.catalog, request.wish, request.installed, request.setting);
}

/// The CUDA major for which each of several frameworks has a build; the one that leaves the most releases as
/// they are, of those the newest; 0 = there is none.
int common_major(const Input& input, const Environment& environment,
                 const std::vector<const Framework*>& frameworks) {
  int best = 0;
  long fewest = 0;
  for (const int major : cuda_majors_of(input, frameworks.front()->name)) {
    long moved = 0;
    const bool all = std::all_of(frameworks.begin(), frameworks.end(), [&](const Framework* framework) {
      const Spot spot{environment, *framework};
      const Plan plan = plan_for(input, spot, {major});
      if (plan.found())
        moved += Version(plan.packages.front().version).begins_with(release_here(input, spot)) ? 0 : 1;
      return plan.found();
    });
    if (!all || (best != 0 && moved > fewest)) continue;
    best = major;
    fewest = moved;
  }
  return best;
}

/// The CUDA of several frameworks that all have to be replaced. Where no CUDA serves all of them, the first
/// one chooses freely; those for which there is no build at all have no say.
std::vector<int> agreed(const Input& input, const Spot& spot, std::vector<const Framework*> frameworks) {
  std::sort(frameworks.begin(), frameworks.end(),
            [](const Framework* a, const Framework* b) { return a->name < b->name; });
  std::erase_if(frameworks, [&](const Framework* framework) {
    return !plan_for(input, {spot.environment, *framework}, {}).found();
  });
  if (frameworks.size() < 2) return {};
  if (const int common = common_major(input, spot.environment, frameworks); common != 0) return {common};
  if (frameworks.front() == &spot.framework) return {};
  const Plan first = plan_for(input, {spot.environment, *frameworks.front()}, {});
  const auto build = resolve::planned_build(input.catalog, first);
  return build ? std::vector<int>{build->cuda.major_number()} : std::vector<int>{};
}

std::vector<int> majors_beside(const Input& input, const Spot& spot) {
  std::set<int> majors;
  std::vector<const Framework*> replaced{&spot.framework};
  for (const auto& other : spot.environment.frameworks) {
    const Spot beside{spot.environment, other};
    if (other.name == spot.framework.name) continue;
    if (is_to_be_replaced(input, beside))
      replaced.push_back(&other);
    else if (uses_wheels(input, beside))
      majors.insert(cuda_major_of(other));
  }
  if (!majors.empty() || replaced.size() == 1) return {majors.begin(), majors.end()};
  return agreed(input, spot, std::move(replaced));
}

}  // namespace

Request request_for(const Input& input, const Spot& spot) {
  Request request = alone(input, spot);
  request.setting.cuda_majors = majors_beside(input, spot);
  return request;
}

std::string wheel_users_beside(const Input& input, const Spot& spot) {
  std::vector<std::string> users, others;
  for (const auto& other : spot.environment.frameworks) {
    if (other.name == spot.framework.name) continue;
    others.push_back(title_of(input, other.name));
    if (uses_wheels(input, {spot.environment, other}))
      users.push_back(others.back() + " (CUDA " + std::to_string(cuda_major_of(other)) + ")");
  }
  return base::join(users.empty() ? others : users, ", ");
}

}  // namespace gpuenv::check
