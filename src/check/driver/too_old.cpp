// Is the driver too old for the CUDA that a framework was built with? Minor-version compatibility counts: a
// build for any CUDA 12.x runs from the first CUDA 12 driver on (NVIDIA, "CUDA Compatibility").
#include "check/driver_steps.h"
#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"driver.too-old"};

/// What a driver has to be for a CUDA, in words and as the version that the first such driver has.
struct Floor {
  std::string cuda;
  std::string text;
  base::Version driver;
};

/// Whether a driver of that version still serves these cards.
bool cards_can_get(const Input& input, const base::Version& floor) {
  const std::string last = last_branch(input);
  return last.empty() || base::Version(last.substr(1)).major_number() >= floor.major_number();
}

void offer_driver(const Input& input, const Floor& wanted, model::Finding& finding) {
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

void report(const Input& input, const Spot& spot, const Floor& floor, Answer& answer) {
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
  if (cards_can_get(input, floor.driver)) offer_driver(input, floor, finding);
  offer_install(input, spot, finding);
  answer.findings.push_back(std::move(finding));
}

void judge_spot(const Input& input, const Spot& spot, Answer& answer) {
  const auto& driver = input.facts.driver;
  if (!is_gpu_build(spot.framework) || !spot.framework.build->cuda.valid()) return;
  const base::Version& cuda = spot.framework.build->cuda;
  const auto floor = input.catalog.driver_floor(cuda);
  const bool windows = input.facts.os.family == base::OsFamily::windows;
  const bool wsl = input.facts.os.wsl.value_or(false);
  if (driver.version().absent()) return;  // driver/missing judges that
  if (driver.version().known() && floor && !wsl) {
    const base::Version& need = windows ? floor->windows_driver : floor->linux_driver;
    if (need.valid() && *driver.version() < need)
      report(input, spot, {floor->cuda, need.text(), need}, answer);
    return;
  }
  if (driver.cuda.known()) {
    // Inside WSL2 and without a version only the CUDA level of the driver decides.
    const std::string major = std::to_string(cuda.major_number());
    if (driver.cuda->major_number() < cuda.major_number())
      report(input, spot, {major, "CUDA " + major, floor ? floor->linux_driver : base::Version()}, answer);
    return;
  }
  if (!driver.version().known()) answer.cannot_tell("driver.version", driver.version(), spot.applies_to());
}

void run(const Input& input, Answer& answer) {
  const auto& cards = input.facts.cards.nvidia;
  if (!cards.known() || cards->empty()) return;
  for_each_framework(input, [&](const Spot& spot) { judge_spot(input, spot, answer); });
}

}  // namespace

extern const Check driver_too_old{gives, run};

}  // namespace gpuenv::check
