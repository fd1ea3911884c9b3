// Are there wheels for this Python at all: its version, its bits, its kind of build?
#include <algorithm>

#include "check/support.h"
#include "resolve/resolve.h"

namespace gpuenv::check {
namespace {

using base::Version;
using model::Environment;

constexpr const char* gives[] = {"python.not-64-bit", "python.too-new", "python.too-old",
                                 "python.free-threaded", "python.last-release"};

bool for_this_system(const Input& input, const catalog::FrameworkBuild& build) {
  return std::find(build.systems.begin(), build.systems.end(), input.facts.os.family) != build.systems.end();
}

/// Nobody has asked a system's own Python for a framework; an environment was made on purpose.
model::Finding begin_here(const Input& input, const char* id, const Environment& environment) {
  model::Finding finding = begin(input, id);
  finding.applies_to = {environment.path, "", -1};
  if (environment.kind == "system" && environment.selection != model::Selection::named &&
      finding.severity == model::Severity::error)
    finding.severity = model::Severity::warning;
  finding.parameters = {{"environment", environment.path},
                        {"python", environment.python.known() ? environment.python->text() : "?"}};
  if (environment.python.known())
    finding.evidence.push_back(evidence(environment.python, environment.python->text()));
  return finding;
}

void judge_bits(const Input& input, const Environment& environment, Answer& answer) {
  if (environment.bits.undecided() && environment.kind != "system")
    answer.cannot_tell("environment.bits", environment.bits, {environment.path, "", -1});
  if (environment.bits.value_or(64) != 32) return;
  model::Finding finding = begin_here(input, "python.not-64-bit", environment);
  finding.evidence.push_back(evidence(environment.bits, "32 bit"));
  finding.fix.push_back({"python", {}, "", ""});
  answer.findings.push_back(std::move(finding));
}

/// The newest Python of all PyTorch builds for this system: PyTorch is the first to have wheels for a new
/// Python.
Version newest_python(const Input& input) {
  Version newest;
  for (const auto& build : input.catalog.builds("torch"))
    for (const auto& text : build.pythons)
      if (for_this_system(input, build) && Version(text) > newest) newest = Version(text);
  return newest;
}

/// Whether a build of PyTorch could be had here, were it not for the Python.
void judge_version(const Input& input, const Environment& environment, Answer& answer) {
  if (environment.python.undecided() && environment.kind != "system")
    answer.cannot_tell("environment.python", environment.python, {environment.path, "", -1});
  if (!environment.python.known()) return;
  auto wish = resolve::wish_for(input.facts, environment, "torch");
  if (resolve::resolve(input.catalog, wish).found()) return;
  wish.python = Version();
  const auto plan = resolve::resolve(input.catalog, wish);
  if (!plan.found()) return;  // card or driver are in the way, too
  const Version newest = newest_python(input);
  const bool too_new = Version(environment.python->series()) > newest;
  model::Finding finding = begin_here(input, too_new ? "python.too-new" : "python.too-old", environment);
  // A newer Python may have got its wheels after the date of the catalog.
  if (too_new) finding.confidence = model::Confidence::likely;
  finding.parameters["newest"] = newest.text();
  finding.parameters["date"] = input.catalog.date();
  finding.parameters["release"] = plan.packages.front().version;
  finding.parameters["wanted"] = plan.python;
  finding.fix.push_back({"python", {}, "", ""});
  answer.findings.push_back(std::move(finding));
}

void judge_threads(const Input& input, const Environment& environment, Answer& answer) {
  if (!environment.free_threaded.value_or(false)) return;
  model::Finding finding = begin_here(input, "python.free-threaded", environment);
  finding.parameters["abi"] = environment.abi.value_or("?");
  finding.evidence.push_back(evidence(environment.free_threaded, finding.parameters["abi"]));
  answer.findings.push_back(std::move(finding));
}

bool offers(const catalog::FrameworkBuild& build, const std::string& python) {
  return build.pythons.empty() ||
         std::find(build.pythons.begin(), build.pythons.end(), python) != build.pythons.end();
}

/// An installer takes the newest release that has a wheel for this Python and says nothing of newer ones.
void judge_last_release(const Input& input, const Spot& spot, Answer& answer) {
  const auto& environment = spot.environment;
  if (!environment.python.known() || !spot.framework.version.known()) return;
  const std::string python = environment.python->series();
  Version newest, newest_here;
  for (const auto& build : input.catalog.builds(spot.framework.name)) {
    if (build.unconfirmed || !for_this_system(input, build)) continue;
    if (build.version > newest) newest = build.version;
    if (offers(build, python) && build.version > newest_here) newest_here = build.version;
  }
  if (!newest_here.valid() || newest_here >= newest || !spot.framework.version->begins_with(newest_here))
    return;
  model::Finding finding = begin(input, "python.last-release", spot);
  finding.parameters["python"] = python;
  finding.parameters["newest"] = newest.text();
  finding.evidence.push_back(evidence(environment.python, environment.python->text()));
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  for (const auto& environment : input.facts.environments) {
    if (environment.selection == model::Selection::found) continue;
    judge_threads(input, environment, answer);
    for (const auto& framework : environment.frameworks)
      judge_last_release(input, {environment, framework}, answer);
    // What is installed was made for this Python; only where nothing is can nothing be had.
    if (!environment.frameworks.empty() || !environment.distributions.known()) continue;
    judge_bits(input, environment, answer);
    judge_version(input, environment, answer);
  }
}

}  // namespace

extern const Check python_suitable{gives, run};

}  // namespace gpuenv::check
