// Is the driver too old for the CUDA that a framework was built with?
#include "check/driver_need.h"
#include "check/driver_steps.h"
#include "check/offer.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"driver.too-old"};

/// Whether a driver of that version still serves these cards.
bool cards_can_get(const Input& input, const base::Version& floor) {
  const std::string last = last_branch(input);
  return last.empty() || base::Version(last.substr(1)).major_number() >= floor.major_number();
}

void offer_driver(const Input& input, const DriverNeed& wanted, model::Finding& finding) {
  const DriverSteps steps(input);
  const std::string& floor = wanted.text;
  const std::string command = steps.update_command(wanted.driver);
  if (!command.empty()) {
    finding.fix.push_back(
        {"driver-package", {{"floor", floor}, {"family", steps.family()->name}}, command, "bash"});
    return;
  }
  const char* key = input.facts.os.wsl.value_or(false) ? "driver-wsl"
                    : input.facts.os.container.known() ? "driver-host"
                                                       : "driver";
  finding.fix.push_back({key, {{"floor", floor}}, "", ""});
}

void report(const Input& input, const Spot& spot, const DriverNeed& floor, Answer& answer) {
  const auto& driver = input.facts.driver;
  model::Finding finding = begin(input, "driver.too-old", spot);
  if (!asked_for(spot)) finding.severity = model::Severity::warning;
  finding.parameters["driver"] =
      driver.version().known() ? driver.version()->text() : "CUDA " + driver.cuda->text();
  finding.parameters["cuda"] = floor.cuda;
  finding.parameters["floor"] = floor.text;
  finding.evidence.push_back({spot.framework.build.origin(), "CUDA " + spot.framework.build->cuda.text()});
  finding.evidence.push_back(driver.version().known()
                                 ? evidence(driver.version(), "driver " + driver.version()->text())
                                 : evidence(driver.cuda, "CUDA " + driver.cuda->text()));
  const bool either = cards_can_get(input, floor.driver);
  if (either) offer_driver(input, floor, finding);
  offer_install(input, spot, finding);
  if (either) explain_no_libraries(input, finding);  // a newer driver brings none
  answer.findings.push_back(std::move(finding));
}

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  const auto& driver = input.facts.driver;
  if (const auto need = driver_need(input, spot.framework)) return report(input, spot, *need, answer);
  if (!is_gpu_build(spot.framework) || !spot.framework.build->cuda.valid()) return;
  // driver/missing judges a driver that is not there.
  if (driver.version().undecided() && !driver.cuda.known())
    answer.cannot_tell("driver.version", driver.version(), spot.applies_to());
}

void run(const Input& input, Answer& answer) {
  const auto& cards = input.facts.cards.nvidia;
  if (!cards.known() || cards->empty()) return;
  for_each_framework(input, [&](const Spot& spot) { judge_spot(input, spot, answer); });
}

}  // namespace

extern const Check driver_too_old{gives, run};

}  // namespace gpuenv::check
