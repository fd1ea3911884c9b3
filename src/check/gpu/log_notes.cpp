// What else does the kernel log tell about a card? Faults of programs, and errors that decide nothing by
// themselves: notes, never causes.
#include "check/gpu_log.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"gpu.program-faults", "gpu.driver-errors"};

void note(const Input& input, const char* id, const CardSpot& spot, const LoggedErrors& errors,
          model::Step step, Answer& answer) {
  if (errors.empty()) return;
  model::Finding finding = begin(input, id, spot);
  finding.parameters["codes"] = errors.codes();
  errors.add_to(input, finding);
  finding.fix.push_back(std::move(step));
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  for_each_present_card(input, [&](const CardSpot& spot) {
    const std::string& address = spot.gpu.pci_address;
    const auto faults = logged(input, address, "program");
    const std::string programs = faults.programs();
    note(input, gives[0], spot, faults,
         programs.empty() ? model::Step{"program", {}, "", ""}
                          : model::Step{"named", {{"programs", programs}}, "", ""},
         answer);
    auto others = logged(input, address, "driver");
    const auto unknown = logged(input, address, "");
    others.errors.insert(others.errors.end(), unknown.errors.begin(), unknown.errors.end());
    note(input, gives[1], spot, others, {"list", {}, "", ""}, answer);
  });
}

}  // namespace

extern const Check gpu_log_notes{gives, run};

}  // namespace gpuenv::check
