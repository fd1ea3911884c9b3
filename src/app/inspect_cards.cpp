// Names of cards, as people write them, to architectures.
#include "app/inspect_cards.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "probe/probe.h"

namespace gpuenv::app {
namespace {

using base::Result;
using model::InspectedCard;

InspectedCard described(const std::string& name, const base::Sm& sm) {
  return {name + " (" + sm.name() + ")", sm};
}

bool all_digits(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// A number without a dot may be a card's as well: 90 is an architecture, 980 a card.
std::optional<base::Sm> architecture_called(const catalog::Catalog& catalog, const std::string& name) {
  auto sm = base::parse_sm(base::lower(name));
  if (sm) sm->suffix = ' ';  // code is made for sm_90a, cards are sm_90
  if (sm && all_digits(base::trim(name)) && !catalog.architecture_of(*sm)) return std::nullopt;
  return sm;
}

bool differ(const std::vector<catalog::Gpu>& cards) {
  return std::ranges::any_of(cards, [&](const catalog::Gpu& card) {
    return card.compute_capability != cards.front().compute_capability;
  });
}

}  // namespace

Result<InspectedCard> card_called(const catalog::Catalog& catalog, const std::string& name) {
  if (const auto sm = architecture_called(catalog, name)) return InspectedCard{sm->name(), *sm};
  const auto cards = catalog.cards_called(name);
  if (cards.empty())
    return base::usage_error(fmt::format(
        "--gpu {}: no card of that name is known; a compute capability such as 8.9 will do.", name));
  if (!differ(cards)) {
    const std::string told = cards.size() == 1 ? cards.front().name : std::string(base::trim(name));
    return described(told, cards.front().compute_capability);
  }
  std::vector<std::string> candidates;
  for (const auto& card : cards) candidates.push_back(described(card.name, card.compute_capability).name);
  return base::usage_error(
      fmt::format("--gpu {}: several cards are called so: {}. Name one of them, or its "
                  "compute capability.",
                  name, base::join(candidates, ", ")));
}

std::vector<InspectedCard> cards_here(machine::Machine& machine, const catalog::Catalog& catalog) {
  std::vector<InspectedCard> cards;
  const auto found = probe::examine_cards(machine, catalog);
  for (const auto& gpu : found.nvidia.value_or({}))
    if (gpu.compute_capability.known()) cards.push_back(described(gpu.label(), *gpu.compute_capability));
  return cards;
}

}  // namespace gpuenv::app
