// Do environment variables hide the cards from CUDA programs?
#include <algorithm>

#include "base/text.h"
#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"gpu.hidden", "gpu.some-hidden"};

enum class Sees { nothing, some, all, unknown };

/// One entry of CUDA_VISIBLE_DEVICES: does it name a card? An index counts in CUDA's order, of which we only
/// need the number of cards.
Sees entry(std::string_view text, const std::vector<model::Gpu>& gpus) {
  const long long index = base::number(text);
  if (index >= 0) return index < static_cast<long long>(gpus.size()) ? Sees::some : Sees::nothing;
  if (text.starts_with("MIG-")) return Sees::unknown;
  if (!text.starts_with("GPU-")) return Sees::nothing;
  bool all_known = true;
  for (const auto& gpu : gpus) {
    if (!gpu.uuid.known()) all_known = false;
    if (gpu.uuid.known() && base::lower(*gpu.uuid).starts_with(base::lower(text))) return Sees::some;
  }
  return all_known ? Sees::nothing : Sees::unknown;
}

/// CUDA takes the entries up to the first one that names no card (CUDA C++ Programming Guide, "CUDA
/// Environment Variables").
Sees visible(std::string_view value, const std::vector<model::Gpu>& gpus) {
  size_t seen = 0;
  for (std::string_view text : base::split(value, ',')) {
    const Sees one = entry(base::trim(text), gpus);
    if (one == Sees::unknown) return seen > 0 ? Sees::some : Sees::unknown;
    if (one == Sees::nothing) break;
    ++seen;
  }
  return seen == 0 ? Sees::nothing : seen < gpus.size() ? Sees::some : Sees::all;
}

void run(const Input& input, Answer& answer) {
  const auto& cards = input.facts.cards.nvidia;
  const auto found = input.facts.variables.find("CUDA_VISIBLE_DEVICES");
  if (!cards.known() || cards->empty() || found == input.facts.variables.end()) return;
  const auto& value = found->second;
  if (value.absent()) return;
  if (!value.known()) return answer.cannot_tell("variables.CUDA_VISIBLE_DEVICES", value);
  const Sees sees = visible(*value, *cards);
  if (sees == Sees::all) return;
  if (sees == Sees::unknown)
    return answer.open.push_back({"gpus.uuid", "CUDA_VISIBLE_DEVICES=" + *value, {}});
  model::Finding finding = begin(input, sees == Sees::nothing ? "gpu.hidden" : "gpu.some-hidden");
  finding.parameters = {{"value", *value}, {"count", std::to_string(cards->size())}};
  finding.evidence.push_back(evidence(value, "CUDA_VISIBLE_DEVICES=" + *value));
  if (sees == Sees::nothing) {
    const bool windows = input.facts.os.family == base::OsFamily::windows;
    const auto& job = input.facts.surroundings.job;
    if (job.known() && job->system == "slurm" && job->gpus.empty())
      finding.fix.push_back({"slurm", {}, "srun --gres=gpu:1 --pty bash", "bash"});
    finding.fix.push_back({"unset",
                           {},
                           windows ? "Remove-Item Env:CUDA_VISIBLE_DEVICES" : "unset CUDA_VISIBLE_DEVICES",
                           windows ? "powershell" : "bash"});
    finding.fix.push_back({"where", {}, "", ""});
  }
  answer.findings.push_back(std::move(finding));
}

}  // namespace

extern const Check gpu_hidden{gives, run};

}  // namespace gpuenv::check
