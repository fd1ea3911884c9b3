// Do environment variables hide the cards from CUDA programs?
#include "base/text.h"
#include "check/support.h"
#include "check/visible.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"gpu.hidden", "gpu.some-hidden"};

void run(const Input& input, Answer& answer) {
  const auto& cards = input.facts.cards.nvidia;
  const auto found = input.facts.variables.find("CUDA_VISIBLE_DEVICES");
  if (!cards.known() || cards->empty() || found == input.facts.variables.end()) return;
  const auto& value = found->second;
  if (value.absent()) return;
  if (!value.known()) return answer.cannot_tell("variables.CUDA_VISIBLE_DEVICES", value);
  const auto counting = counted_cards(input.facts);
  if (counting.empty()) return;  // whatever it says, there is nothing to hide
  const Sees sees = sees_of(*value, counting);
  if (sees == Sees::all) return;
  if (sees == Sees::unknown)
    return answer.open.push_back(
        {"gpus.uuid",
         "CUDA_VISIBLE_DEVICES=" + *value + ": names cards or instances whose UUIDs are not known",
         {}});
  model::Finding finding = begin(input, sees == Sees::nothing ? "gpu.hidden" : "gpu.some-hidden");
  const std::string shown = base::trim(*value).empty() ? "\"" + *value + "\"" : *value;
  finding.parameters = {{"value", shown}, {"count", std::to_string(counting.size())}};
  finding.evidence.push_back(evidence(value, "CUDA_VISIBLE_DEVICES=" + shown));
  if (sees == Sees::nothing) {
    const auto& job = input.facts.surroundings.job;
    if (job.known() && job->system == "slurm" && job->gpus.empty()) {
      finding.fix.push_back({"slurm", {}, "srun --gres=gpu:1 --pty bash", "bash"});
    } else {
      const bool windows = input.facts.os.family == base::OsFamily::windows;
      finding.fix.push_back(unset_step(input, "unset", "CUDA_VISIBLE_DEVICES"));
      finding.fix.push_back({windows ? "where-windows" : "where", {}, "", ""});
    }
  }
  answer.findings.push_back(std::move(finding));
}

}  // namespace

extern const Check gpu_hidden{gives, run};

}  // namespace gpuenv::check
