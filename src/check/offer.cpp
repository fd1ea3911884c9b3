// The fixes that put another build of a framework in place; see offer.h.
#include "check/offer.h"

#include <algorithm>

#include "base/text.h"
#include "check/driver_need.h"
#include "check/libraries.h"
#include "check/onnxruntime.h"
#include "check/setting.h"
#include "check/visible.h"
#include "resolve/serve.h"
#include "steps/command.h"
#include "steps/steps.h"

namespace gpuenv::check {
namespace {

using base::Version;
using model::Finding;
using model::Plan;
using resolve::Change;

bool is_windows(const Input& input) {
  return input.facts.os.family == base::OsFamily::windows;
}

/// The card that a finding is about, when its number is known.
const model::Gpu* card_of(const Input& input, const Finding& finding) {
  const auto& cards = input.facts.cards.nvidia;
  const auto place = static_cast<size_t>(finding.applies_to.gpu);
  if (finding.applies_to.gpu < 0 || !cards.known() || place >= cards->size()) return nullptr;
  const model::Gpu& card = (*cards)[place];
  return card.compute_capability.known() ? &card : nullptr;
}

std::string described_cards(const Input& input, const model::Wish& wish) {
  std::vector<std::string> names;
  for (const auto* gpu : shown_cards(input)) {
    const auto& capability = gpu->compute_capability;
    const bool wished = capability.known() &&
                        std::find(wish.cards.begin(), wish.cards.end(), *capability) != wish.cards.end();
    if (wished && std::find(names.begin(), names.end(), describe(*gpu)) == names.end())
      names.push_back(describe(*gpu));
  }
  return base::join(names, ", ");
}

/// What is to be installed, and how it came about.
struct Choice {
  Request request;
  Plan plan;
  bool one_card = false;  ///< nothing serves all cards
  bool apart = false;     ///< nothing fits beside the other frameworks
};

Plan plan_of(const Input& input, const Request& request) {
  return resolve::resolve_near(input.catalog, request.wish, request.installed, request.setting);
}

/// What cannot be had is given up one by one: all cards, the place beside the other frameworks, libraries
/// that come along.
Choice choose(const Input& input, const Spot& spot, const model::Gpu* card) {
  Choice choice{request_for(input, spot), {}};
  const auto found = [&] { return (choice.plan = plan_of(input, choice.request)).found(); };
  auto& [wish, setting, installed] = choice.request;
  for (const bool with_libraries : {true, false}) {
    if (!with_libraries && !setting.system_libraries) break;
    if (!with_libraries) setting.system_libraries.reset();
    const auto majors = setting.cuda_majors;
    if (found()) return choice;
    if (card != nullptr && wish.cards.size() > 1) {
      const auto all = wish.cards;
      wish.cards = {*card->compute_capability};
      if (choice.one_card = found(); choice.one_card) return choice;
      wish.cards = all;
    }
    if (majors.empty()) continue;
    setting.cuda_majors.clear();
    if (choice.apart = found(); choice.apart) return choice;
    setting.cuda_majors = majors;
  }
  return choice;
}

const char* key_of(Change::Kind kind) {
  switch (kind) {
    case Change::Kind::driver:
      return "change-driver";
    case Change::Kind::python:
      return "change-python";
    case Change::Kind::version:
      return "change-version";
    case Change::Kind::linux:
      return "change-linux";
  }
  return "none";
}

void offer_changes(const Input& input, const Request& request, Finding& finding) {
  const auto changes = resolve::single_changes(input.catalog, request.wish, request.setting);
  finding.fix.push_back({changes.empty() ? "none" : "change", {}, "", ""});
  for (const auto& change : changes) {
    const std::string range =
        change.to.empty() || change.to == change.from ? change.from : change.from + "–" + change.to;
    finding.fix.push_back({key_of(change.kind), {{"range", range}}, "", ""});
  }
}

/// "2.8.0" of what an installer is asked for; a row for a series asks for "1.20.*".
std::string release_of(const model::PlannedPackage& package) {
  std::string text = Version(package.version).public_text();
  return text.ends_with(".*") ? text.substr(0, text.size() - 2) : text;
}

/// Says so when another release comes than the one that is here, and why.
void tell_release(const Input& input, const Spot& spot, const Choice& choice, Finding& finding) {
  const auto& here = spot.framework.version;
  const Version to(release_of(choice.plan.packages.front()));
  if (!here.known() || !here->valid() || here->begins_with(to)) return;
  // 0.12.0.1 is the wheel of 0.12.0.
  const bool same = to.begins_with(Version(here->public_text())) && !here->prerelease();
  if (same) return;
  const auto& request = choice.request;
  const auto row = input.catalog.framework(spot.framework.name);
  std::string why = resolve::reason_against(input.catalog, request.wish, *here, request.setting);
  if (!resolve::is_published(input.catalog, spot.framework.name, *here))
    why = "unpublished";
  else if (row && is_blind(*row, *here))
    why = "blind";
  model::Parameters parameters{{"framework", title_of(input, spot.framework.name)},
                               {"from", here->text()},
                               {"to", to.text()},
                               {"cards", described_cards(input, request.wish)},
                               {"beside", wheel_users_beside(input, spot)},
                               {"python", request.wish.python.series()},
                               {"driver", request.wish.driver.text()}};
  finding.fix.push_back({"release-" + why, std::move(parameters), "", ""});
}

/// The folder of an environment beside this one; "" where there is no place for it.
std::string folder_beside(const Spot& spot) {
  return spot.environment.kind == "system" || spot.environment.kind == "embedded"
             ? ""
             : spot.environment.path + "-" + spot.framework.name;
}

/// Steps that make an environment and install there, for what does not fit beside the others.
void offer_apart(const Input& input, const Spot& spot, const Choice& choice, Finding& finding) {
  const bool windows = is_windows(input);
  const std::string folder = folder_beside(spot);
  const auto& package = choice.plan.packages.front();
  model::Parameters parameters{{"framework", title_of(input, spot.framework.name)},
                               {"beside", wheel_users_beside(input, spot)},
                               {"requirement", package.name + "==" + package.version},
                               {"folder", folder}};
  if (folder.empty() || spot.environment.interpreter.empty()) {
    finding.fix.push_back({"apart", std::move(parameters), "", ""});
    return;
  }
  const bool uv = spot.environment.installer == "uv";
  const std::string python = choice.plan.python;
  const std::vector<std::string> words =
      uv ? std::vector<std::string>{"uv", "venv", "--python", python, folder}
         : std::vector<std::string>{spot.environment.interpreter, "-m", "venv", folder};
  const char* shell = windows ? "powershell" : "bash";
  finding.fix.push_back({"apart-environment", parameters, steps::command_line(words, windows), shell});
  const auto& style = path_style(input.facts);
  steps::Target target;
  target.installer = spot.environment.installer;
  target.windows = windows;
  target.interpreter = windows
                           ? base::join_path(style, base::join_path(style, folder, "Scripts"), "python.exe")
                           : base::join_path(style, base::join_path(style, folder, "bin"), "python");
  const steps::Present nothing{.same_name = false, .companions = {}, .rivals = {}};
  for (auto& step : steps::install(choice.plan, target, nothing)) {
    step.text = "apart-install";
    finding.fix.push_back(std::move(step));
  }
}

void offer_here(const Input& input, const Spot& spot, const Choice& choice, bool emptied, Finding& finding) {
  const auto row = input.catalog.framework(spot.framework.name);
  const auto build = resolve::planned_build(input.catalog, choice.plan);
  const bool onnxruntime = spot.framework.name == "onnxruntime" && spot.environment.kind != "conda" && build;
  Plan plan = choice.plan;
  const auto present = emptied || !row ? steps::Present{.same_name = !emptied, .companions = {}, .rivals = {}}
                                       : steps::present_in(spot.environment, *row, plan);
  if (onnxruntime)
    for (const auto& wheel : onnxruntime::wheels_beside(input, spot, *build))
      plan.packages.push_back({wheel, "", "", "", {}});
  for (auto& step : steps::install(plan, steps::target_for(spot.environment, is_windows(input)), present))
    finding.fix.push_back(std::move(step));
  if (onnxruntime) onnxruntime::offer_way_for(input, spot, *build, finding);
}

/// conda's packages ask for their libraries by themselves.
bool brings_libraries(const Input& input, const Spot& spot, const Plan& plan) {
  if (spot.environment.kind == "conda") return plan.found() && spot.framework.name != "onnxruntime";
  const auto build = resolve::planned_build(input.catalog, plan);
  return build && build->libraries_along;
}

}  // namespace

bool offer_install(const Input& input, const Spot& spot, Finding& finding, bool emptied) {
  const model::Gpu* card = card_of(input, finding);
  const Choice choice = choose(input, spot, card);
  const Plan& plan = choice.plan;
  const bool along = brings_libraries(input, spot, plan);
  if (!along) explain_no_libraries(input, finding);
  if (!plan.found()) {
    offer_changes(input, choice.request, finding);
    return along;
  }
  if (choice.one_card) finding.fix.push_back({"one-card", {{"card", describe(*card)}}, "", ""});
  const auto& package = plan.packages.front();
  finding.parameters["planned"] = package.name + " " + package.version;
  if (!package.variant.empty()) finding.parameters["planned"] += " " + package.variant;
  if (plan.unconfirmed && finding.confidence == model::Confidence::certain)
    finding.parameters["unconfirmed"] = "yes";
  if (choice.apart)
    offer_apart(input, spot, choice, finding);
  else
    offer_here(input, spot, choice, emptied, finding);
  tell_release(input, spot, choice, finding);
  return along;
}

void offer_with_libraries(const Input& input, const Spot& spot, Finding& finding) {
  const size_t before_it = finding.fix.size();
  if (offer_install(input, spot, finding)) return;
  const bool planned = finding.parameters.contains("planned");
  if (!planned && !fits_machine(input, spot)) return;  // libraries alone would not help
  finding.fix.resize(before_it);
  finding.parameters.erase("planned");
  finding.fix.push_back({"system-cuda", {{"cuda", spot.framework.build->cuda.text()}}, "", ""});
}

void offer_libraries(const Input& input, const Spot& spot, const std::vector<std::string>& requirements,
                     Finding& finding) {
  if (fits_machine(input, spot))
    offer_requirements(input, spot.environment, requirements, finding);
  else
    offer_with_libraries(input, spot, finding);
}

bool fits_machine(const Input& input, const Spot& spot) {
  if (driver_need(input, spot.framework)) return false;
  const auto code = resolve::code_of(spot.framework);
  const auto cards = shown_cards(input);
  return std::all_of(cards.begin(), cards.end(), [&](const model::Gpu* gpu) {
    if (!gpu->compute_capability.known()) return true;
    const auto how = resolve::service(code, input.catalog.card_support(*gpu->compute_capability));
    return how < resolve::Service::ptx_fails;
  });
}

void explain_no_libraries(const Input& input, Finding& finding) {
  std::erase_if(finding.explains, [&](const std::string& id) {
    const auto row = input.catalog.finding(id);
    return row && row->lacks == "libraries";
  });
}

std::string same_release(const Input& input, const model::Framework& framework) {
  const Version& version = *framework.version;
  return resolve::is_published(input.catalog, framework.name, version) ? "==" + version.public_text()
                                                                       : "==" + version.series() + ".*";
}

}  // namespace gpuenv::check
