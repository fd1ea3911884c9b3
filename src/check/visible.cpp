// Which cards CUDA_VISIBLE_DEVICES leaves to CUDA programs; see visible.h.
#include "check/visible.h"

#include <algorithm>

#include "base/text.h"

namespace gpuenv::check {
namespace {

using model::Gpu;

constexpr const char* variable = "CUDA_VISIBLE_DEVICES";

/// What one entry names. Without a card it is some card whose place in CUDA's order is not known.
struct Named {
  Sees sees = Sees::nothing;
  const Gpu* card = nullptr;
};

/// An instance of a card in MIG mode by its own name, or as older drivers wrote it: MIG-GPU-<card>/1/0.
Named instance(std::string_view text, const std::vector<const Gpu*>& gpus) {
  if (text.starts_with("MIG-GPU-")) return {Sees::unknown};
  for (const auto* gpu : gpus) {
    const auto& state = gpu->state;
    if (state.mig.undecided() && state.mig.why().why != base::Why::unsupported) return {Sees::unknown};
    if (!state.mig.value_or(false)) continue;
    if (!state.mig_uuids.known()) return {Sees::unknown};
    for (const auto& uuid : *state.mig_uuids)
      if (base::lower(uuid).starts_with(base::lower(text))) return {Sees::some, gpu};
  }
  return {};
}

/// A card by its UUID or the beginning of one, which must fit one card only.
Named card_named(std::string_view text, const std::vector<const Gpu*>& gpus) {
  Named named;
  int fits = 0;
  for (const auto* gpu : gpus) {
    if (!gpu->uuid.known()) return {Sees::unknown};
    if (!base::lower(*gpu->uuid).starts_with(base::lower(text))) continue;
    named = {Sees::some, gpu};
    ++fits;
  }
  return fits == 1 ? named : Named{};
}

/// The number at the beginning of an entry, as strtoul reads it: 0 of "0-3" and "0;1"; -1 without one.
long long leading_number(std::string_view text) {
  const size_t sign = text.starts_with('+') ? 1 : 0;
  const size_t end = text.find_first_not_of("0123456789", sign);
  return base::number(text.substr(sign, end == std::string_view::npos ? end : end - sign));
}

/// One entry of CUDA_VISIBLE_DEVICES: does it name a card? An index counts in CUDA's order. The first entry
/// tells how all are read.
Named entry(std::string_view text, std::string_view first, const std::vector<const Gpu*>& gpus) {
  for (const std::string_view kind : {"MIG-", "GPU-"})
    if (first.starts_with(kind)) {
      if (!text.starts_with(kind)) return {};
      return kind == "MIG-" ? instance(text, gpus) : card_named(text, gpus);
    }
  const long long index = leading_number(text);
  if (index < 0 || index >= static_cast<long long>(gpus.size())) return {};
  return {Sees::some, gpus[static_cast<size_t>(index)]};
}

struct Visible {
  Sees sees = Sees::nothing;
  std::vector<const Gpu*> cards;
  bool by_index = false;  ///< the cards are right if `gpus` stood in CUDA's order
  bool more = false;      ///< later entries may show others
};

/// CUDA takes the entries up to the first one that names no card, and none at all when one is named twice
/// (CUDA C++ Programming Guide, "CUDA Environment Variables"; torch/cuda/__init__.py,
/// _parse_visible_devices).
Visible visible(std::string_view value, const std::vector<const Gpu*>& gpus) {
  Visible result;
  std::vector<std::string> seen;
  const auto entries = base::split(value, ',');
  for (const std::string_view part : entries) {
    const std::string_view text = base::trim(part);
    const Named one = entry(text, base::trim(entries.front()), gpus);
    if (one.sees == Sees::unknown) {
      result.more = true;
      result.sees = seen.empty() ? Sees::unknown : Sees::some;
      return result;
    }
    if (one.sees == Sees::nothing) break;
    const long long index = leading_number(text);
    std::string name = index >= 0 ? std::to_string(index) : base::lower(text);
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) return {};
    seen.push_back(std::move(name));
    result.cards.push_back(one.card);
    result.by_index = result.by_index || index >= 0;
  }
  result.sees = seen.empty() ? Sees::nothing : seen.size() < gpus.size() ? Sees::some : Sees::all;
  return result;
}

/// CUDA follows the bus when told to; otherwise the fastest card comes first, and only cards that are alike
/// keep the order of the bus for certain.
bool in_bus_order(const model::Facts& facts, const std::vector<const Gpu*>& gpus) {
  const auto order = facts.variables.find("CUDA_DEVICE_ORDER");
  if (order != facts.variables.end() && order->second.value_or("") == "PCI_BUS_ID") return true;
  if (gpus.size() < 2) return true;
  return std::all_of(gpus.begin(), gpus.end(), [&](const Gpu* gpu) {
    return gpu->name.known() && gpus.front()->name.known() && *gpu->name == *gpus.front()->name;
  });
}

}  // namespace

std::vector<const Gpu*> counted_cards(const model::Facts& facts) {
  std::vector<const Gpu*> cards = facts.own_cards();
  if (facts.driver.nvml.init.value_or(-1) == 0)
    std::erase_if(cards, [](const Gpu* gpu) { return !gpu->in_nvml; });
  return cards;
}

Sees sees_of(std::string_view value, const std::vector<const Gpu*>& counted) {
  return visible(value, counted).sees;
}

Sight sight_of(const Input& input, const Gpu& card) {
  const auto found = input.facts.variables.find(variable);
  if (found == input.facts.variables.end() || found->second.absent()) return Sight::shown;
  if (!found->second.known()) return Sight::unknown;
  auto counted = counted_cards(input.facts);
  if (std::find(counted.begin(), counted.end(), &card) == counted.end()) return Sight::shown;
  std::stable_sort(counted.begin(), counted.end(),
                   [](const Gpu* a, const Gpu* b) { return a->pci_address < b->pci_address; });
  const Visible seen = visible(*found->second, counted);
  if (seen.sees == Sees::all) return Sight::shown;
  if (seen.sees == Sees::nothing) return Sight::hidden;
  if (seen.sees == Sees::unknown || (seen.by_index && !in_bus_order(input.facts, counted)))
    return Sight::unknown;
  if (std::find(seen.cards.begin(), seen.cards.end(), &card) != seen.cards.end()) return Sight::shown;
  return seen.more ? Sight::unknown : Sight::hidden;
}

bool out_of_sight(const Input& input, const Spot& spot, int gpu, Answer& answer) {
  const Sight sight = sight_of(input, (*input.facts.cards.nvidia)[static_cast<size_t>(gpu)]);
  if (sight != Sight::unknown) return sight == Sight::hidden;
  const auto& value = input.facts.variables.at(variable);
  if (value.known())
    answer.open.push_back(
        {"gpus.order",
         std::string(variable) + "=" + *value +
             ": which card that is cannot be told; with CUDA_DEVICE_ORDER=PCI_BUS_ID it would be",
         spot.applies_to(gpu)});
  else
    answer.cannot_tell(std::string("variables.") + variable, value, spot.applies_to(gpu));
  return true;
}

std::vector<const Gpu*> shown_cards(const Input& input) {
  const auto own = input.facts.own_cards();
  std::vector<const Gpu*> shown;
  for (const auto* gpu : own)
    if (sight_of(input, *gpu) != Sight::hidden) shown.push_back(gpu);
  return shown.empty() ? own : shown;
}

}  // namespace gpuenv::check
