// What else does the kernel log tell about a card? Faults of programs, and errors that decide nothing by
// themselves: notes, never causes.
#include "check/gpu_log.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"gpu.program-faults", "gpu.driver-errors"};

void note(const Input& input, const char* id, const CardSpot& spot, const LoggedErrors& errors,
          const char* step, Answer& answer) {
  if (errors.empty()) return;
  model::Finding finding = begin(input, id, spot);
  finding.parameters["codes"] = errors.codes();
  errors.add_to(input, finding);
  finding.fix.push_back({step, {}, "", ""});
  answer.findings.push_back(std::move(finding));
}

void run(const Input& input, Answer& answer) {
  const auto& cards = input.facts.cards.nvidia;
  if (!cards.known()) return;
  for (size_t i = 0; i < cards->size(); ++i) {
    const CardSpot spot{(*cards)[i], static_cast<int>(i)};
    const std::string& address = spot.gpu.pci_address;
    const auto faults = logged(input, address, "program");
    note(input, gives[0], spot, faults, faults.programs().empty() ? "program" : "named", answer);
    if (!faults.empty() && !faults.programs().empty())
      answer.findings.back().fix.back().parameters["programs"] = faults.programs();
    auto others = logged(input, address, "driver");
    const auto unknown = logged(input, address, "");
    others.errors.insert(others.errors.end(), unknown.errors.begin(), unknown.errors.end());
    note(input, gives[1], spot, others, "list", answer);
  }
}

}  // namespace

extern const Check gpu_log_notes{gives, run};

}  // namespace gpuenv::check
