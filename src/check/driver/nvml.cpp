// Does NVML, the driver's own management library, start and answer?
#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"driver.nvml-failed", "driver.nvml-no-answer"};

/// Where the driver itself says more. Windows keeps no such log: there a restart loads what an update has
/// left half done, and the driver's installer puts the rest right.
void offer_look(const model::Facts& facts, model::Finding& finding) {
  if (facts.os.family != base::OsFamily::windows) {
    finding.fix.push_back({"look", {}, "sudo dmesg | grep -i -E 'nvrm|nvidia' | tail -n 50", "bash"});
    return;
  }
  finding.fix.push_back({"restart", {}, "", ""});
  finding.fix.push_back({"driver", {}, "", ""});
}

void run(const Input& input, Answer& answer) {
  const auto& facts = input.facts;
  const auto& nvml = facts.driver.nvml;
  const bool cards = facts.cards.nvidia.known() && !facts.cards.nvidia->empty();
  if (nvml.library.empty()) {  // certainly no library: driver/missing judges that
    if (nvml.init.undecided() && cards) answer.cannot_tell("driver.nvml", nvml.init);
    return;
  }
  const auto why = nvml.init.why().why;
  if (!nvml.init.known() && (why == base::Why::failed || why == base::Why::timed_out)) {
    model::Finding finding = begin(input, "driver.nvml-no-answer");
    finding.confidence = model::Confidence::likely;
    finding.parameters = {{"library", nvml.library}, {"reason", Answer::reason(nvml.init.why())}};
    finding.evidence.push_back({nvml.library, Answer::reason(nvml.init.why())});
    offer_look(facts, finding);
    return answer.findings.push_back(std::move(finding));
  }
  if (nvml.init.undecided()) {
    if (cards) answer.cannot_tell("driver.nvml", nvml.init);
    return;
  }
  if (!nvml.init.known() || *nvml.init == 0) return;
  model::Finding finding = begin(input, "driver.nvml-failed");
  finding.parameters = {
      {"code", std::to_string(*nvml.init)}, {"text", nvml.error_text}, {"library", nvml.library}};
  finding.evidence.push_back(
      evidence(nvml.init, "nvmlInit_v2 = " + std::to_string(*nvml.init) + " (" + nvml.error_text + ")"));
  offer_look(facts, finding);
  answer.findings.push_back(std::move(finding));
}

}  // namespace

extern const Check driver_nvml{gives, run};

}  // namespace gpuenv::check
