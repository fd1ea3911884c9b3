// Do environment variables hide the cards from CUDA programs?
#include <algorithm>

#include "base/text.h"
#include "check/support.h"

namespace gpuenv::check {
namespace {

constexpr const char* gives[] = {"gpu.hidden", "gpu.some-hidden"};

enum class Sees { nothing, some, all, unknown };

/// An instance of a card in MIG mode by its own name, or as older drivers wrote it: MIG-GPU-<card>/1/0.
Sees instance(std::string_view text, const std::vector<const model::Gpu*>& gpus) {
  if (text.starts_with("MIG-GPU-")) return Sees::unknown;
  for (const auto* gpu : gpus) {
    const auto& state = gpu->state;
    if (state.mig.undecided() && state.mig.why().why != base::Why::unsupported) return Sees::unknown;
    if (!state.mig.value_or(false)) continue;
    if (!state.mig_uuids.known()) return Sees::unknown;
    for (const auto& uuid : *state.mig_uuids)
      if (base::lower(uuid).starts_with(base::lower(text))) return Sees::some;
  }
  return Sees::nothing;
}

/// One entry of CUDA_VISIBLE_DEVICES: does it name a card? An index counts in CUDA's order, of which we only
/// need the number of cards.
Sees entry(std::string_view text, const std::vector<const model::Gpu*>& gpus) {
  const long long index = base::number(text);
  if (index >= 0) return index < static_cast<long long>(gpus.size()) ? Sees::some : Sees::nothing;
  if (text.starts_with("MIG-")) return instance(text, gpus);
  if (!text.starts_with("GPU-")) return Sees::nothing;
  bool all_known = true;
  for (const auto* gpu : gpus) {
    if (!gpu->uuid.known()) all_known = false;
    if (gpu->uuid.known() && base::lower(*gpu->uuid).starts_with(base::lower(text))) return Sees::some;
  }
  return all_known ? Sees::nothing : Sees::unknown;
}

/// CUDA takes the entries up to the first one that names no card (CUDA C++ Programming Guide, "CUDA
/// Environment Variables").
Sees visible(std::string_view value, const std::vector<const model::Gpu*>& gpus) {
  size_t seen = 0;
  for (std::string_view text : base::split(value, ',')) {
    const Sees one = entry(base::trim(text), gpus);
    if (one == Sees::unknown) return seen > 0 ? Sees::some : Sees::unknown;
    if (one == Sees::nothing) break;
    ++seen;
  }
  return seen == 0 ? Sees::nothing : seen < gpus.size() ? Sees::some : Sees::all;
}

/// The cards that CUDA counts: those of NVML, and without its answer those that it would have.
std::vector<const model::Gpu*> counted(const model::Facts& facts) {
  std::vector<const model::Gpu*> cards = facts.own_cards();
  if (facts.driver.nvml.init.value_or(-1) == 0)
    std::erase_if(cards, [](const model::Gpu* gpu) { return !gpu->in_nvml; });
  return cards;
}

void run(const Input& input, Answer& answer) {
  const auto& cards = input.facts.cards.nvidia;
  const auto found = input.facts.variables.find("CUDA_VISIBLE_DEVICES");
  if (!cards.known() || cards->empty() || found == input.facts.variables.end()) return;
  const auto& value = found->second;
  if (value.absent()) return;
  if (!value.known()) return answer.cannot_tell("variables.CUDA_VISIBLE_DEVICES", value);
  const auto counting = counted(input.facts);
  if (counting.empty()) return;  // whatever it says, there is nothing to hide
  const Sees sees = visible(*value, counting);
  if (sees == Sees::all) return;
  if (sees == Sees::unknown)
    return answer.open.push_back({"gpus.uuid", "CUDA_VISIBLE_DEVICES=" + *value, {}});
  model::Finding finding = begin(input, sees == Sees::nothing ? "gpu.hidden" : "gpu.some-hidden");
  finding.parameters = {{"value", *value}, {"count", std::to_string(counting.size())}};
  finding.evidence.push_back(evidence(value, "CUDA_VISIBLE_DEVICES=" + *value));
  if (sees == Sees::nothing) {
    const auto& job = input.facts.surroundings.job;
    if (job.known() && job->system == "slurm" && job->gpus.empty())
      finding.fix.push_back({"slurm", {}, "srun --gres=gpu:1 --pty bash", "bash"});
    finding.fix.push_back(unset_step(input, "unset", "CUDA_VISIBLE_DEVICES"));
    finding.fix.push_back({"where", {}, "", ""});
  }
  answer.findings.push_back(std::move(finding));
}

}  // namespace

extern const Check gpu_hidden{gives, run};

}  // namespace gpuenv::check
