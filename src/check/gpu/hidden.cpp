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

/// A card by its UUID or the beginning of one, which must fit one card only.
Sees card_named(std::string_view text, const std::vector<const model::Gpu*>& gpus) {
  int fits = 0;
  for (const auto* gpu : gpus) {
    if (!gpu->uuid.known()) return Sees::unknown;
    fits += base::lower(*gpu->uuid).starts_with(base::lower(text)) ? 1 : 0;
  }
  return fits == 1 ? Sees::some : Sees::nothing;
}

/// The number at the beginning of an entry, as strtoul reads it: 0 of "0-3" and "0;1"; -1 without one.
long long leading_number(std::string_view text) {
  const size_t sign = text.starts_with('+') ? 1 : 0;
  const size_t end = text.find_first_not_of("0123456789", sign);
  return base::number(text.substr(sign, end == std::string_view::npos ? end : end - sign));
}

/// One entry of CUDA_VISIBLE_DEVICES: does it name a card? An index counts in CUDA's order, of which we only
/// need the number of cards. The first entry tells how all are read.
Sees entry(std::string_view text, std::string_view first, const std::vector<const model::Gpu*>& gpus) {
  for (const std::string_view kind : {"MIG-", "GPU-"})
    if (first.starts_with(kind)) {
      if (!text.starts_with(kind)) return Sees::nothing;
      return kind == "MIG-" ? instance(text, gpus) : card_named(text, gpus);
    }
  const long long index = leading_number(text);
  return index >= 0 && index < static_cast<long long>(gpus.size()) ? Sees::some : Sees::nothing;
}

/// CUDA takes the entries up to the first one that names no card, and none at all when one is named twice
/// (CUDA C++ Programming Guide, "CUDA Environment Variables"; torch/cuda/__init__.py,
/// _parse_visible_devices).
Sees visible(std::string_view value, const std::vector<const model::Gpu*>& gpus) {
  std::vector<std::string> seen;
  const auto entries = base::split(value, ',');
  for (const std::string_view part : entries) {
    const std::string_view text = base::trim(part);
    const Sees one = entry(text, base::trim(entries.front()), gpus);
    if (one == Sees::unknown) return seen.empty() ? Sees::unknown : Sees::some;
    if (one == Sees::nothing) break;
    const long long index = leading_number(text);
    std::string name = index >= 0 ? std::to_string(index) : base::lower(text);
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) return Sees::nothing;
    seen.push_back(std::move(name));
  }
  return seen.empty() ? Sees::nothing : seen.size() < gpus.size() ? Sees::some : Sees::all;
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
