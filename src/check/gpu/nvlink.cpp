// Does the kernel log tell errors of the connection between cards?
#include "base/text.h"
#include "check/gpu_log.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"gpu.nvlink-errors"};

void run(const Input& input, Answer& answer) {
  for_each_card(input, [&](const CardSpot& spot) {
    const auto errors = logged(input, spot.gpu.pci_address, "nvlink");
    if (errors.empty()) return;
    model::Finding finding = begin(input, gives[0], spot);
    finding.parameters["codes"] = errors.codes();
    errors.add_to(input, finding);
    const std::string command = "nvidia-smi nvlink -e " + spot.option();
    finding.fix.push_back({"look", {}, std::string(base::trim(command)), "bash"});
    finding.fix.push_back({"link", {}, "", ""});
    answer.findings.push_back(std::move(finding));
  });
}

}  // namespace

extern const Check gpu_nvlink{gives, run};

}  // namespace gpuenv::check
