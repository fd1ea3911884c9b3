// Joins the script of a framework with what the environment's metadata say; see framework_load.h.
#include "app/framework_load.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "app/load_owners.h"
#include "app/load_script.h"
#include "base/text.h"
#include "parse/cuda_libraries.h"
#include "probe/environment.h"
#include "probe/search.h"
#include "probe/system.h"
#include "steps/command.h"
#include "steps/steps.h"

namespace gpuenv::app {
namespace {

using base::Result;
using machine::Machine;
using model::Environment;
using model::Framework;
using model::FrameworkLoad;
using model::LibraryInUse;
using model::LoadFailure;
using model::LoadProblem;

/// "12.4.127" of "libcudart.so.12.4.127"; "" for names with less than two numbers.
std::string version_in_name(std::string_view name) {
  constexpr std::string_view mark = ".so.";
  const std::size_t at = name.rfind(mark);
  if (at == std::string_view::npos) return "";
  const std::string_view version = name.substr(at + mark.size());
  return version.find('.') != std::string_view::npos && base::Version(version).valid() ? std::string(version)
                                                                                       : "";
}

class Prediction {
 public:
  Prediction(Machine& machine, const catalog::Catalog& catalog, const Environment& environment,
             const Framework& framework)
      : machine_(machine),
        catalog_(catalog),
        environment_(environment),
        framework_(framework),
        owners_(machine, environment),
        python_(python_folders(machine, environment)),
        rows_(catalog.load_rows(framework.name, framework.version.value_or(base::Version()))) {
    for (const char* name : {"LD_LIBRARY_PATH", "LD_PRELOAD"})
      if (const auto value = machine.variable(name); value.known()) options_.variables[name] = *value;
  }

  FrameworkLoad answer() {
    FrameworkLoad answer;
    answer.framework = framework_.name;
    const auto row = catalog_.framework(framework_.name);
    answer.title = row ? row->title : framework_.name;
    answer.environment = environment_.path;
    answer.version = framework_.version.known() ? framework_.version->text() : "";
    if (rows_.empty()) answer.unknown = "no row of the catalog says what its import loads";
    if (environment_.interpreter.empty()) answer.unknown = environment_.path + ": has no python";
    if (!answer.unknown.empty()) return answer;
    ScriptResult result = run_script(machine_, python_, rows_, options_);
    answer.libraries = std::move(result.libraries);
    for (LibraryInUse& library : answer.libraries) describe(library, result.load);
    answer.problems = std::move(result.problems);
    // Thousands of symbols may be missing for one reason.
    std::set<std::pair<std::string, std::string>> explained;
    for (LoadProblem& problem : answer.problems)
      if (problem.failure.kind != LoadFailure::Kind::symbol_missing ||
          explained.emplace(problem.failure.needed_by, problem.failure.file).second)
        explain(problem);
    return answer;
  }

 private:
  std::string name_of(const std::string& path) const {
    return base::file_name(machine_.traits().paths, path);
  }

  std::string told(const model::Distribution* distribution) const {
    return distribution == nullptr ? "" : distribution->name + " " + distribution->version.text();
  }

  void describe(LibraryInUse& library, const model::LoadResult& load) {
    const std::string file = base::normal_path(machine_.traits().paths, library.object.file);
    const model::Distribution* owner = owners_.owner(file);
    library.brought_by = told(owner);
    library.in_environment = base::path_within(machine_.traits().paths, file, environment_.path);
    library.version = version_in_name(name_of(probe::real_path(machine_, file)));
    if (library.version.empty() && owner != nullptr) library.version = owner->version.text();
    library.of_cuda = !catalog_.packages_with(library.object.soname, 0).empty() ||
                      parse::cuda_library(name_of(file)).has_value();
    std::vector<std::string> others = std::move(library.passed_over);
    for (const auto& step : load.steps)
      if (step.file == library.object.file)
        others.insert(others.end(), step.instead_of.begin(), step.instead_of.end());
    for (const auto& each : owners_.named(name_of(file))) others.push_back(each.path);
    pass_over(library, others);
  }

  /// Each file once, and not the one that is loaded.
  void pass_over(LibraryInUse& library, const std::vector<std::string>& others) {
    std::set<std::string> seen{library.object.identity};
    library.passed_over.clear();
    for (const auto& other : others) {
      const std::string file = base::normal_path(machine_.traits().paths, other);
      const auto identity = machine_.identity(file);
      if (!identity.known() || !seen.insert(*identity).second) continue;
      library.passed_over.push_back(file);
      library.passed_over_of.push_back(told(owners_.owner(file)));
    }
  }

  int cuda_major() const {
    return framework_.build.known() && framework_.build->cuda.valid() ? framework_.build->cuda.major_number()
                                                                      : 0;
  }

  /// The file that has to be another one: that is missing, refused, or lacks a symbol.
  std::string culprit(const LoadFailure& failure) const {
    const bool of_file = failure.kind == LoadFailure::Kind::symbol_missing ||
                         failure.kind == LoadFailure::Kind::version_missing;
    return of_file || failure.what.empty() ? failure.file : failure.what;
  }

  void explain(LoadProblem& problem) {
    const std::string file = culprit(problem.failure);
    if (file.empty()) return void(explain_by_path(problem));
    const std::string name = name_of(file);
    const auto candidates = catalog_.packages_with(name, cuda_major());
    if (std::ranges::find(candidates, "driver") != candidates.end()) {
      problem.package = problem.remedy = "driver";
      return;
    }
    if (explain_by_path(problem)) return;
    const model::Distribution* damaged = nullptr;
    const std::string refused = base::normal_path(machine_.traits().paths, problem.failure.file);
    for (const auto& each : owners_.named(name)) {
      if (machine_.exists(each.path) && each.path != refused)
        problem.lies_at.push_back(each.path);
      else
        damaged = each.distribution;
    }
    const bool broken = problem.failure.kind == LoadFailure::Kind::library_refused ||
                        problem.failure.kind == LoadFailure::Kind::library_cut_off;
    if (damaged != nullptr && (broken || !machine_.exists(file))) return reinstall(problem, *damaged);
    if (!problem.lies_at.empty()) return explain_unsearched(problem);
    install(problem, candidates);
  }

  bool goes_away(const LoadProblem& problem, const ScriptOptions& options) {
    const ScriptResult again = run_script(machine_, python_, rows_, options);
    return std::ranges::none_of(again.problems, [&](const LoadProblem& each) {
      return each.fatal &&
             (each.failure.what == problem.failure.what || each.stage == model::LoadStage::import);
    });
  }

  /// Whether LD_LIBRARY_PATH does it: without one of its folders the problem is not there.
  bool explain_by_path(LoadProblem& problem) {
    const auto variable = options_.variables.find("LD_LIBRARY_PATH");
    if (variable == options_.variables.end() || !problem.fatal) return false;
    const std::string& file = problem.failure.file;
    std::vector<std::string> rest;
    bool found = false;
    for (const std::string_view folder : base::split(variable->second, ':')) {
      const bool here = !folder.empty() && file == machine_.join(folder, name_of(file));
      found = found || here;
      if (!here) rest.emplace_back(folder);
    }
    // A library of another name may be the one that lacks it, or brings one that does.
    const bool symbol = problem.failure.kind == LoadFailure::Kind::symbol_missing ||
                        problem.failure.kind == LoadFailure::Kind::version_missing;
    if (!found && !symbol) return false;
    if (!found) rest.clear();
    ScriptOptions without = options_;
    without.variables["LD_LIBRARY_PATH"] = base::join(rest, ":");
    if (!goes_away(problem, without)) return false;
    problem.remedy = "library_path";
    problem.command = rest.empty() ? "unset LD_LIBRARY_PATH"
                                   : "export LD_LIBRARY_PATH=" + steps::quote_posix(base::join(rest, ":"));
    return true;
  }

  /// It is in the environment, where the process does not look: what makes it look there.
  void explain_unsearched(LoadProblem& problem) {
    problem.package = told(owners_.owner(problem.lies_at.front()));
    for (const auto& row : rows_) {
      if (row.call.empty()) continue;
      ScriptOptions called = options_;
      called.with_calls = true;
      if (!goes_away(problem, called)) continue;
      problem.remedy = "call";
      problem.command = row.call;
      return;
    }
    ScriptOptions wider = options_;
    const std::string folder = base::parent_path(machine_.traits().paths, problem.lies_at.front());
    std::string& list = wider.variables["LD_LIBRARY_PATH"];
    list += (list.empty() ? "" : ":") + folder;
    if (!goes_away(problem, wider)) return;
    problem.remedy = "library_path";
    problem.command = "export LD_LIBRARY_PATH=" + steps::quote_posix(list);
  }

  steps::Target target() const { return steps::target_for(environment_, false); }

  void reinstall(LoadProblem& problem, const model::Distribution& distribution) {
    problem.package = distribution.name;
    problem.remedy = "reinstall";
    problem.command = steps::reinstall({distribution}, "", target()).command;
  }

  /// What the installed packages ask for, in the version that they ask for, and otherwise what the catalog
  /// knows, if that is one package.
  void install(LoadProblem& problem, const std::vector<std::string>& candidates) {
    for (const auto& name : candidates)
      if (const auto* present = environment_.find(name)) return reinstall(problem, *present);
    std::string wanted;
    if (environment_.distributions.known())
      for (const auto& distribution : *environment_.distributions)
        for (const auto& each : distribution.requires_dist.value_or({}))
          if (std::ranges::find(candidates, each.name) != candidates.end() && wanted.empty()) {
            problem.package = each.name;
            wanted = each.name + each.specifier;
          }
    if (wanted.empty() && candidates.size() == 1) problem.package = wanted = candidates.front();
    if (wanted.empty()) return;
    problem.remedy = "install";
    problem.command = steps::install_requirement(wanted, target()).command;
  }

  Machine& machine_;
  const catalog::Catalog& catalog_;
  const Environment& environment_;
  const Framework& framework_;
  LoadOwners owners_;
  PythonFolders python_;
  std::vector<catalog::LoadRow> rows_;
  ScriptOptions options_;
};

Result<std::vector<probe::Place>> places_of(Machine& machine, const std::vector<std::string>& paths) {
  probe::Options search;
  search.environments = paths;
  std::vector<probe::Place> places;
  for (auto& place : probe::search_environments(machine, search).places) {
    if (place.missing && place.selection == model::Selection::named)
      return base::usage_error(probe::reason_at(place.path, *place.missing));
    if (place.selection != model::Selection::found) places.push_back(std::move(place));
  }
  if (places.empty()) return base::usage_error("No environment is active; --env DIR names one.");
  return places;
}

}  // namespace

Result<std::vector<FrameworkLoad>> framework_loads(Machine& machine, const catalog::Catalog& catalog,
                                                   const FrameworkLoadOptions& options) {
  const auto known = catalog.framework_names();
  for (const auto& name : options.frameworks)
    if (std::ranges::find(known, name) == known.end())
      return base::usage_error(
          fmt::format("--framework {}: not known; {} are.", name, base::join(known, ", ")));
  const auto places = places_of(machine, options.environments);
  if (!places) return std::unexpected(places.error());
  std::vector<FrameworkLoad> answers;
  probe::FrameworkRows rows(catalog);
  const model::Os os = probe::read_os(machine);
  std::vector<std::string> notes;
  for (const auto& place : *places) {
    const Environment environment = probe::read_environment(machine, place, {rows, os, notes, false});
    for (const auto& framework : environment.frameworks)
      if (options.frameworks.empty() ||
          std::ranges::find(options.frameworks, framework.name) != options.frameworks.end())
        answers.push_back(Prediction(machine, catalog, environment, framework).answer());
    for (const auto& name : options.frameworks)
      if (std::ranges::none_of(environment.frameworks,
                               [&](const Framework& each) { return each.name == name; }))
        return base::usage_error(fmt::format("{}: {} is not installed there", environment.path, name));
  }
  return answers;
}

}  // namespace gpuenv::app
