// What checks share about NVIDIA's libraries; see libraries.h.
#include "check/libraries.h"

#include <algorithm>
#include <set>

#include "base/specifier.h"
#include "base/text.h"
#include "steps/command.h"
#include "steps/steps.h"

namespace gpuenv::check {
namespace {

using base::Version;
using model::Distribution;
using model::Environment;
using model::Requirement;

/// Distributions that speak for a framework.
std::vector<const Distribution*> speakers(const Input& input, const Spot& spot) {
  std::vector<const Distribution*> list;
  const auto row = input.catalog.framework(spot.framework.name);
  if (!row || !spot.environment.distributions.known()) return list;
  for (const auto* names : {&row->distributions, &row->gpu_distributions})
    for (const auto& name : *names)
      if (!name.starts_with("nvidia-"))
        if (const auto* distribution = spot.environment.find(name)) list.push_back(distribution);
  return list;
}

/// The extras of which at least one wheel is there: nobody wrote down which were asked for.
std::set<std::string> active_extras(const Environment& environment, const std::vector<Requirement>& list) {
  std::set<std::string> extras;
  for (const auto& requirement : list)
    if (!requirement.extra.empty() && !requirement.part.empty() &&
        environment.find(requirement.name) != nullptr)
      extras.insert(requirement.extra);
  return extras;
}

class DemandReader {
 public:
  DemandReader(const Spot& spot, Answer& answer) : spot_(spot), answer_(answer) {}

  void read(const Distribution& distribution) {
    if (!readable(distribution)) return;
    const auto extras = active_extras(spot_.environment, *distribution.requires_dist);
    for (const auto& requirement : *distribution.requires_dist) {
      if (!requirement.extra.empty() && !extras.contains(requirement.extra)) continue;
      if (requirement.name == model::cuda_toolkit_package)
        read_toolkit(requirement, distribution);
      else
        add(requirement, distribution);
    }
  }
  std::vector<Demand> take() { return std::move(demands_); }

 private:
  /// A recording from before requirements were read says nothing, and leaves the verdict as it was then.
  bool readable(const Distribution& distribution) {
    const auto& list = distribution.requires_dist;
    if (list.undecided() && list.why().why != base::Why::unsupported)
      answer_.cannot_tell(spot_.framework.name + ".requirements", list, spot_.applies_to());
    return list.known();
  }

  /// torch 2.15 asks for cuda-toolkit[cublas,...], which asks for nvidia-cublas under that extra.
  void read_toolkit(const Requirement& asked, const Distribution& distribution) {
    const auto& extras = asked.extras;
    const auto* toolkit = spot_.environment.find(model::cuda_toolkit_package);
    if (toolkit == nullptr) return demand_toolkit(asked, distribution);
    if (!readable(*toolkit)) return;
    for (const auto& requirement : *toolkit->requires_dist)
      if (std::find(extras.begin(), extras.end(), requirement.extra) != extras.end())
        add(requirement, *toolkit);
  }

  /// The package itself is what is missing; its runtime stands for all that it would bring.
  void demand_toolkit(Requirement asked, const Distribution& distribution) {
    asked.library = "cudart";
    asked.cuda_major = base::lowest_of(asked.specifier).major_number();
    demands_.push_back({std::move(asked), distribution.path});
  }

  void add(const Requirement& requirement, const Distribution& distribution) {
    if (requirement.part.empty()) return;
    for (const auto& demand : demands_)
      if (demand.wheel.name == requirement.name && demand.wheel.specifier == requirement.specifier) return;
    demands_.push_back({requirement, distribution.path});
  }

  const Spot& spot_;
  Answer& answer_;
  std::vector<Demand> demands_;
};

}  // namespace

std::vector<Demand> demands_of(const Input& input, const Spot& spot, Answer& answer) {
  DemandReader reader(spot, answer);
  for (const auto* distribution : speakers(input, spot)) reader.read(*distribution);
  return reader.take();
}

std::string requirement_of(const Demand& demand) {
  const auto& extras = demand.wheel.extras;
  return demand.wheel.name + (extras.empty() ? "" : "[" + base::join(extras, ",") + "]") +
         demand.wheel.specifier;
}

std::vector<const model::LibraryCopy*> copies_of(const base::Known<std::vector<model::LibraryCopy>>& list,
                                                 std::string_view library) {
  std::vector<const model::LibraryCopy*> copies;
  if (list.known())
    for (const auto& copy : *list)
      if (copy.library == library) copies.push_back(&copy);
  return copies;
}

const model::Toolkit* toolkit_of(const Input& input, int cuda_major) {
  if (input.facts.toolkits.known())
    for (const auto& toolkit : *input.facts.toolkits)
      if (toolkit.complete() && toolkit.version.major_number() == cuda_major) return &toolkit;
  return nullptr;
}

Need need_of(const Input& input, const model::Framework& framework) {
  Need need{cuda_major_of(framework), 0};
  const auto os = input.facts.os.family;
  if (!framework.version.known()) return need;
  const Version& release = *framework.version;
  const auto builds = input.catalog.builds(framework.name);
  // Patches of a series are built alike, and not every one has a row.
  for (const Version& wanted : {release, Version(release.series())})
    for (const auto& build : builds) {
      const auto& systems = build.systems;
      if (!wanted.begins_with(build.version) && !build.version.begins_with(wanted)) continue;
      if (std::find(systems.begin(), systems.end(), os) == systems.end()) continue;
      if (need.cuda == 0 && build.default_index) need.cuda = build.cuda.major_number();
      if (build.cuda.major_number() == need.cuda && need.cudnn == 0) need.cudnn = build.cudnn.major_number();
    }
  return need;
}

bool serves(const model::LibraryCopy& copy, const Need& need) {
  if (copy.library != "cudnn") return copy.cuda_major == need.cuda;
  if (copy.cuda_major != 0 && copy.cuda_major != need.cuda) return false;
  return need.cudnn == 0 || !copy.version.known() || copy.version->major_number() == need.cudnn;
}

bool holds(const base::Known<std::vector<model::LibraryCopy>>& list, std::string_view library,
           const Need& need, std::string_view from) {
  const auto copies = copies_of(list, library);
  return std::any_of(copies.begin(), copies.end(), [&](const model::LibraryCopy* copy) {
    return (from.empty() || copy->from == from) && serves(*copy, need);
  });
}

namespace {

/// The wheels of the runtime and of CUPTI bear other names than their libraries.
std::string wheel_part(const std::string& library) {
  return library == "cudart" ? "cuda-runtime" : library == "cupti" ? "cuda-cupti" : library;
}

}  // namespace

std::string wheel_name(const std::string& library, int cuda_major) {
  const bool numbered = cuda_major < 13 || library == "cudnn";
  return "nvidia-" + wheel_part(library) + (numbered ? "-cu" + std::to_string(cuda_major) : "");
}

const model::Distribution* wheel_of(const Environment& environment, const std::string& library,
                                    int cuda_major) {
  return environment.nvidia_wheel(wheel_part(library), cuda_major);
}

std::vector<std::string> opened_by(const Input& input, const model::Framework& framework) {
  const auto row = input.catalog.framework(framework.name);
  return row ? row->opens : std::vector<std::string>();
}

bool build_is_open(const Spot& spot) {
  const auto& cubins = spot.framework.cubins;
  return cubins.undecided() && cubins.why().why != base::Why::unsupported;
}

bool before_wheels(const Input& input, const model::Framework& framework) {
  const auto row = input.catalog.framework(framework.name);
  return row && row->wheels_from.valid() && framework.version.known() &&
         *framework.version < row->wheels_from;
}

bool prefers_library_path(const Input& input, const model::Framework& framework, std::string_view library) {
  const auto rules = input.catalog.shadowed(framework.name);
  return std::any_of(rules.begin(), rules.end(), [&](const catalog::Shadowed& rule) {
    const bool applies =
        !rule.below.valid() || (framework.version.known() && *framework.version < rule.below);
    return applies && rule.library == library;
  });
}

model::Step off_library_path(const Input& input, const model::LibraryCopy& copy) {
  constexpr const char* variable = "LD_LIBRARY_PATH";
  const auto folders = base::path_list(base::posix_paths, *input.facts.variables.at(variable));
  const std::string folder = base::parent_path(base::posix_paths, copy.path);
  std::vector<std::string> kept;
  for (const auto& other : folders)
    if (base::path_key(base::posix_paths, other) != base::path_key(base::posix_paths, folder))
      kept.push_back(other);
  if (kept.empty()) return unset_step(input, "unset", variable);
  return {"export",
          {},
          std::string("export ") + variable + "=" + steps::quote_posix(base::join(kept, ":")),
          "bash"};
}

int cuda_major_of(const model::Framework& framework) {
  return framework.build.known() && framework.build->cuda.valid() ? framework.build->cuda.major_number() : 0;
}

void offer_requirements(const Input& input, const Environment& environment,
                        const std::vector<std::string>& requirements, model::Finding& finding) {
  model::Plan plan;
  for (const auto& requirement : requirements) plan.packages.push_back({requirement, "", "", "", {}});
  const bool windows = input.facts.os.family == base::OsFamily::windows;
  steps::Present present;
  present.same_name = false;
  for (auto& step : steps::install(plan, steps::target_for(environment, windows), present))
    finding.fix.push_back(std::move(step));
}

std::string wheel_folders(const Environment& environment, const std::vector<std::string>& libraries) {
  std::vector<std::string> folders;
  for (const auto& library : libraries)
    for (const auto* copy : copies_of(environment.libraries, library)) {
      if (copy->from != "wheel") continue;
      if (std::find(folders.begin(), folders.end(), copy->path) == folders.end())
        folders.push_back(copy->path);
    }
  return base::join(folders, ":");
}

}  // namespace gpuenv::check
