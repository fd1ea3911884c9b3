// Which cards CUDA_VISIBLE_DEVICES leaves to CUDA programs.
#pragma once

#include <string_view>
#include <vector>

#include "check/support.h"

namespace gpuenv::check {

/// The cards that CUDA counts: those of NVML, and without its answer those that it would have.
std::vector<const model::Gpu*> counted_cards(const model::Facts& facts);

enum class Sees { nothing, some, all, unknown };

/// What a value of CUDA_VISIBLE_DEVICES leaves of the counted cards.
Sees sees_of(std::string_view value, const std::vector<const model::Gpu*>& counted);

enum class Sight { shown, hidden, unknown };

/// Whether CUDA programs are shown a card of Facts::cards. An index in the variable means a certain card only
/// where CUDA's order is known: by the bus, or when all cards are alike.
Sight sight_of(const Input& input, const model::Gpu& card);

/// True for a card that a framework is certainly not shown; also when that cannot be told, which is then an
/// open question of `answer`.
bool out_of_sight(const Input& input, const Spot& spot, int gpu, Answer& answer);

/// The cards of own_cards() that are not hidden; all of them where all are.
std::vector<const model::Gpu*> shown_cards(const Input& input);

}  // namespace gpuenv::check
